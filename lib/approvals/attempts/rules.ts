import { NEARBY_MAX, type NearbyAttempt } from "./types";

const REFUSED: ReadonlySet<string> = new Set(["rejected", "changes_requested"]);

/**
 * Links each call to the rejected call that it retries, by id. Among candidates, the most similar
 * arguments win, then the newest. The result does not depend on the call that is viewed.
 * @param calls of one session, tool and agent, in the order in which they were asked
 */
export function linkAttempts(calls: readonly NearbyAttempt[]): Map<string, string> {
  const followed = new Set<string>();
  const links = new Map<string, string>();
  for (const [at, call] of calls.entries()) {
    const askedAt = Date.parse(call.createdAt);
    const open = calls.slice(0, at).filter((one) => isRefusedBy(one, askedAt) && !followed.has(one.id));
    const before = mostAlike(call, open);
    if (!before) continue;
    followed.add(before.id);
    links.set(call.id, before.id);
  }
  return links;
}

/** Only rejections by people count: a policy's refusal does not ask for changes. */
function isRefusedBy({ decision, heldBecause, decidedAt }: NearbyAttempt, time: number): boolean {
  return (
    REFUSED.has(decision) &&
    heldBecause !== "policy_denied" &&
    decidedAt !== null &&
    Date.parse(decidedAt) <= time
  );
}

function mostAlike(call: NearbyAttempt, open: readonly NearbyAttempt[]): NearbyAttempt | undefined {
  if (open.length < 2) return open[0];
  const words = wordsOf(call.head);
  const ranked = open.map((one) => ({ one, alike: overlap(words, wordsOf(one.head)) }));
  // Of two equally similar calls, the later one wins.
  return ranked.reduce((best, next) => (next.alike >= best.alike ? next : best)).one;
}

const wordsOf = (text: string) => new Set(text.match(/[\p{L}\p{N}]+/gu) ?? []);

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return shared / Math.max(1, one.size + other.size - shared);
}

/** The calls that are attempts of the same thing as this one, in their order, itself included. */
function chainOf(links: ReadonlyMap<string, string>, id: string): string[] {
  const next = new Map([...links].map(([later, before]) => [before, later]));
  const chain = [id];
  for (let before = links.get(id); before !== undefined; before = links.get(before)) chain.unshift(before);
  for (let later = next.get(id); later !== undefined; later = next.get(later)) chain.push(later);
  return chain;
}

/** A call's number among its attempts. `orLater`: there are earlier calls that were not read. */
export type Attempts = {
  number: number;
  orLater: boolean;
  earlier: NearbyAttempt | null;
  next: NearbyAttempt | null;
  /** All of them that were read, in their order, this call included. */
  chain: NearbyAttempt[];
};

export function attemptsAround(calls: readonly NearbyAttempt[], id: string): Attempts {
  const byId = new Map(calls.map((call) => [call.id, call]));
  const chain = chainOf(linkAttempts(calls), id).flatMap((one) => byId.get(one) ?? []);
  const at = chain.findIndex((call) => call.id === id);
  const orLater = calls.findIndex((call) => call.id === id) >= NEARBY_MAX;
  const [earlier = null, next = null] = [chain[at - 1], chain[at + 1]];
  return { number: Math.max(at, 0) + 1, orLater, earlier, next, chain };
}
