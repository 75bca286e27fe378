import type { RiskWord } from "@/lib/core/risk";
import { deciderWords, escalationWords } from "@/lib/policies/sentences";
import type { Deciders } from "@/lib/policies/types";
import type { AbsentCandidate, Candidate, Demand, Seat, Standing, Taker, Takers } from "./types";

/**
 * The demands on deciders: of the policy that held the call, and of those that matched edits. An
 * edit under the same policy demands nothing new.
 */
export function demandsOf({ seats }: { seats: unknown }): readonly Demand[] {
  // Only the database function `seats_of` writes this.
  const all = (seats as readonly Demand[] | null) ?? [];
  return all.length < 2 ? all : [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/** The demand that excludes the requester, editor or owner; undefined if none does. */
export function separating(demands: readonly Demand[], who: keyof Demand["separation"]): Demand | undefined {
  return demands.find(({ separation }) => separation[who]);
}

/** Whether who asked for the call is kept from approving it, by their tenant or by a policy. */
export function isRequesterApart(demands: readonly Demand[], blockSelfApproval: boolean): boolean {
  return blockSelfApproval || separating(demands, "requester") !== undefined;
}

/** The demand that an approval be signed with a passkey. */
export function asksPasskey(demands: readonly Demand[]): Demand | undefined {
  return demands.find(({ passkey }) => passkey);
}

/** Why an approval needs a passkey signature, as a sentence; null if it needs none. */
export function passkeyBecause(
  demands: readonly Demand[],
  { risk, criticalNeedsPasskey }: { risk: RiskWord; criticalNeedsPasskey: boolean },
): string | null {
  const asking = asksPasskey(demands);
  if (asking) return `The policy “${asking.policy}” asks for a passkey.`;
  if (risk === "critical" && criticalNeedsPasskey) return "This tenant asks for a passkey at critical risk.";
  return null;
}

const takersOf = (demands: readonly Demand[]): readonly Takers[] =>
  demands.flatMap(({ seats }) => seats.flatMap(({ takers }) => takers));

/** Whether the decision about a person depends on their groups. */
export function namesGroups(demands: readonly Demand[]): boolean {
  return takersOf(demands).some(({ groups }) => groups.length > 0);
}

/** Who joins those who decide, and after how many seconds. They join every seat of a demand. */
export function escalationsOf(demands: readonly Demand[]): Takers[] {
  const first = demands.flatMap(({ seats }) => seats.slice(0, 1).flatMap(({ takers }) => takers));
  return first.filter(({ afterSeconds }) => afterSeconds > 0);
}

/**
 * Why a person may not decide a call, as a sentence. Null if a policy leaves them a seat and none
 * keeps them apart.
 */
export function whyNot(demands: readonly Demand[], person: Candidate): string | null {
  const [first] = demands;
  if (!first) return null;
  const taker = takerOf(person);
  const isSeated = demands.some(({ seats }) => seats.some((seat) => mayTake(seat, taker)));
  if (!isSeated) return noSeatWords(first, person);
  return demands.map((demand) => apartWords(demand, person)).find((why) => why !== null) ?? null;
}

/** A person as the takers of a seat name them. */
function takerOf({
  email,
  role,
  groups,
  waitedMs,
}: Omit<Candidate, "offDuty" | "isRequester" | "isOwner">): Taker {
  return { email: email.toLowerCase(), role, groups, waited: Math.max(waitedMs, 0) / 1_000 };
}

function noSeatWords(demand: Demand, person: Candidate): string {
  const later = escalationsOf([demand]).filter(
    (one) => one.afterSeconds * 1_000 > Math.max(person.waitedMs, 0),
  );
  const open = takersOf([demand]).filter((one) => one.afterSeconds * 1_000 <= Math.max(person.waitedMs, 0));
  const groups = open.flatMap((one) => one.groups);
  const joining = later.map((one) => `; ${escalationWords(one)}`).join("");
  const off = groups.some((one) => person.offDuty.includes(one)) ? " You are not on duty now." : "";
  return `The policy “${demand.policy}” leaves this call to ${deciderWords(together(open))}${joining}.${off}`;
}

function apartWords({ policy, separation }: Demand, person: Candidate): string | null {
  if (separation.requester && person.isRequester)
    return `This call is made on your behalf, and the policy “${policy}” does not let requesters decide their own calls.`;
  if (separation.owner && person.isOwner)
    return `You own the agent that makes this call, and the policy “${policy}” does not let owners decide for their own agents.`;
  return null;
}

/** Whether a person may take a seat. `leavesSeat` is the same rule in SQL; a test compares the two. */
export function mayTake({ takers }: Seat, { email, role, groups: own, waited }: Taker): boolean {
  return takers.some(
    ({ afterSeconds, roles, people, groups }) =>
      afterSeconds <= waited &&
      (roles.length + people.length + groups.length === 0 ||
        roles.some((one) => one === role) ||
        people.includes(email) ||
        groups.some((one) => own.includes(one))),
  );
}

function together(takers: readonly Takers[]): Deciders {
  const all = <T>(of: (one: Takers) => readonly T[]) => [...new Set(takers.flatMap(of))];
  return {
    roles: all((one) => one.roles),
    people: all((one) => one.people),
    groups: all((one) => one.groups),
  };
}

/**
 * Whether a person may decide a call, themselves or as the deputy of absent people. A deputy has
 * the absent person's name and groups, and the lesser of both roles. Neither may be the requester.
 */
export function standingOf<A extends AbsentCandidate>(
  demands: readonly Demand[],
  person: Candidate,
  absent: readonly A[],
): Standing<A> {
  const why = whyNot(demands, person);
  const inPlaceOf = absent.filter((one) => whyNot(demands, deputyOf(one, person)) === null);
  const deputy = inPlaceOf.map((one) => ({ as: one, who: takerOf(deputyOf(one, person)) }));
  if (why === null) return { why, inPlaceOf: [], ways: [{ as: null, who: takerOf(person) }, ...deputy] };
  if (inPlaceOf.length > 0) return { why: null, inPlaceOf, ways: deputy };
  const free = { isRequester: false, isOwner: false };
  const barred = absent.find((one) => whyNot(demands, { ...deputyOf(one, person), ...free }) === null);
  if (!barred || person.isRequester || person.isOwner) return { why, inPlaceOf, ways: [] };
  const because = barred.isRequester ? onBehalfOfAbsent(barred) : ownsAgentOfAbsent(barred);
  return { why: `${why} ${because}`, inPlaceOf, ways: [] };
}

function deputyOf(one: AbsentCandidate, person: Candidate): Candidate {
  return {
    ...{ email: one.email, groups: one.groups, offDuty: one.offDuty, waitedMs: person.waitedMs },
    role: one.role === person.role ? person.role : "",
    isRequester: person.isRequester || one.isRequester,
    isOwner: person.isOwner || one.isOwner,
  };
}

export function ownEditWords({ policy }: Demand): string {
  return `You edited the arguments, and the policy “${policy}” does not let editors approve their own edits.`;
}

/** Why a deputy may not approve the edit of their absent person. */
export function editOfAbsent({ name }: { name: string }, { policy }: Demand): string {
  return `You decide for ${name} at present, who edited the arguments. The policy “${policy}” does not let editors approve their own edits.`;
}

/** Why a deputy may not decide for the owner of the agent. */
function ownsAgentOfAbsent({ name }: { name: string }): string {
  return `You decide for ${name} at present, who owns the agent that makes the call.`;
}

export function onBehalfOfAbsent({ name }: { name: string }): string {
  return `You decide for ${name} at present, and the call is made on their behalf.`;
}
