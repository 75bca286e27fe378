import { compareArguments } from "@/lib/arguments/comparison";
import { foldsOf } from "@/lib/arguments/folding";
import type { Fold } from "@/lib/arguments/types";
import { findOwnerId } from "@/lib/auth/agents/owner";
import { type Absent, readAbsent } from "@/lib/auth/delegations/absent";
import { isInForce } from "@/lib/auth/delegations/in-force";
import { NOW, readOwnGroups } from "@/lib/auth/people/groups";
import { isNamed, listOwnNames } from "@/lib/auth/people/names";
import { databaseNow } from "@/lib/core/clock";
import type { Tx } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import type { RiskWord } from "@/lib/core/risk";
import type { UserActor, UserScope } from "@/lib/core/scope";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import {
  type AbsentDecider,
  asksReason,
  type DemandingPolicy,
  demandsOf,
  escalationsOf,
  ineligibleBecause,
  namesGroups,
  type Standing,
  separatesOwner,
  separatesRequester,
  standingOf,
  type WaitsBy,
} from "@/lib/policies/eligibility";
import { loadTenantSettings } from "@/lib/tenants/queries";
import { confirmationFor } from "./detail/rules";
import { findLastApproved } from "./precedents";
import type { Demanded } from "./receipt-facts";
import { assertConfirmed, assertNotOwnCall, assertTokenMayApprove, mayDecide, mayNotDecide } from "./rules";
import type { Facts } from "./schema";
import type { Seen } from "./seen";

/** Whether the call is made on this person's behalf and their tenant lets nobody approve their own. */
export async function isOwnCall(
  tx: Tx,
  actor: UserActor,
  call: Pick<Approval, "tenantId" | "onBehalfOf">,
): Promise<boolean> {
  if (!(await isNamedBy(tx, actor, call))) return false;
  return (await loadTenantSettings(tx, call.tenantId)).blockSelfApproval;
}

/** What is looked at to say whether somebody may decide a call. `now`: by the database's clock, when they did. */
type Waiting = WaitsBy & Pick<Approval, "tenantId" | "agent" | "onBehalfOf" | "createdAt"> & { now?: Date };

/**
 * May this person decide the call under the policies by which it waits? Their role and groups, and those of the people whose deputy they
 * are, are read as they are now, and stay so until the decision is stored.
 * @returns in whose place they may; nobody's where they may by themself
 * @throws DomainError FORBIDDEN
 */
export async function assertEligible(
  tx: Tx,
  { actor }: UserScope,
  call: Waiting,
): Promise<readonly AbsentPerson[]> {
  if (demandsOf(call).length === 0) return [];
  const me = Prisma.sql`${actor.id}::uuid`;
  const held = await tx.$queryRaw<(Person & { id: string; isOff: boolean })[]>`
    select id, role::text, email, name, disabled_at is not null as "isOff" from users
    where id = ${me} or id in (select d.from_id from delegations d where d.to_id = ${me} and ${isInForce(momentOf(call))})
    order by id for share`;
  const person = held.find(({ id, isOff }) => id === actor.id && !isOff);
  if (!person || !mayDecide(person.role)) throw mayNotDecide(person?.role ?? "none");
  // In a statement of its own: the one that locks sees other tables as they were before it waited for the lock.
  const ids = new Set(held.map(({ id }) => id));
  const { why, inPlaceOf } = await standingFor(tx, { ...actor, ...person }, call, ids);
  if (why !== null) throw new DomainError("FORBIDDEN", `${why} Nothing was recorded.`);
  return inPlaceOf;
}

type Person = Pick<UserActor, "role" | "email" | "name">;

/** When it is asked who is out: the time of the decision, with which a vote is kept. */
export const momentOf = ({ now }: { now?: Date }) => (now ? Prisma.sql`${now}::timestamptz` : NOW);

/** Why this person may not decide the call under its policies; null where they may. For pages: the decision asks again. */
export async function findIneligible(tx: Tx, { actor }: UserScope, call: Waiting): Promise<string | null> {
  return (await standingFor(tx, actor, call)).why;
}

/** @param held of those whose deputy they are, who is locked; without it everybody */
async function standingFor(
  tx: Tx,
  actor: UserActor,
  call: Waiting,
  held?: ReadonlySet<string>,
): Promise<Standing<AbsentPerson>> {
  const demands = demandsOf(call);
  if (demands.length === 0) return { why: null, inPlaceOf: [] };
  const isRequester = demands.some(separatesRequester) && (await isNamedBy(tx, actor, call));
  const own = demands.some(namesGroups) ? await readOwnGroups(tx, actor.id) : { groups: [], offDuty: [] };
  const waitedMs = await waitedOf(tx, demands, call);
  const owner = demands.some(separatesOwner) ? await findOwnerId(tx, call.tenantId, call.agent) : null;
  const person = { ...actor, ...own, isRequester, isOwner: owner === actor.id, waitedMs };
  // Whoever may by themself does not ask for whom else they might.
  if (ineligibleBecause(demands, person) === null) return { why: null, inPlaceOf: [] };
  const absent = await readAbsent(tx, actor.id, call.tenantId, momentOf(call));
  const out = held ? absent.filter(({ id }) => held.has(id)) : absent;
  return standingOf(demands, person, asAbsent(out, call, owner));
}

/** Those who are out, with whether the call is made on their behalf, and whether they own its agent. */
export function asAbsent(
  absent: readonly Absent[],
  { onBehalfOf }: Pick<Approval, "onBehalfOf">,
  ownerId: string | null,
): AbsentPerson[] {
  return absent.map((one) => ({
    ...one,
    isOwner: one.id === ownerId,
    isRequester: onBehalfOf !== null && isNamed(one.names, onBehalfOf),
  }));
}

export type AbsentPerson = Absent & AbsentDecider;

/** How long a call has waited, where it matters to who may decide it. */
async function waitedOf(
  tx: Tx,
  demands: readonly DemandingPolicy[],
  { createdAt }: Waiting,
): Promise<number> {
  if (escalationsOf(demands).length === 0) return 0;
  return (await databaseNow(tx)).getTime() - createdAt.getTime();
}

/**
 * Does a verdict say why, where a policy of the call asks for it?
 * @throws DomainError VALIDATION_ERROR
 */
export function assertReasoned(call: WaitsBy, verdict: string, reason?: string): void {
  const asking = asksReason(demandsOf(call), verdict);
  if (!asking || (reason ?? "").trim() !== "") return;
  throw invalid(
    "/reason",
    "required",
    `The policy “${asking.name}” asks for a reason. Nothing was recorded; say why.`,
  );
}

/** Whether the call is made on this person's behalf. */
export async function isNamedBy(
  tx: Tx,
  actor: UserActor,
  { onBehalfOf }: Pick<Approval, "onBehalfOf">,
): Promise<boolean> {
  return onBehalfOf !== null && isNamed(await listOwnNames(tx, actor), onBehalfOf);
}

/**
 * May this person's yes count? Not for their own call, not by a script at critical unless the tenant allows it, and not without
 * what the page demands. Whoever edits has the whole text before them, so nothing has to be opened.
 * @returns what the page demanded; nothing of a script
 * @throws DomainError FORBIDDEN or VALIDATION_ERROR
 */
export async function assertMayApprove(
  tx: Tx,
  scope: UserScope,
  approval: Approval,
  yes: { seen: Seen | undefined; edits: boolean },
): Promise<Demanded> {
  assertNotOwnCall(await isOwnCall(tx, scope.actor, approval));
  const { risk } = approval;
  if (scope.actor.via === "token") {
    if (risk === "critical")
      assertTokenMayApprove((await loadTenantSettings(tx, approval.tenantId)).tokensApproveCritical);
    return { folds: [], confirmation: null };
  }
  return assertConfirmedAs(tx, approval, yes, risk);
}

/**
 * Does a yes from a page carry what pages demand at this risk?
 * @returns what they demand
 * @throws DomainError VALIDATION_ERROR
 */
export async function assertConfirmedAs(
  tx: Tx,
  approval: Approval,
  yes: { seen: Seen | undefined; edits: boolean },
  risk: RiskWord,
): Promise<Demanded> {
  const facts = approval.facts as Facts | null;
  const claims = { howMany: facts?.how_many ?? null, toWhom: facts?.to_whom ?? null, tool: approval.tool };
  const folds = yes.edits ? [] : await foldsShown(tx, approval);
  const confirmation = confirmationFor(risk, claims);
  assertConfirmed({ risk, confirmation, folds, edits: yes.edits }, yes.seen);
  return { folds, confirmation };
}

/** The folded parts of the page as it stands, of which some must be opened. */
async function foldsShown(tx: Tx, approval: Approval): Promise<Fold[]> {
  const { tenantId, id: approvalId, argumentsText: now, revision } = approval;
  const last = await findLastApproved(tx, approval);
  const first =
    revision > 1
      ? await tx.approvalRevision.findFirst({ where: { tenantId, approvalId, revision: 1 } })
      : null;
  const texts = { now, requested: first?.argumentsText ?? null, last: last?.argumentsText ?? null };
  return foldsOf(compareArguments(texts).rows, approval.risk);
}
