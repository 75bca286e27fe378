import { describe, expect, test } from "vitest";
import { attemptsAround, linkAttempts } from "./rules";
import { NEARBY_MAX, type NearbyAttempt } from "./types";

const call = (id: string, at: number, over: Partial<NearbyAttempt> = {}): NearbyAttempt => ({
  ...{ id, decision: "pending", execution: "none", heldBecause: "risk", decidedBy: null, reason: null },
  ...{ createdAt: new Date(at).toISOString(), decidedAt: null, head: '{"to":"all"}' },
  ...over,
});

const refused = (id: string, at: number, decidedAt: number, over: Partial<NearbyAttempt> = {}) =>
  call(id, at, { decision: "rejected", decidedAt: new Date(decidedAt).toISOString(), ...over });

const links = (...calls: NearbyAttempt[]) => Object.fromEntries(linkAttempts(calls));

describe("the next attempt", () => {
  test("is the first call after a refusal, and the one after it is none", () => {
    expect(links(refused("a", 0, 5), call("b", 10), call("c", 20))).toEqual({ b: "a" });
    expect(links(refused("a", 0, 5, { decision: "changes_requested" }), call("b", 10))).toEqual({ b: "a" });
  });

  test("is never a call that was asked before the refusal", () => {
    expect(links(refused("a", 0, 15), call("b", 10), call("c", 20))).toEqual({ c: "a" });
  });

  test("follows people and no policy, and no approval, expiry or cancellation", () => {
    expect(links(refused("a", 0, 5, { heldBecause: "policy_denied" }), call("b", 10))).toEqual({});
    for (const decision of ["approved", "expired", "cancelled", "revoked"] as const)
      expect(links(refused("a", 0, 5, { decision }), call("b", 10))).toEqual({});
  });

  test("makes chains", () => {
    const calls = [refused("a", 0, 5), refused("b", 10, 15), call("c", 20)];
    expect(Object.fromEntries(linkAttempts(calls))).toEqual({ b: "a", c: "b" });
    expect(attemptsAround(calls, "c")).toMatchObject({ number: 3, earlier: { id: "b" }, next: null });
    expect(attemptsAround(calls, "a")).toMatchObject({ number: 1, earlier: null, next: { id: "b" } });
  });

  test("is one of so many or a later one where more calls may stand before it", () => {
    const chain = (before: number) =>
      Array.from({ length: before + 1 }, (_, at) => refused(`c${at}`, at * 10, at * 10 + 5));
    expect(attemptsAround(chain(NEARBY_MAX), `c${NEARBY_MAX}`)).toMatchObject({ number: 21, orLater: true });
    expect(attemptsAround(chain(NEARBY_MAX - 1), `c${NEARBY_MAX - 1}`)).toMatchObject({
      ...{ number: 20, orLater: false },
    });
  });

  test("of two refusals follows the one whose arguments begin most alike", () => {
    const [bob, eve] = [{ head: '{"to":"bob","text":"hi"}' }, { head: '{"to":"eve","text":"hi"}' }];
    const later = [call("c", 20, { head: '{"to":"bob","text":"good day"}' }), call("d", 21, eve)];
    expect(links(refused("a", 0, 5, bob), refused("b", 1, 6, eve), ...later)).toEqual({ c: "a", d: "b" });
    expect(links(refused("a", 0, 5), refused("b", 1, 6), call("c", 20))).toEqual({ c: "b" });
  });
});
