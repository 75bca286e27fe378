import type { RiskWord } from "@/lib/core/risk";
import { deciderWords, escalationWords } from "@/lib/policies/sentences";
import type { Deciders } from "@/lib/policies/types";
import type { AbsentCandidate, Candidate, Demand, Standing, Takers } from "./types";

/** What is demanded of those who decide a call: by the policy that held it, and by those that fitted edits. */
export function demandsOf({ seats }: { seats: unknown }): readonly Demand[] {
  // Made by `seats_of` of the database and by nothing else.
  return (seats as readonly Demand[] | null) ?? [];
}

/** The demand that keeps the requester, the editor or the agent's owner apart; undefined where none does. */
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

/** Why a yes to a call has to be signed with a passkey, in a sentence; null where it need not be. */
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

/** Whether it has to be known to which groups a person belongs before it can be said whether they may decide. */
export function namesGroups(demands: readonly Demand[]): boolean {
  return takersOf(demands).some(({ groups }) => groups.length > 0);
}

/** Who joins those who decide, and after how many seconds. */
export function escalationsOf(demands: readonly Demand[]): Takers[] {
  return takersOf(demands).filter(({ afterSeconds }) => afterSeconds > 0);
}

/** How many more people have to approve: of those in whose place a vote counts, each counts once. */
export function missingOf(required: number, places: Iterable<string>): number {
  return Math.max(required - new Set(places).size, 0);
}

/** Why a person may not decide a call, in a sentence; null where every policy leaves them a seat. */
export function whyNot(demands: readonly Demand[], person: Candidate): string | null {
  for (const demand of demands) {
    const why = whyNotUnder(demand, person);
    if (why !== null) return why;
  }
  return null;
}

function whyNotUnder(demand: Demand, person: Candidate): string | null {
  const { policy, separation } = demand;
  const takers = takersOf([demand]);
  const later = takers.filter((one) => one.afterSeconds * 1_000 > Math.max(person.waitedMs, 0));
  const open = takers.filter((one) => !later.includes(one));
  if (!open.some((one) => mayTake(one, person))) {
    const groups = open.flatMap((one) => one.groups);
    const joining = later.map((one) => `; ${escalationWords(one)}`).join("");
    const off = groups.some((one) => person.offDuty.includes(one)) ? " You are not on duty now." : "";
    return `The policy “${policy}” leaves this call to ${deciderWords(together(open))}${joining}.${off}`;
  }
  if (separation.requester && person.isRequester)
    return `This call is made on your behalf, and the policy “${policy}” does not let requesters decide their own calls.`;
  if (separation.owner && person.isOwner)
    return `You own the agent that makes this call, and the policy “${policy}” does not let owners decide for their own agents.`;
  return null;
}

// The same in SQL is `leavesSeat`; a test holds the two against each other.
function mayTake({ roles, people, groups }: Takers, person: Candidate): boolean {
  return (
    roles.length + people.length + groups.length === 0 ||
    roles.some((one) => one === person.role) ||
    people.includes(person.email.toLowerCase()) ||
    groups.some((one) => person.groups.includes(one))
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
 * Whether a person may decide a call, by themself or else as the deputy of people who are out. A deputy has the names and groups of
 * the one who is out and no more of a role than both have; and neither of them may have asked for the call.
 */
export function standingOf<A extends AbsentCandidate>(
  demands: readonly Demand[],
  person: Candidate,
  absent: readonly A[],
): Standing<A> {
  const why = whyNot(demands, person);
  if (why === null) return { why, inPlaceOf: [] };
  const inPlaceOf = absent.filter((one) => whyNot(demands, deputyOf(one, person)) === null);
  if (inPlaceOf.length > 0) return { why: null, inPlaceOf };
  const free = { isRequester: false, isOwner: false };
  const barred = absent.find((one) => whyNot(demands, { ...deputyOf(one, person), ...free }) === null);
  if (!barred || person.isRequester || person.isOwner) return { why, inPlaceOf };
  const because = barred.isRequester ? onBehalfOfAbsent(barred) : ownsAgentOfAbsent(barred);
  return { why: `${why} ${because}`, inPlaceOf };
}

function deputyOf(one: AbsentCandidate, person: Candidate): Candidate {
  return {
    ...{ email: one.email, groups: one.groups, offDuty: one.offDuty, waitedMs: person.waitedMs },
    role: one.role === person.role ? person.role : "",
    isRequester: person.isRequester || one.isRequester,
    isOwner: person.isOwner || one.isOwner,
  };
}

/** Why whoever edited the arguments may not approve them. */
export function ownEditWords({ policy }: Demand): string {
  return `You edited the arguments, and the policy “${policy}” does not let editors approve their own edits.`;
}

/** Why a deputy may not approve what the one who is out edited. */
export function editOfAbsent({ name }: { name: string }, { policy }: Demand): string {
  return `You decide for ${name} at present, who edited the arguments. The policy “${policy}” does not let editors approve their own edits.`;
}

/** Why a deputy may not decide in the place of who owns the agent. */
function ownsAgentOfAbsent({ name }: { name: string }): string {
  return `You decide for ${name} at present, who owns the agent that makes the call.`;
}

/** Why a deputy may not decide in the place of whoever asked for the call. */
export function onBehalfOfAbsent({ name }: { name: string }): string {
  return `You decide for ${name} at present, and the call is made on their behalf.`;
}
