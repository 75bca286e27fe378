import { changeEntry, recordActivities } from "@/lib/activity/record";
import { databaseNow } from "@/lib/core/clock";
import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId, newId } from "@/lib/core/ids";
import type { GatewayScope, Scope, UserScope } from "@/lib/core/scope";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { announcing } from "@/lib/live/announce";
import { CLOSED, type Closed, enqueueCallbacks } from "./callbacks";
import { APPROVAL } from "./row";
import { alreadyDecided } from "./rules";

// The steps of a decision, each within the transaction of the command that takes it, and each one statement.

/** Notes of each row of the approvals `a` that it changed. */
export const ANNOUNCED = announcing("approval", Prisma.sql`a.tenant_id`, Prisma.sql`a.id`);

/** Locks the row, so that votes of several people are counted one after the other. `now` is the database's clock. */
export async function getForDecision(
  tx: Tx,
  scope: GatewayScope | UserScope,
  id: string,
): Promise<Approval & { now: Date }> {
  const own =
    scope.actor.kind === "gateway" ? Prisma.sql`and a.gateway_id = ${scope.actor.id}::uuid` : Prisma.empty;
  const [approval] = isId(id)
    ? await tx.$queryRaw<(Approval & { now: Date })[]>`
        select ${APPROVAL}, clock_timestamp() as now from approvals a
        where a.tenant_id = any(${[...scope.tenants]}::uuid[]) and a.id = ${id}::uuid ${own} for update`
    : [];
  if (!approval) throw new DomainError("NOT_FOUND", "There is no such approval.");
  return approval;
}

/** Arguments that a person edited, as exact text. */
type Edited = { text: string; sha256: string; revision: number };

/** Keeps the edited arguments as a revision of their own. */
export async function addRevision(
  tx: Tx,
  scope: UserScope,
  { tenantId, id, revision }: Approval,
  edited: Edited,
): Promise<void> {
  await tx.$executeRaw`
    with kept as (
      insert into approval_revisions (approval_id, revision, tenant_id, arguments_text, arguments_sha256, edited_by)
      values (${id}::uuid, ${edited.revision}::int, ${tenantId}::uuid, ${edited.text}, ${edited.sha256}, ${scope.actor.id}::uuid))
    update approvals
    set arguments_text = ${edited.text}, arguments_sha256 = ${edited.sha256}, revision = ${edited.revision}::int
    where tenant_id = ${tenantId}::uuid and id = ${id}::uuid and decision::text = 'pending' and revision = ${revision}::int`;
}

/**
 * One person's say. The approval is locked, so that nobody votes between this vote and the count.
 * @returns how many people have approved this revision
 * @throws DomainError CONFLICT when they have voted already
 */
export async function addVote(
  tx: Tx,
  scope: UserScope,
  { tenantId, id }: Approval,
  vote: { revision: number; verdict: string; reason: string | null },
): Promise<number> {
  const { actor } = scope;
  const [added] = await tx.$queryRaw<{ approvals: number }[]>`
    with added as (
      insert into votes (id, tenant_id, approval_id, revision, user_id, user_name, verdict, reason, created_at)
      values (${newId()}::uuid, ${tenantId}::uuid, ${id}::uuid, ${vote.revision}::int, ${actor.id}::uuid, ${actor.name},
              ${vote.verdict}, ${vote.reason}, clock_timestamp())
      on conflict do nothing returning verdict)
    select (case when verdict = 'approve' then 1 else 0 end + (
             select count(*) from votes v where v.tenant_id = ${tenantId}::uuid and v.approval_id = ${id}::uuid
               and v.revision = ${vote.revision}::int and v.verdict = 'approve'))::int as approvals
    from added`;
  if (added) return added.approvals;
  throw new DomainError(
    "CONFLICT",
    "You have already voted on this call. A person counts once; nothing was recorded.",
  );
}

type Closing = {
  id: string;
  verdict: keyof typeof OUTCOMES;
  reason: string | null;
  revision: number;
  sha256: string;
};

const OUTCOMES = {
  approve: Prisma.sql`decision = 'approved', execution = 'awaiting'`,
  reject: Prisma.sql`decision = 'rejected', execution = 'blocked'`,
  request_changes: Prisma.sql`decision = 'changes_requested', execution = 'blocked'`,
};

const STARTED = Prisma.sql`, started as (
  insert into executions (id, tenant_id, approval_id, state)
  select execution_id, tenant_id, id, 'awaiting'::execution_state from closed where execution_id is not null)`;

/** The where clause, not any read before it, settles a race: the loser updates nothing. */
export async function closeIfStillPending(
  tx: Tx,
  scope: UserScope,
  closing: Closing,
): Promise<Closed | null> {
  const executionId = closing.verdict === "approve" ? newId() : null;
  const set = Prisma.sql`${OUTCOMES[closing.verdict]}, execution_id = ${executionId}::uuid, reason = ${closing.reason},
    decided_by = ${scope.actor.name}, use_by = case when ${executionId}::uuid is null then null
                                                    else clock_timestamp() + make_interval(secs => use_by_seconds) end`;
  const where = Prisma.sql`tenant_id = any(${[...scope.tenants]}::uuid[]) and id = ${closing.id}::uuid and ${STILL_PENDING}
    and revision = ${closing.revision}::int and arguments_sha256 = ${closing.sha256}`;
  const [closed] = await close(tx, set, where, STARTED);
  return closed ?? null;
}

// As text, so that no index of what is pending serves it: where the statistics tell of few such rows, one of them would be read to
// its end to find a row by its id.
export const STILL_PENDING = Prisma.sql`decision::text = 'pending' and decide_by > clock_timestamp()`;

/**
 * Ends the wait of the approvals that the condition picks, and announces them.
 * @param also a further part of the statement, `, name as (…)`, which may read them: `closed`
 */
export function close(
  tx: Tx,
  set: Prisma.Sql,
  where: Prisma.Sql,
  also: Prisma.Sql = Prisma.empty,
): Promise<Closed[]> {
  return tx.$queryRaw<Closed[]>`
    with closed as (
      update approvals set ${set}, decided_at = clock_timestamp(), updated_at = clock_timestamp()
      where ${where} returning *)
    ${also}
    select ${CLOSED}, ${ANNOUNCED} as told from closed a order by a.id`;
}

/** Why nothing was closed: somebody else decided, time did, or the arguments changed. */
export async function whoWonInstead(tx: Tx, seen: Approval): Promise<DomainError> {
  const now = await tx.approval.findFirstOrThrow({ where: { tenantId: seen.tenantId, id: seen.id } });
  if (now.decision !== "pending") return alreadyDecided(now);
  if (now.decideBy <= (await databaseNow(tx))) {
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

/** What every end of a wait owes beside the news to whoever looks: a callback and, last, a row in the trail. */
export async function tellEnd(
  tx: Tx,
  scope: Scope,
  before: Approval,
  closed: Closed,
  how: object = {},
): Promise<void> {
  await enqueueCallbacks(tx, [closed]);
  // Said even where an earlier decision gave the same reason.
  const facts = { ...how, ...(closed.reason === null ? {} : { reason: closed.reason }) };
  await recordActivities(tx, scope, [changeEntry(`approval.${closed.decision}`, before, closed, { facts })]);
}
