import { expect, test } from "vitest";
import { judge } from "@/lib/approvals/gate/rules";
import { RISKS } from "@/lib/core/risk";
import { confirmedWords, SETTING } from "./tenants";

/** The risks of a call that run unattended when the tenant's switch is on. */
function unseen(settings: { autoApproveHighRisk: boolean; confirmMode: string }): string[] {
  return RISKS.filter((risk) => {
    const verdict = judge({
      digest: "sha256:0",
      risk,
      confirmationRequired: true,
      confirm: true,
      redemptionKey: null,
      settings: { ...settings, rejectionCooldownSeconds: 600 },
      earlier: [],
      policy: null,
      isRemembered: false,
      now: new Date(0),
    });
    return verdict.kind === "allow_recorded";
  });
}

test("the switches that let calls through say that critical ones wait, as the gate does", () => {
  expect(unseen({ autoApproveHighRisk: true, confirmMode: "ignore" })).toEqual(["low", "medium", "high"]);
  expect(SETTING.autoApproveHighRisk.means(true)).toMatch(
    /^Countersign asks no one\. High-risk calls, and lower ones .* Critical calls still wait/,
  );
  expect(unseen({ autoApproveHighRisk: false, confirmMode: "accept" })).toEqual(["low", "medium", "high"]);
  expect(SETTING.confirmMode.means("accept")).toContain("unless it is critical");
});

test("a rejection holds although the switch is on, as its text says", () => {
  const verdict = judge({
    digest: "sha256:0",
    risk: "high",
    confirmationRequired: true,
    confirm: false,
    redemptionKey: null,
    settings: { autoApproveHighRisk: true, confirmMode: "ignore", rejectionCooldownSeconds: 600 },
    earlier: [
      {
        id: "a",
        decision: "rejected",
        execution: "blocked",
        mode: "reissue",
        argumentsSha256: "sha256:0",
        redeemedAt: null,
        redemptionKey: null,
        useBy: null,
        decidedAt: new Date(599_000),
        deniedBy: null,
        deniedVersion: null,
        isUnknown: false,
      },
    ],
    policy: null,
    isRemembered: false,
    now: new Date(600_000),
  });
  expect(verdict.kind).toBe("deny_earlier");
  expect(SETTING.autoApproveHighRisk.means(true)).toContain("a call that was just rejected is still refused");
});

test("the setting for confirm: true does not use the words of calls of unrated tools", () => {
  expect(confirmedWords(10_000, 1)).toBe(
    "1 call ran in the last 7 days because the gateway said the user had confirmed.",
  );
  const words = (["accept", "ignore"] as const).map((mode) => SETTING.confirmMode.means(mode));
  for (const text of [SETTING.confirmMode.title, confirmedWords(1, 2), ...words])
    expect(text).not.toMatch(/gateway.s word/);
});
