import * as z from "zod";
import { RISKS } from "@/lib/core/risk";
import { saidText } from "@/lib/core/text/blank";
import { CLAIMS, RULE_NAME_MAX, RULE_WORD_MAX, RULE_WORDS_MAX, RULES_MAX } from "./types";

const list = <T extends z.ZodType<string>>(item: T) =>
  z
    .array(item)
    .max(RULE_WORDS_MAX, { error: `at most ${RULE_WORDS_MAX} of them` })
    .transform((items) => [...new Set(items)]);

const word = z
  .string()
  .overwrite(saidText)
  .toLowerCase()
  .max(RULE_WORD_MAX)
  .regex(/^[a-z0-9]+$/, { error: "one word each, of plain letters and digits" });

const text = z
  .string()
  .overwrite(saidText)
  .min(1, { error: "say something" })
  .max(RULE_WORD_MAX, { error: `at most ${RULE_WORD_MAX} characters each` });

const ruleMembers = {
  name: z
    .string()
    .overwrite(saidText)
    .min(1, { error: "a rule needs a name" })
    .max(RULE_NAME_MAX, { error: `at most ${RULE_NAME_MAX} characters` }),
  on: z.boolean(),
  match: z.strictObject({
    first: list(word),
    last: list(word),
    any: list(word),
    providers: list(text),
    members: list(text.regex(/[a-z0-9]/i, { error: "names of members have plain letters or digits" })),
    claim: z.enum(CLAIMS).nullable(),
  }),
  risk: z.enum(RISKS),
};

const listOf = <T extends z.ZodType<{ name: string }>>(rule: T) =>
  z
    .array(rule)
    .max(RULES_MAX, { error: `at most ${RULES_MAX} rules` })
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, {
      error: "two rules have the same name",
    });

const rules = listOf(z.strictObject({ ...ruleMembers, requiresConfirmation: z.boolean() }));

export const previewRulesInput = z.strictObject({ rules, active: z.boolean() });

const lowered = z.string().regex(/^[0-9a-f]{64}$/);

/** Rules to save: the version the person saw, and the lowered protection they were shown. */
export const saveRulesInput = z.strictObject({
  rules,
  active: z.boolean(),
  seen: z.int().nullable(),
  lowered,
  undo: z.boolean().optional(),
});

const sentRules = listOf(
  z
    .strictObject({ ...ruleMembers, requires_confirmation: z.boolean() })
    .transform(({ requires_confirmation: requiresConfirmation, ...rule }) => ({
      ...rule,
      requiresConfirmation,
    })),
).describe("In order: the first that fits a tool rates it. All of them; what is not sent is gone.");

const active = z.boolean().describe("Switched off as a whole they rate nothing.");

/** POST /api/v1/tools/rules */
export const tryRulesSchema = z.strictObject({ rules: sentRules, active });

/** PUT /api/v1/tools/rules */
export const putRulesSchema = z.strictObject({
  rules: sentRules,
  active,
  version: z
    .int()
    .nullable()
    .describe("The version that these rules were made from; null: there was none. Another one refuses."),
  lowered: lowered.describe(
    "As the preview of these rules said: it stands for all they guard less than now.",
  ),
});
