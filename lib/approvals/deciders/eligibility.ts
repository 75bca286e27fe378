import { findOwnerId } from "@/lib/auth/agents/owner";
import { type Absent, readAbsent } from "@/lib/auth/delegations/absences";
import { isInForce } from "@/lib/auth/delegations/validity";
import { NOW, readOwnGroups } from "@/lib/auth/people/groups";
import { isNamed, listOwnNames } from "@/lib/auth/people/names";
import { databaseNow } from "@/lib/core/clock";
import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { UserActor, UserScope } from "@/lib/core/scope";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import type { DemandingPolicy } from "@/lib/policies/requirements";
import { loadTenantSettings } from "@/lib/tenants/queries";
import { mayDecide, mayNotDecide } from "../rules";
import {
  demandsOf,
  editOfAbsent,
  escalationsOf,
  namesGroups,
  onBehalfOfAbsent,
  ownEditWords,
  separating,
  standingOf,
  whyNot,
} from "./rules";
import type { AbsentCandidate, Demand, Standing } from "./types";

// Whether a person may decide a call and approve it, as they and the call are at this moment.

/** Whether the call is made on this person's behalf and their tenant lets nobody approve their own. */
export async function isOwnCall(
  tx: Tx,
  actor: UserActor,
  call: Pick<Approval, "tenantId" | "onBehalfOf">,
): Promise<boolean> {
  if (!(await isNamedBy(tx, actor, call))) return false;
  return (await loadTenantSettings(tx, call.tenantId)).blockSelfApproval;
}

/** Whether the call is made on this person's behalf. */
export async function isNamedBy(
  tx: Tx,
  actor: UserActor,
  { onBehalfOf }: Pick<Approval, "onBehalfOf">,
): Promise<boolean> {
  return onBehalfOf !== null && isNamed(await listOwnNames(tx, actor), onBehalfOf);
}

/** What is looked at to say whether somebody may decide a call. `now`: by the database's clock, when they did. */
type Waiting = Pick<Approval, "seats" | "tenantId" | "agent" | "onBehalfOf" | "createdAt"> & { now?: Date };

/** Somebody who is out, with all that they go by, and what they are to the call. */
export type AbsentPerson = Absent & AbsentCandidate;

/** What is demanded, and in whose place the person may decide under all of it; empty where they may by themself. */
export type Eligible = { demands: readonly Demand[]; inPlaceOf: readonly AbsentPerson[] };

/**
 * May this person decide the call? Their role and groups, and those of the people whose deputy they are, are read as they are now, and
 * stay so until the decision is stored.
 * @param added a policy that fits an edit of the call, by which it is to wait as well
 * @throws DomainError FORBIDDEN
 */
export async function assertEligible(
  tx: Tx,
  { actor }: UserScope,
  call: Waiting & Pick<Approval, "policy" | "editPolicies">,
  added?: DemandingPolicy,
): Promise<Eligible> {
  if (!added && demandsOf(call).length === 0) return { demands: [], inPlaceOf: [] };
  const me = Prisma.sql`${actor.id}::uuid`;
  const held = await tx.$queryRaw<(Person & { id: string; isOff: boolean; seats: Approval["seats"] })[]>`
    select id, role::text, email, name, disabled_at is not null as "isOff", ${seatsWith(call, added)} as seats from users
    where id = ${me} or id in (select d.from_id from delegations d where d.to_id = ${me} and ${isInForce(momentOf(call))})
    order by id for share`;
  const person = held.find(({ id, isOff }) => id === actor.id && !isOff);
  if (!person || !mayDecide(person.role)) throw mayNotDecide(person?.role ?? "none");
  const { role, email, name, seats } = person;
  // In a statement of its own: the one that locks sees other tables as they were before it waited for the lock.
  const ids = new Set(held.map(({ id }) => id));
  const { why, inPlaceOf } = await standingFor(tx, { ...actor, role, email, name }, { ...call, seats }, ids);
  if (why !== null) throw new DomainError("FORBIDDEN", `${why} Nothing was recorded.`);
  return { demands: demandsOf({ seats }), inPlaceOf };
}

/** The seats of a call, with those that a policy adds. */
function seatsWith(
  { policy, editPolicies, seats }: Pick<Approval, "seats" | "policy" | "editPolicies">,
  added: DemandingPolicy | undefined,
): Prisma.Sql {
  if (!added) return Prisma.sql`${JSON.stringify(seats)}::jsonb`;
  const edits = [...((editPolicies as unknown[] | null) ?? []), added];
  return Prisma.sql`seats_of(${JSON.stringify(policy)}::jsonb, ${JSON.stringify(edits)}::jsonb)`;
}

type Person = Pick<UserActor, "role" | "email" | "name">;

/** When it is asked who is out: the time of the decision, with which a vote is kept. */
export const momentOf = ({ now }: { now?: Date }) => (now ? Prisma.sql`${now}::timestamptz` : NOW);

/** Why this person may not decide the call; null where they may. For pages: the decision asks again. */
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
  const isRequester = separating(demands, "requester") !== undefined && (await isNamedBy(tx, actor, call));
  const own = namesGroups(demands) ? await readOwnGroups(tx, actor.id) : { groups: [], offDuty: [] };
  const waitedMs = await waitedOf(tx, demands, call);
  const owner = separating(demands, "owner") ? await findOwnerId(tx, call.tenantId, call.agent) : null;
  const person = { ...actor, ...own, isRequester, isOwner: owner === actor.id, waitedMs };
  // Whoever may by themself does not ask for whom else they might.
  if (whyNot(demands, person) === null) return { why: null, inPlaceOf: [] };
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

/** Who may decide a call and not approve it: whoever asked for it and whoever edited it, by name and by id, where they are kept apart. */
type Apart = { requester: string | null; editor: string | null };

/** Whether an approval would be that of somebody who is kept apart, or in their place. */
export function isKeptApart(
  { requester, editor }: Apart,
  { names, ids }: { names: readonly string[]; ids: readonly string[] },
): boolean {
  return (requester !== null && isNamed(names, requester)) || (editor !== null && ids.includes(editor));
}

/** How long a call has waited, where it matters to who may decide it. */
async function waitedOf(tx: Tx, demands: readonly Demand[], { createdAt }: Waiting): Promise<number> {
  if (escalationsOf(demands).length === 0) return 0;
  return (await databaseNow(tx)).getTime() - createdAt.getTime();
}

/**
 * Is it somebody else who put the present arguments there, where a policy of the call asks for that?
 * @throws DomainError FORBIDDEN
 */
export async function assertNotOwnEdit(tx: Tx, { actor }: UserScope, approval: Approval): Promise<void> {
  const apart = separating(demandsOf(approval), "editor");
  if (!apart || (await editorOf(tx, approval)) !== actor.id) return;
  throw new DomainError("FORBIDDEN", `${ownEditWords(apart)} Nothing was recorded.`);
}

/**
 * Of those in whose place somebody may decide a call, the ones in whose place they may approve it: neither who asked for it, where the
 * tenant or a policy keeps them from it, nor who edited it, where a policy does.
 * @param inPlaceOf nobody: the person decides by themself
 * @throws DomainError FORBIDDEN where none is left
 */
export async function assertMayApproveFor(
  tx: Tx,
  approval: Approval,
  inPlaceOf: readonly AbsentPerson[],
  edits: boolean,
): Promise<readonly AbsentPerson[]> {
  const [first] = inPlaceOf;
  if (!first) return [];
  const requesters = inPlaceOf.filter(({ isRequester }) => isRequester);
  const isApart =
    requesters.length > 0 && (await loadTenantSettings(tx, approval.tenantId)).blockSelfApproval;
  const others = isApart ? inPlaceOf.filter(({ isRequester }) => !isRequester) : inPlaceOf;
  const [requester = first] = requesters;
  if (others.length === 0)
    throw new DomainError(
      "FORBIDDEN",
      `${onBehalfOfAbsent(requester)} Your approval was not recorded; you can still reject the call.`,
    );
  const apart = edits ? undefined : separating(demandsOf(approval), "editor");
  const editor = apart && (await editorOf(tx, approval));
  const left = others.filter(({ id }) => id !== editor);
  if (apart && left.length === 0)
    throw new DomainError("FORBIDDEN", `${editOfAbsent(first, apart)} Nothing was recorded.`);
  return left;
}

/** Who put the present arguments there; null where the agent did. */
export async function editorOf(
  tx: Tx,
  { tenantId, id: approvalId, revision }: Approval,
): Promise<string | null> {
  if (revision === 1) return null;
  const edit = await tx.approvalRevision.findFirst({
    where: { tenantId, approvalId, revision },
    select: { editedBy: true },
  });
  return edit?.editedBy ?? null;
}
