import * as z from "zod";
import { RISKS } from "@/lib/core/risk";
import { wireTime } from "@/lib/core/wire";
import { CLAIMS, type RatingRule, type RulePreview, type RuleVersion, type SavedRules } from "./types";

const ruleWire = z
  .strictObject({
    name: z.string(),
    on: z.boolean(),
    match: z
      .strictObject({
        first: z.array(z.string()),
        last: z.array(z.string()),
        any: z.array(z.string()),
        providers: z.array(z.string()),
        members: z.array(z.string()),
        claim: z.enum(CLAIMS).nullable(),
      })
      .describe("All that is given has to fit, and of each list any one. Nothing given: every tool."),
    risk: z.enum(RISKS),
    requires_confirmation: z.boolean(),
  })
  .meta({ id: "ToolRule" });

export const rulesWire = z.strictObject({
  version: z.int().nullable().describe("Send it with what you save; null before the first save."),
  active: z.boolean(),
  rules: z.array(ruleWire),
  saved_by: z.string().nullable(),
  saved_at: wireTime.nullable(),
});

const previewedWire = z.strictObject({
  id: z.uuid(),
  gateway: z.string(),
  provider: z.string(),
  name: z.string(),
  rule: z.string().nullable().describe("The rule that fits; null when none does."),
  risk: z.enum(RISKS),
  requires_confirmation: z.boolean(),
  guard: z.enum(["less", "same", "more"]).describe("How its calls are guarded compared with now."),
  freed: z
    .boolean()
    .describe("Calls of it wait for a person now and would run, at the least those that claim a low risk."),
});

export const rulePreviewWire = z.strictObject({
  unrated: z.int().describe("Tools that neither people nor their gateways rated: rules are for these."),
  rated: z.int(),
  by_risk: z.strictObject({ low: z.int(), medium: z.int(), high: z.int(), critical: z.int() }),
  none: z.int().describe("Unrated tools that no rule fits."),
  less: z.int().describe("Tools guarded less than now."),
  more: z.int(),
  freed: z.int(),
  weaker: z
    .array(z.string())
    .describe("Rules in force that raise calls of tools in no catalogue and would raise fewer, or less."),
  by_rule: z.record(z.string(), z.int()),
  lowered: z.string().describe("Stands for all that would be guarded less; saving takes nothing else."),
  tools: z.array(previewedWire).describe("Unrated tools, those guarded less first; at most 500."),
});

export const savedRulesWire = z.strictObject({
  version: z.int(),
  less: z.int().describe("Tools guarded less than before."),
  more: z.int(),
});

export function wireRules(newest: RuleVersion | undefined): z.output<typeof rulesWire> {
  if (!newest) return { version: null, active: false, rules: [], saved_by: null, saved_at: null };
  const { version, active, rules, savedBy, savedAt } = newest;
  return { version, active, rules: rules.map(wireRule), saved_by: savedBy, saved_at: savedAt };
}

function wireRule({ name, on, match, risk, requiresConfirmation }: RatingRule): z.output<typeof ruleWire> {
  const { first, last, any, providers, members, claim } = match;
  const lists = { first: [...first], last: [...last], any: [...any] };
  const more = { providers: [...providers], members: [...members], claim };
  return { name, on, match: { ...lists, ...more }, risk, requires_confirmation: requiresConfirmation };
}

export function wirePreview(preview: RulePreview): z.output<typeof rulePreviewWire> {
  const { byRisk, byRule, tools, ...same } = preview;
  return {
    ...same,
    by_risk: byRisk,
    by_rule: byRule,
    tools: tools.map(({ requiresConfirmation, ...tool }) => ({
      ...tool,
      requires_confirmation: requiresConfirmation,
    })),
  };
}

export function wireSaved({ version, less, more }: SavedRules): z.output<typeof savedRulesWire> {
  return { version, less, more };
}
