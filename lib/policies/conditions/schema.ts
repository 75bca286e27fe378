import * as z from "zod";
import { camelKeys, snakeKeys } from "@/lib/core/casing";
import { isExact, readDecimal } from "@/lib/core/json/decimals";
import { RISKS } from "@/lib/core/risk";
import { riskWord, shortName } from "@/lib/core/schema";
import { hoursRules, weekHours, zoneSchema } from "@/lib/core/time-window/schema";
import {
  EVERY_CALL,
  POLICY_CONDITIONS_MAX,
  POLICY_LIST_MAX,
  POLICY_PATH_DEPTH_MAX,
  POLICY_PATH_MAX,
  POLICY_PATTERN_MAX,
  POLICY_STARS_MAX,
  POLICY_VALUE_MAX,
} from "../types";
import {
  ARGUMENT_OPS,
  type AskedOf,
  CONDITIONS,
  type ConditionKey,
  EQUAL_OPS,
  FACTS,
  type FactPath,
  type Kind,
  LENGTH_OPS,
  LIST_OPS,
  NUMBER_OPS,
  type PolicyMatch,
  PRESENCE_OPS,
} from "./types";

/** The place of an argument: a JSON pointer; `*` matches any item or member. */
export const argumentPath = z
  .string()
  .min(1, { error: "name the argument", abort: true })
  .max(POLICY_PATH_MAX, { error: `at most ${POLICY_PATH_MAX} characters` })
  .regex(/^(\/([^~/]|~[01])*)+$/, {
    error:
      "a JSON pointer, for example /amount or /items/*/price (~1 stands for a slash in a name, ~0 for ~)",
  })
  .refine((text) => text.split("/").length <= POLICY_PATH_DEPTH_MAX + 1, {
    error: `at most ${POLICY_PATH_DEPTH_MAX} steps`,
  })
  .refine((text) => text.isWellFormed() && !text.includes("\0"), { error: "characters that can be stored" });

const DIGITS =
  "numbers have at most 15 digits here; more are compared by over, under, at_least and at_most, as text";

const text = z
  .string()
  .max(POLICY_VALUE_MAX, { error: `at most ${POLICY_VALUE_MAX} characters` })
  .refine((value) => value.isWellFormed() && !value.includes("\0"), {
    error: "characters that can be stored",
  });

/** Limits wildcards in a pattern, for `refine`. */
const fewStars = [
  (pattern: string) => pattern.split("*").length - 1 <= POLICY_STARS_MAX,
  { error: `at most ${POLICY_STARS_MAX} stars` },
] as const;

const number = z.number().refine(isExact, { error: DIGITS });

export const value = z.union([text, number, z.boolean(), z.null()], {
  error: `a text, a number, true, false or null; ${DIGITS}`,
});

// Far above every amount, and within exact comparison.
const PLACES_MAX = 1_000;

function isThreshold(given: string): boolean {
  const decimal = readDecimal(given);
  return decimal !== null && Math.abs(decimal.place) <= PLACES_MAX;
}

// Both checks have this message: for text that is not a number, only its own check reports.
const NO_NUMBER = 'a number, for example 1000 or "9007199254740993"';

export const threshold = z.union([number, text.refine(isThreshold, { error: NO_NUMBER })], {
  error: NO_NUMBER,
});

const length = z.int().min(0).max(1_000_000_000);

/** Conditions on values at such paths. */
const conditionsAt = <P extends string>(path: z.ZodType<P>) =>
  z
    .array(
      z.discriminatedUnion(
        "op",
        [
          z.strictObject({ path, op: z.enum(EQUAL_OPS), value }),
          z.strictObject({
            path,
            op: z.enum(LIST_OPS),
            value: z.array(value).min(1, { error: "give at least one value" }).max(POLICY_LIST_MAX),
          }),
          z.strictObject({ path, op: z.enum(NUMBER_OPS), value: threshold }),
          z.strictObject({ path, op: z.literal("matches"), value: text.refine(...fewStars) }),
          z.strictObject({ path, op: z.enum(LENGTH_OPS), value: length }),
          z.strictObject({ path, op: z.enum(PRESENCE_OPS) }),
        ],
        {
          error: ({ code }) => (code === "invalid_union" ? `one of: ${ARGUMENT_OPS.join(", ")}` : undefined),
        },
      ),
    )
    .max(POLICY_CONDITIONS_MAX, { error: `at most ${POLICY_CONDITIONS_MAX} conditions` })
    .default([]);

const conditions = conditionsAt(argumentPath).describe(
  "Conditions on the arguments: a JSON pointer in which * stands for any item or member.",
);

const FACT_PATHS = FACTS.map((name): FactPath => `/${name}`);

/** Gateways can state no other facts. */
const facts = conditionsAt(z.enum(FACT_PATHS, { error: `one of: ${FACT_PATHS.join(", ")}` }));

/** A list of names; absent: no condition. */
export const listOf = <T extends z.ZodType<string>>(item: T) =>
  z
    .array(item)
    .min(1, { error: "name at least one, or leave the list out: an empty one would ask for nothing" })
    .max(POLICY_LIST_MAX, { error: `at most ${POLICY_LIST_MAX} of them` })
    .transform((items) => [...new Set(items)])
    .default([]);

const risks = listOf(riskWord).transform((words) => RISKS.filter((risk) => words.includes(risk)));

const patterns = listOf(shortName.max(POLICY_PATTERN_MAX).refine(...fewStars));

const [together, different] = hoursRules;

const time = z
  .strictObject({ ...weekHours, zone: zoneSchema })
  .refine(together[0], { error: together[1] })
  .refine(different[0], { error: different[1] })
  .refine(({ weekdays, from }) => weekdays.length > 0 || from !== null, {
    error: "name weekdays, or a time of day, or both",
  })
  .nullable()
  .default(null);

type Schemas = { [K in Kind]: z.ZodType<AskedOf[K]> };

const SCHEMAS: Schemas = { names: patterns, risks, window: time, arguments: conditions, facts };

/** The members of what a policy asks, as they are written. */
export function eachCondition<T>(make: (condition: { kind: Kind; about?: string }) => T) {
  const members = Object.entries(CONDITIONS).map(([key, condition]) => [key, make(condition)]);
  return snakeKeys(Object.fromEntries(members) as Record<ConditionKey, T>);
}

export const matchSchema: z.ZodType<PolicyMatch, object> = z
  .strictObject(
    eachCondition(({ kind, about }) => {
      const schema: z.ZodType<AskedOf[Kind]> = SCHEMAS[kind];
      return about === undefined ? schema : schema.describe(about);
    }),
  )
  .transform((given) => {
    const asked = Object.entries(camelKeys(given)).filter(
      ([, value]) => value !== null && (!Array.isArray(value) || value.length > 0),
    );
    return { ...EVERY_CALL, ...Object.fromEntries(asked) };
  })
  .describe("All that is given has to fit, and of each list any one. Nothing given: every call.");
