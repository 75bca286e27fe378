import { type ActivityEntry, changeEntry, recordActivities } from "@/lib/activity/record";
import { afterCommit } from "@/lib/core/after-commit";
import { databaseNow } from "@/lib/core/clock";
import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId, newId } from "@/lib/core/ids";
import { metrics } from "@/lib/core/metrics";
import type { GatewayScope, Scope, UserScope } from "@/lib/core/scope";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { announcing } from "@/lib/live/announce";
import { sharesIn, taking } from "@/lib/policies/budgets/counts";
import type { BudgetShareOfCall } from "@/lib/policies/budgets/types";
import { POLICIES_IN_FORCE, type UnderPolicies } from "@/lib/policies/current-version";
import type { DemandingPolicy } from "@/lib/policies/requirements";
import { CLOSED, type Closed, enqueueCallbacks } from "./callbacks";
import { COUNTS } from "./deciders/counting";
import { escalatedBy } from "./escalation";
import { NOBODY, receiptOf, type Said } from "./receipt-facts";
import { APPROVAL } from "./row";
import { alreadyDecided } from "./rules";

// The steps of a decision. Each is one statement within the transaction of its command.

/** Announces each changed row of the approvals `a` that gets no entry in the trail. */
export const ANNOUNCED = announcing("approval", Prisma.sql`a.tenant_id`, Prisma.sql`a.id`);

/** Locks the row to count concurrent votes one at a time. `now` is the database's clock. */
export async function getForDecision(
  tx: Tx,
  scope: GatewayScope | UserScope,
  id: string,
): Promise<Approval & UnderPolicies & { now: Date }> {
  const own =
    scope.actor.kind === "gateway" ? Prisma.sql`and a.gateway_id = ${scope.actor.id}::uuid` : Prisma.empty;
  const [approval] = isId(id)
    ? await tx.$queryRaw<(Approval & UnderPolicies & { now: Date })[]>`
        select ${APPROVAL}, clock_timestamp() as now, ${POLICIES_IN_FORCE} as "policiesKey" from approvals a
        where a.tenant_id = any(${[...scope.tenants]}::uuid[]) and a.id = ${id}::uuid ${own} for update`
    : [];
  if (!approval) throw new DomainError("NOT_FOUND", "There is no such approval.");
  return approval;
}

type Edited = {
  text: string;
  sha256: string;
  revision: number;
  /** The policy that matches them and requires something. */
  policy: DemandingPolicy | null;
  required: number;
  takes: readonly BudgetShareOfCall[];
};

/** Stores edited arguments as a new revision, and their requirements with the call. */
export async function addRevision(
  tx: Tx,
  scope: UserScope,
  { tenantId, id, revision }: Approval,
  edited: Edited,
): Promise<void> {
  const added = edited.policy && JSON.stringify([edited.policy]);
  const takes = edited.takes.length > 0 ? JSON.stringify(edited.takes) : null;
  await tx.$executeRaw`
    with kept as (
      insert into approval_revisions (approval_id, revision, tenant_id, arguments_text, arguments_sha256, edited_by)
      values (${id}::uuid, ${edited.revision}::int, ${tenantId}::uuid, ${edited.text}, ${edited.sha256}, ${scope.actor.id}::uuid))
    update approvals
    set arguments_text = ${edited.text}, arguments_sha256 = ${edited.sha256}, revision = ${edited.revision}::int,
        approvals_required = ${edited.required}::int, ${NO_LONGER_HELD},
        escalate_at = ${escalatedBy(edited.policy)}, budgets = ${takes}::jsonb,
        edit_policies = case when ${added}::jsonb is null or coalesce(edit_policies, '[]') @> ${added}::jsonb then edit_policies
                             else coalesce(edit_policies, '[]') || ${added}::jsonb end
    where tenant_id = ${tenantId}::uuid and id = ${id}::uuid and decision::text = 'pending' and revision = ${revision}::int`;
}

/** The call leaves its hold and waits again, with the same time to decide as before. */
export const NO_LONGER_HELD = Prisma.sql`release_at = null,
  decide_by = coalesce(decide_by + (clock_timestamp() - release_at), decide_by)`;

type Closing = {
  id: string;
  verdict: keyof typeof OUTCOMES;
  reason: string | null;
  revision: number;
  sha256: string;
};

export const AWAITING = Prisma.sql`decision = 'approved', execution = 'awaiting'`;

const OUTCOMES = {
  approve: AWAITING,
  break_glass: Prisma.sql`${AWAITING}, broke_glass = true`,
  reject: Prisma.sql`decision = 'rejected', execution = 'blocked'`,
  request_changes: Prisma.sql`decision = 'changes_requested', execution = 'blocked'`,
};

const STARTED = Prisma.sql`, started as (
  insert into executions (id, tenant_id, approval_id, state)
  select execution_id, tenant_id, id, 'awaiting'::execution_state from closed where execution_id is not null)`;

/** An approver who can no longer decide did not decide the call. Found by the call's key. */
const lapsed = (tenants: readonly string[], id: string) => Prisma.sql`, lapsed as (
  update votes v set lapsed = true from closed a
  where v.tenant_id = any(${[...tenants]}::uuid[]) and v.approval_id = ${id}::uuid
    and a.execution_id is not null and v.tenant_id = a.tenant_id and v.revision = a.revision and v.verdict = 'approve' and not ${COUNTS})`;

/** Statement parts of an approval: marks of lapsed votes, and the call's budget shares. */
export const startedWith = (tenants: readonly string[], id: string) =>
  Prisma.sql`${STARTED}${lapsed(tenants, id)}, taken as (${taking(Prisma.sql`
    select a.tenant_id, s.* from closed a, ${sharesIn(Prisma.sql`a.budgets`)} where a.execution_id is not null`)})`;

/** The where clause settles a race, not an earlier read: the loser updates nothing. */
export async function closeIfStillPending(
  tx: Tx,
  scope: UserScope,
  closing: Closing,
): Promise<Closed | null> {
  const executionId = closing.verdict === "approve" || closing.verdict === "break_glass" ? newId() : null;
  const set = Prisma.sql`${OUTCOMES[closing.verdict]}, execution_id = ${executionId}::uuid, reason = ${closing.reason},
    decided_by = ${scope.actor.name}, use_by = case when ${executionId}::uuid is null then null
                                                    else clock_timestamp() + make_interval(secs => use_by_seconds) end`;
  const where = Prisma.sql`tenant_id = any(${[...scope.tenants]}::uuid[]) and id = ${closing.id}::uuid and ${STILL_PENDING}
    and revision = ${closing.revision}::int and arguments_sha256 = ${closing.sha256}`;
  const [closed] = await close(tx, set, where, startedWith(scope.tenants, closing.id));
  return closed ?? null;
}

// Compared as text so that no index of pending rows is used: with stale statistics, Postgres would
// scan one to find an id. A held call was decided in time and may be stopped until its release.
export const STILL_PENDING = Prisma.sql`decision::text = 'pending' and (decide_by > clock_timestamp() or release_at is not null)`;

/**
 * Closes the approvals that match the condition; their trail entries announce them.
 * @param also a further part of the statement, `, name as (…)`, which may read them: `closed`
 */
export async function close(
  tx: Tx,
  set: Prisma.Sql,
  where: Prisma.Sql,
  also: Prisma.Sql = Prisma.empty,
): Promise<Closed[]> {
  const closed = await tx.$queryRaw<Closed[]>`
    with closed as (
      update approvals set ${set}, release_at = null, decided_at = clock_timestamp(), updated_at = clock_timestamp()
      where ${where} returning *)
    ${also}
    select ${CLOSED} from closed a order by a.id`;
  afterCommit(tx, () => closed.map(countDecision));
  return closed;
}

function countDecision({ decision: outcome, createdAt, decidedAt }: Closed): void {
  metrics.decisions.inc({ outcome });
  // A revoked approval was decided before.
  if (outcome === "revoked" || !decidedAt) return;
  metrics.decisionSeconds.observe(
    { outcome },
    Math.max(0, decidedAt.getTime() - createdAt.getTime()) / 1_000,
  );
}

/** Why nothing was closed: another decision, the deadline, or changed arguments. */
export async function whoWonInstead(tx: Tx, seen: Approval, without?: string): Promise<DomainError> {
  const now = await tx.approval.findFirstOrThrow({ where: { tenantId: seen.tenantId, id: seen.id } });
  if (now.decision !== "pending") return alreadyDecided(now, without);
  if (!now.releaseAt && now.decideBy <= (await databaseNow(tx))) {
    return new DomainError(
      "EXPIRED",
      `The time to decide ended at ${now.decideBy.toISOString()}. Nothing was recorded.`,
    );
  }
  return new DomainError(
    "STALE_VIEW",
    "The call changed while you were deciding. Nothing was recorded; read it again.",
  );
}

/** What every closed approval requires: a callback and, last, a row in the trail. */
export async function tellEnd(
  tx: Tx,
  scope: Scope,
  before: Approval,
  closed: Closed,
  {
    said = NOBODY,
    also = [],
    ...how
  }: { said?: Said; also?: readonly ActivityEntry[]; [more: string]: unknown } = {},
): Promise<void> {
  await enqueueCallbacks(tx, [closed]);
  // Recorded even if an earlier decision gave the same reason.
  const reason = closed.reason === null ? {} : { reason: closed.reason };
  const facts = { ...how, ...reason, receipt: receiptOf(closed, said) };
  const ended = changeEntry(`approval.${closed.decision}`, before, closed, { facts });
  await recordActivities(tx, scope, [ended, ...also]);
}
