import * as z from "zod";
import { RISKS } from "@/lib/core/risk";
import { pageWire, wireOf, wireTime } from "@/lib/core/wire";
import { PAUSES, type RememberedRule, RULE_STATES } from "./types";

const ruleWire = z
  .strictObject({
    id: z.uuid(),
    state: z.enum(RULE_STATES).describe("`ended`: revoked, expired or used up."),
    paused: z
      .enum(PAUSES)
      .nullable()
      .describe(
        "Why an active rule lets nothing through now: the tool's `definition` or `rating` is not what it was, or its `maker` may not decide any more.",
      ),
    tenant: z.string(),
    gateway: z.string(),
    provider: z.string().nullable(),
    tool: z.string(),
    risk: z.enum(RISKS),
    agent: z.string().nullable(),
    any_agent: z.boolean(),
    on_behalf_of: z.string().nullable(),
    arguments: z.array(
      z.strictObject({
        path: z.string(),
        is: z.enum(["fixed", "free", "bounded"]),
        says: z.string().describe("For people to read."),
      }),
    ),
    approval_id: z.uuid().describe("The call that it was made from."),
    made_by: z.string(),
    made_at: wireTime,
    expires_at: wireTime,
    uses: z.int(),
    uses_max: z.int(),
    last_used_at: wireTime.nullable(),
    revoked: z.strictObject({ by: z.string(), at: wireTime }).nullable(),
  })
  .meta({ id: "RememberedRule" });

export const rulePageWire = pageWire(ruleWire);

export const rememberedRuleWire = ruleWire;

export function wireRule(rule: RememberedRule): z.output<typeof ruleWire> {
  return wireOf(ruleWire, rule, {
    tenant: rule.tenant.key,
    arguments: rule.parts.map(({ path, is, words }) => ({ path, is, says: words })),
  });
}
