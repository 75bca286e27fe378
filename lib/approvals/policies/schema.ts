import * as z from "zod";
import { emailSchema } from "@/lib/auth/schema";
import { JsonError, parseJson } from "@/lib/core/json/parse";
import { toPlain } from "@/lib/core/json/raw";
import { RISKS } from "@/lib/core/risk";
import { riskWord, shortName } from "@/lib/core/schema";
import { USE_BY_SECONDS } from "@/lib/tenants/types";
import { authorizeSchema } from "../schema";
import { HELD_RAW, TTL_SECONDS } from "../types";
import { conditionsSchema } from "./conditions/schema";
import {
  DECIDER_ROLES,
  POLICIES_MAX,
  POLICY_LIST_MAX,
  POLICY_NAME_MAX,
  POLICY_PATTERN_MAX,
  POLICY_REASON_MAX,
  type Policy,
  REASONED_VERDICTS,
  type SavePolicies,
  WEEKDAYS,
} from "./types";

const listOf = <T extends z.ZodType<string>>(item: T) =>
  z
    .array(item)
    .max(POLICY_LIST_MAX, { error: `at most ${POLICY_LIST_MAX} of them` })
    .transform((items) => [...new Set(items)])
    .default([]);

const patterns = listOf(shortName.max(POLICY_PATTERN_MAX));

const clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "a time of day from 00:00 to 23:59, for example 18:30" })
  .nullable()
  .default(null);

// A thousand ordinary policies. Reading YAML takes a second for a megabyte, in which nothing else is answered.
const PASTED_MAX = 512 * 1024;

// As large as a request may be.
const TRIED_MAX = 1024 * 1024;

/** Whether this machine knows the zone: the same list that judges calls. */
function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}

const time = z
  .strictObject({
    weekdays: listOf(z.enum(WEEKDAYS)),
    from: clock.describe("Included. Without `from` and `to`: all day."),
    to: clock.describe("Not included. Earlier than `from`: on the next day."),
    zone: z
      .string()
      .max(POLICY_NAME_MAX)
      .refine(isZone, { error: "a time zone, for example Europe/Zurich or UTC" }),
  })
  .refine(({ from, to }) => (from === null) === (to === null), {
    error: "`from` and `to` come together, or neither does",
  })
  .refine(({ from, to }) => from === null || from !== to, { error: "`from` and `to` are the same" })
  .refine(({ weekdays, from }) => weekdays.length > 0 || from !== null, {
    error: "name weekdays, or a time of day, or both",
  })
  .nullable()
  .default(null);

const match = z
  .strictObject({
    tenants: patterns.describe("Keys of tenants. In each of these lists a star stands for any text."),
    gateways: patterns.describe("Names of gateways."),
    providers: patterns.describe("As the call names it, else as the catalogue knows the tool."),
    tools: patterns,
    agents: patterns,
    models: patterns,
    on_behalf_of: patterns,
    risk: listOf(riskWord).transform((words) => RISKS.filter((risk) => words.includes(risk))),
    time,
    arguments: conditionsSchema,
  })
  .transform(({ on_behalf_of: onBehalfOf, ...same }) => ({ ...same, onBehalfOf }))
  .describe("All that is given has to fit, and of each list any one. Nothing given: every call.");

const seconds = ({ min, max }: { min: number; max: number }) =>
  z.int().min(min).max(max).nullable().default(null);

const requirement = z
  .strictObject({
    deciders: z
      .strictObject({ roles: listOf(z.enum(DECIDER_ROLES)), people: listOf(emailSchema) })
      .prefault({})
      .describe("Any of these roles, or of these people. Nobody named: everybody who may decide."),
    separation: z
      .strictObject({ requester: z.boolean().default(false) })
      .prefault({})
      .describe("`requester`: who the call is made on behalf of may not decide it, administrators included."),
    decide_within_seconds: seconds(TTL_SECONDS),
    use_within_seconds: seconds(USE_BY_SECONDS),
    reason_required: listOf(z.enum(REASONED_VERDICTS)),
  })
  .transform((given) => ({
    deciders: given.deciders,
    separation: given.separation,
    decideWithinSeconds: given.decide_within_seconds,
    useWithinSeconds: given.use_within_seconds,
    reasonRequired: REASONED_VERDICTS.filter((verdict) => given.reason_required.includes(verdict)),
  }));

const members = {
  name: z
    .string()
    .trim()
    .min(1, { error: "a policy needs a name" })
    .max(POLICY_NAME_MAX, { error: `at most ${POLICY_NAME_MAX} characters` })
    .pipe(shortName),
  on: z.boolean().default(true),
  match: match.prefault({}),
};

const reason = z
  .string()
  .trim()
  .min(1, { error: "say to the agent why" })
  .max(POLICY_REASON_MAX, { error: `at most ${POLICY_REASON_MAX} characters` })
  .refine((text) => text.isWellFormed() && !text.includes("\0"), { error: "characters that can be stored" });

/** One policy as it comes in. */
export const policySchema = z.discriminatedUnion(
  "action",
  [
    z.strictObject({ ...members, action: z.literal("allow") }),
    z.strictObject({ ...members, action: z.literal("deny"), reason: reason.describe("Told to the agent.") }),
    z.strictObject({ ...members, action: z.literal("require"), require: requirement.prefault({}) }),
  ],
  { error: "action is one of: allow, deny, require" },
);

const policiesSchema = z
  .array(policySchema)
  .max(POLICIES_MAX, { error: `at most ${POLICIES_MAX} policies` })
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, {
    error: "two policies have the same name",
  })
  .describe("In order: the first that fits a call decides. All of them; what is not sent is gone.");

/** What a server action accepts: the call as text, as it was pasted. */
export const tryCallInput = z
  .strictObject({ text: z.string().max(TRIED_MAX), policies: policiesSchema.optional() })
  .transform(({ text, policies }, context) => {
    try {
      const read = authorizeSchema.safeParse(toPlain(text, parseJson(text), HELD_RAW));
      if (read.success) return { call: read.data, policies };
      for (const issue of read.error.issues) context.addIssue({ ...issue, path: ["text", ...issue.path] });
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      context.addIssue({ code: "custom", message: `This is no JSON: ${error.message}`, path: ["text"] });
    }
    return z.NEVER;
  });

const version = z
  .int()
  .nullable()
  .describe("The version that these policies were made from; null: there was none. Another one refuses.");

/** PUT /api/v1/policies; a dry run saves over no version and need not name one. */
export const putPoliciesSchema = z.strictObject({ version: version.optional(), policies: policiesSchema });

/** POST /api/v1/policies/try */
export const tryCallSchema = z.strictObject({
  call: authorizeSchema.describe("As it would be sent to /api/v1/authorize, with `gateway`."),
  policies: policiesSchema.optional().describe("To judge it by, in place of those in force."),
});

/** Members of it that stay exact text. */
export const TRIED_RAW = HELD_RAW.map((pointer) => `/call${pointer}`);

/** What server actions accept from the page: the policies as `toWirePolicy` writes them, and the version that was read. */
export const savePoliciesInput: z.ZodType<SavePolicies> = z
  .strictObject({ policies: policiesSchema, seen: z.int().nullable() })
  .transform(({ policies, seen }) => ({ policies: policies satisfies Policy[], seen }));

export const previewPoliciesInput = z.strictObject({ policies: policiesSchema });

/** What a server action accepts: policies as a text in YAML. */
export const readPoliciesInput = z.strictObject({
  text: z.string().max(PASTED_MAX, {
    error: "at most 512 KiB as YAML; larger lists go through the API, as JSON",
  }),
});
