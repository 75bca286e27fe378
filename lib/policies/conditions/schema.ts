import * as z from "zod";
import { isExact, readDecimal } from "@/lib/core/json/decimals";
import {
  ARGUMENT_OPS,
  EQUAL_OPS,
  LENGTH_OPS,
  LIST_OPS,
  NUMBER_OPS,
  POLICY_CONDITIONS_MAX,
  POLICY_LIST_MAX,
  POLICY_PATH_DEPTH_MAX,
  POLICY_PATH_MAX,
  POLICY_STARS_MAX,
  POLICY_VALUE_MAX,
  PRESENCE_OPS,
} from "../types";

/** The place of an argument: a JSON pointer in which `*` stands for any item or member. */
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

/** What keeps a pattern from having too many stars, for `refine`. */
export const fewStars = [
  (pattern: string) => pattern.split("*").length - 1 <= POLICY_STARS_MAX,
  { error: `at most ${POLICY_STARS_MAX} stars` },
] as const;

const number = z.number().refine(isExact, { error: DIGITS });

/** A value that an argument is compared with. */
export const value = z.union([text, number, z.boolean(), z.null()], {
  error: `a text, a number, true, false or null; ${DIGITS}`,
});

// Far beyond every amount, and far within what is compared exactly.
const PLACES_MAX = 1_000;

function isThreshold(given: string): boolean {
  const decimal = readDecimal(given);
  return decimal !== null && Math.abs(decimal.place) <= PLACES_MAX;
}

// Said by both: of a text that is no number only its own check is heard.
const NO_NUMBER = 'a number, for example 1000 or "9007199254740993"';

/** A number that an argument is compared with. */
export const threshold = z.union([number, text.refine(isThreshold, { error: NO_NUMBER })], {
  error: NO_NUMBER,
});

const length = z.int().min(0).max(1_000_000_000);

/** Conditions on the arguments of a call, all of which have to fit. */
export const conditionsSchema = z
  .array(
    z.discriminatedUnion(
      "op",
      [
        z.strictObject({ path: argumentPath, op: z.enum(EQUAL_OPS), value }),
        z.strictObject({
          path: argumentPath,
          op: z.enum(LIST_OPS),
          value: z.array(value).min(1, { error: "give at least one value" }).max(POLICY_LIST_MAX),
        }),
        z.strictObject({ path: argumentPath, op: z.enum(NUMBER_OPS), value: threshold }),
        z.strictObject({ path: argumentPath, op: z.literal("matches"), value: text.refine(...fewStars) }),
        z.strictObject({ path: argumentPath, op: z.enum(LENGTH_OPS), value: length }),
        z.strictObject({ path: argumentPath, op: z.enum(PRESENCE_OPS) }),
      ],
      {
        error: ({ code }) => (code === "invalid_union" ? `one of: ${ARGUMENT_OPS.join(", ")}` : undefined),
      },
    ),
  )
  .max(POLICY_CONDITIONS_MAX, { error: `at most ${POLICY_CONDITIONS_MAX} conditions` })
  .default([])
  .describe("Conditions on the arguments: a JSON pointer in which * stands for any item or member.");
