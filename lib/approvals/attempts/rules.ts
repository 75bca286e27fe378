import { NEARBY_MAX, type NearbyAttempt } from "./types";

const REFUSED: ReadonlySet<string> = new Set(["rejected", "changes_requested"]);

/**
 * Which call is the next attempt after which: by the id of each, the call before it that people refused, of those that no other call
 * has followed yet. Of several the one whose arguments begin most alike, then the newest. The same calls give the same links, from
 * whichever of them one looks.
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

/** By a person: what a policy refuses, nobody asked to be changed. */
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
  // The later of two that are as much alike.
  return ranked.reduce((best, next) => (next.alike >= best.alike ? next : best)).one;
}

const wordsOf = (text: string) => new Set(text.match(/[\p{L}\p{N}]+/gu) ?? []);

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return shared / Math.max(1, one.size + other.size - shared);
}

/** Which attempt at the same thing a call is: 1 where it follows none. */
function attemptNumber(links: ReadonlyMap<string, string>, id: string): number {
  let number = 1;
  for (let before = links.get(id); before !== undefined; before = links.get(before)) number += 1;
  return number;
}

/** A call's place among the attempts around it. `orLater`: there are more calls before it than were looked at. */
export type Attempts = {
  number: number;
  orLater: boolean;
  earlier: NearbyAttempt | null;
  next: NearbyAttempt | null;
};

/** What a call follows and what follows it. */
export function attemptsAround(calls: readonly NearbyAttempt[], id: string): Attempts {
  const links = linkAttempts(calls);
  const named = (other: string | undefined) => calls.find((call) => call.id === other) ?? null;
  const next = [...links].find(([, before]) => before === id)?.[0];
  const orLater = calls.findIndex((call) => call.id === id) >= NEARBY_MAX;
  return { number: attemptNumber(links, id), orLater, earlier: named(links.get(id)), next: named(next) };
}
