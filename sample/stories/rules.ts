import { policySchema } from "@/lib/policies/schema";
import type { Policy } from "@/lib/policies/types";
import { FERNHILL, HALDEN, JUNIPER } from "./world";

export const OWNED: readonly (readonly [company: string, agent: string])[] = [
  [FERNHILL, "support-copilot"],
  [FERNHILL, "billing-agent"],
  [HALDEN, "ops-runbook"],
  [JUNIPER, "front-desk"],
];

/** In cents, as Stripe counts. */
export const REFUNDS_A_DAY = 50_000;

// In wire form, so that sending the same list back changes nothing.
const REFUNDS: Policy = policySchema.parse({
  name: "Refunds of a day (sample)",
  action: "require",
  match: { tenants: [FERNHILL], providers: ["stripe"], tools: ["create_refund"] },
  budget: { at_most: REFUNDS_A_DAY, of: "/amount", per: "day", each: "agent" },
  require: { separation: { requester: true }, reason_required: ["approve"] },
});

/** Policies that match sample calls only. */
export const POLICIES: readonly Policy[] = [REFUNDS];

/** The call that exceeds the budget. */
export const BEYOND = {
  company: FERNHILL,
  gateway: "sample-edge",
  policy: REFUNDS,
  provider: "stripe",
  tool: "create_refund",
  agent: "support-copilot",
  risk: "high",
  rationale: "Nadia Keller returned the tent within 30 days, so the policy gives the full price back.",
  summary: (money: string) => `Refund ${money} to Nadia Keller for order FH-48213`,
  facts: (money: string) => ({
    what: "Refund",
    to_whom: "Nadia Keller",
    how_many: money,
    undo: "impossible",
  }),
  intent: "pi_7Qd2mVx0LsNc4TbRk9YzWfGa",
} as const;
