import { expect, test } from "vitest";
import { reasonsOf, suggestionOf } from "./rules";
import { EXPIRED_REASONS, type ExpiredFacts } from "./types";

const FACTS: ExpiredFacts = {
  id: "call",
  tool: "send",
  groups: ["ops"],
  createdAt: new Date("2026-11-27T23:30:00Z"),
  decideBy: new Date("2026-11-28T01:00:00Z"),
  hadEligible: true,
  hadOnDuty: true,
  sent: 2,
  heldBack: 0,
  opened: 1,
  approvals: 0,
  medianSeconds: null,
};

const of = (over: Partial<ExpiredFacts>) => reasonsOf({ ...FACTS, ...over });

test.each([
  [{ hadEligible: false, hadOnDuty: false, sent: 0, opened: 0 }, ["no_one_eligible", "not_notified"]],
  [{ hadOnDuty: false, opened: 0 }, ["no_one_on_duty", "not_opened"]],
  [{ sent: 0, opened: 0 }, ["not_notified"]],
  [{ sent: 0, heldBack: 3, opened: 0 }, ["held_back"]],
  [{ opened: 0 }, ["not_opened"]],
  [{ opened: 0, medianSeconds: 7_200 }, ["not_opened", "too_short"]],
  // Exactly the median is enough.
  [{ medianSeconds: 5_400 }, ["not_decided"]],
  [{ medianSeconds: 5_401 }, ["too_short", "not_decided"]],
  [{ approvals: 1 }, ["not_enough"]],
  [{}, ["not_decided"]],
  // They found it without a notification.
  [{ sent: 0, opened: 1 }, ["not_decided"]],
  [{ sent: 0, opened: 0, approvals: 1 }, ["not_enough"]],
] as const)("%j: %j", (over, reasons) => {
  expect(of(over)).toEqual(reasons);
});

test("whatever is known of a call, there is a reason, and its main one has a suggestion", () => {
  const either = [false, true];
  for (const hadEligible of either)
    for (const hadOnDuty of either)
      for (const sent of [0, 1])
        for (const heldBack of [0, 1])
          for (const opened of [0, 1])
            for (const approvals of [0, 1])
              for (const medianSeconds of [null, 1, 10_000]) {
                const facts = {
                  ...FACTS,
                  hadEligible,
                  hadOnDuty,
                  sent,
                  heldBack,
                  opened,
                  approvals,
                  medianSeconds,
                };
                const [main] = reasonsOf(facts);
                expect(main).toBeDefined();
                expect(suggestionOf(facts, main ?? "not_decided").path).toMatch(/^\//);
              }
});

test("suggestions name the shift, the group and the times", () => {
  expect(suggestionOf(FACTS, "no_one_on_duty")).toEqual({
    text: "Add a shift for Fri 23:30 to Sat 01:00 UTC to the rota of ops, or let the policy escalate to others.",
    path: "/settings/groups/ops",
  });
  expect(suggestionOf({ ...FACTS, medianSeconds: 4 * 3_600 }, "too_short").text).toBe(
    "Give people more time in its policy: it waited 90 min, and half of its tool's calls take more than 4 h.",
  );
  expect(
    EXPIRED_REASONS.map((reason) => suggestionOf(FACTS, reason).text).every((text) => text.endsWith(".")),
  ).toBe(true);
});
