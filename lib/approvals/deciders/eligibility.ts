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
import { hasSeveralSeats } from "./tally";
import type { AbsentCandidate, Demand, Standing } from "./types";

// Whether a person may decide a call and approve it, in their current state and that of the call.

/** Whether the call is on this person's behalf and their tenant forbids approving one's own. */
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

/** What decides whether a person may decide a call. `now`: the database's clock at the decision. */
type Waiting = Pick<Approval, "seats" | "tenantId" | "agent" | "onBehalfOf" | "createdAt"> & { now?: Date };

/** An absent person with all their names, and their relation to the call. */
export type AbsentPerson = Absent & AbsentCandidate;

/** The demands, the people to decide for as a deputy (empty: directly), and all ways to decide. */
export type Eligible = { demands: readonly Demand[] } & Omit<Standing<AbsentPerson>, "why">;

/**
 * Checks that this person may decide the call. Reads and locks their role and groups, and those of
 * the people they are deputy for.
 * @param added a policy that matches an edit of the call and adds its demands
 * @throws DomainError FORBIDDEN
 */
export async function assertEligible(
  tx: Tx,
  { actor }: UserScope,
  call: Waiting & Pick<Approval, "policy" | "editPolicies">,
  added?: DemandingPolicy,
): Promise<Eligible> {
  if (!added && demandsOf(call).length === 0) return { demands: [], inPlaceOf: [], ways: [] };
  const me = Prisma.sql`${actor.id}::uuid`;
  const held = await tx.$queryRaw<(Person & { id: string; isOff: boolean; seats: Approval["seats"] })[]>`
    select id, role::text, email, name, disabled_at is not null as "isOff", ${seatsWith(call, added)} as seats from users
    where id = ${me} or id in (select d.from_id from delegations d where d.to_id = ${me} and ${isInForce(momentOf(call))})
    order by id for share`;
  const person = held.find(({ id, isOff }) => id === actor.id && !isOff);
  if (!person || !mayDecide(person.role)) throw mayNotDecide(person?.role ?? "none");
  const { role, email, name, seats } = person;
  // A separate statement: the one that locks would read other tables as of before its wait.
  const ids = new Set(held.map(({ id }) => id));
  const { why, ...standing } = await standingFor(
    tx,
    { ...actor, role, email, name },
    { ...call, seats },
    ids,
  );
  if (why !== null) throw new DomainError("FORBIDDEN", `${why} Nothing was recorded.`);
  return { demands: demandsOf({ seats }), ...standing };
}

function seatsWith(
  { policy, editPolicies, seats }: Pick<Approval, "seats" | "policy" | "editPolicies">,
  added: DemandingPolicy | undefined,
): Prisma.Sql {
  if (!added) return Prisma.sql`${JSON.stringify(seats)}::jsonb`;
  const edits = [...((editPolicies as unknown[] | null) ?? []), added];
  return Prisma.sql`seats_of(${JSON.stringify(policy)}::jsonb, ${JSON.stringify(edits)}::jsonb)`;
}

type Person = Pick<UserActor, "role" | "email" | "name">;

/** The time for absence checks: that of the decision, which is stored with the vote. */
export const momentOf = ({ now }: { now?: Date }) => (now ? Prisma.sql`${now}::timestamptz` : NOW);

/** Why this person may not decide the call; null if they may. For display only. */
export async function findIneligible(tx: Tx, { actor }: UserScope, call: Waiting): Promise<string | null> {
  return (await standingFor(tx, actor, call)).why;
}

/** @param held ids of the locked people that they are deputy for; if absent, all */
async function standingFor(
  tx: Tx,
  actor: UserActor,
  call: Waiting,
  held?: ReadonlySet<string>,
): Promise<Standing<AbsentPerson>> {
  const demands = demandsOf(call);
  if (demands.length === 0) return { why: null, inPlaceOf: [], ways: [] };
  const isRequester = separating(demands, "requester") !== undefined && (await isNamedBy(tx, actor, call));
  const own = namesGroups(demands) ? await readOwnGroups(tx, actor.id) : { groups: [], offDuty: [] };
  const waitedMs = await waitedOf(tx, demands, call);
  const owner = separating(demands, "owner") ? await findOwnerId(tx, call.tenantId, call.agent) : null;
  const person = { ...actor, ...own, isRequester, isOwner: owner === actor.id, waitedMs };
  // A person who may decide directly needs to be a deputy only where there are several seats.
  if (!hasSeveralSeats(demands) && whyNot(demands, person) === null) return standingOf(demands, person, []);
  const absent = await readAbsent(tx, actor.id, call.tenantId, momentOf(call));
  const out = held ? absent.filter(({ id }) => held.has(id)) : absent;
  return standingOf(demands, person, asAbsent(out, call, owner));
}

/** Adds to absent people whether the call is on their behalf, and whether they own its agent. */
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

/** The requester and the editor, by name or id, where a rule keeps them from approving. */
type Apart = { requester: string | null; editor: string | null };

/** Whether a separated person would approve, themselves or through a deputy. */
export function isKeptApart(
  { requester, editor }: Apart,
  { names, ids }: { names: readonly string[]; ids: readonly string[] },
): boolean {
  return (requester !== null && isNamed(names, requester)) || (editor !== null && ids.includes(editor));
}

async function waitedOf(tx: Tx, demands: readonly Demand[], { createdAt }: Waiting): Promise<number> {
  if (escalationsOf(demands).length === 0) return 0;
  return (await databaseNow(tx)).getTime() - createdAt.getTime();
}

/**
 * Checks that another person edited the current arguments, where a policy of the call requires
 * that.
 * @throws DomainError FORBIDDEN
 */
export async function assertNotOwnEdit(tx: Tx, { actor }: UserScope, approval: Approval): Promise<void> {
  const apart = separating(demandsOf(approval), "editor");
  if (!apart || (await editorOf(tx, approval)) !== actor.id) return;
  throw new DomainError("FORBIDDEN", `${ownEditWords(apart)} Nothing was recorded.`);
}

/**
 * Of the people that a deputy may decide for, those that they may approve for: not the requester or
 * the editor, where a rule separates them.
 * @param inPlaceOf empty if the person decides for themselves
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

/** The editor of the current arguments; null if they are the agent's. */
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
