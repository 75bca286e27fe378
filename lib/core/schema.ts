import * as z from "zod";
import { RawJson } from "./json/raw";
import { EXTERNAL_ID, NAME_MAX, PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX, RATIONALE_MAX } from "./limits";
import { time } from "./list/kinds";
import { RISKS } from "./risk";
import { IDENTIFIER, IDENTIFIER_FORM } from "./text/identifiers";

/** Allowed form of a caller's own id, in words. */
export const EXTERNAL_ID_FORM = "1 to 200 printable ASCII characters, not only spaces";

export const externalId = z
  .string()
  .regex(EXTERNAL_ID, EXTERNAL_ID_FORM)
  .describe("The caller's own id; a retry with the same id makes no second row.");

/**
 * Name of a tool, provider, agent, session, tenant or person, wherever it is created or reported.
 */
const identifier = (max: number) => z.string().min(1).max(max).regex(IDENTIFIER, IDENTIFIER_FORM);

export const tenantKey = identifier(100).describe("The tenant's key.");

export const shortName = identifier(NAME_MAX);

/** A name in a lookup. Accepts names stored under older rules. */
export const storedName = z
  .string()
  .min(1)
  .max(NAME_MAX)
  .refine((text) => !text.includes("\0"), { error: "the NUL character is not accepted" });

/** Search text without NUL, which Postgres cannot store. */
export const soughtText = z
  .string()
  .max(NAME_MAX)
  .transform((text) => text.replaceAll("\0", "").trim())
  .pipe(z.string().min(1));

/** A word or its alias. Errors list both; answers use the word. */
export function wordOrAlias<const W extends string, const A extends string>(
  words: readonly W[],
  aliases: Readonly<Record<A, W>>,
) {
  const others = Object.keys(aliases) as A[];
  const also = others.map((alias) => `${alias} for ${aliases[alias]}`).join(", ");
  return z
    .enum([...words, ...others], `one of: ${words.join(", ")} (also taken: ${also})`)
    .transform((word): W => words.find((one) => one === word) ?? aliases[word as A]);
}

export const riskWord = wordOrAlias(RISKS, {
  med: "medium",
  moderate: "medium",
  safe: "low",
  dangerous: "high",
});

const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** RFC 3339 with a zone, from 1970 to 9999: the range of both JavaScript and Postgres. */
export const instant = z.iso
  .datetime({ offset: true, error: "an RFC 3339 time with a zone, for example 2026-11-21T10:00:00Z" })
  .refine((text) => Date.parse(text) >= 0 && Date.parse(text) <= LATEST, {
    error: "a time from 1970 to 9999",
  });

const TIME = time();

/** `since` and `until` of a list, parsed as on pages. Days are UTC (see `periodOf`). */
const listTime = z.string().transform((text, context) => {
  const read = TIME.read(text);
  if (read !== undefined) return read;
  context.addIssue({ code: "invalid_format", format: "time", message: TIME.accepts });
  return z.NEVER;
});

export const periodQuery = {
  since: listTime.optional().describe(`From then on: ${TIME.accepts}. Days are days in UTC.`),
  until: listTime.optional().describe("Up to then. A day is included whole, an instant is not."),
};

/**
 * The agent's one-sentence reason. The tenant's grace period decides about missing or short ones,
 * not this schema.
 */
export const rationale = z.string().max(RATIONALE_MAX).optional();

function rawOf(kinds: readonly JsonKind[], bytesMax: number, what: string) {
  // A wrong member does not stop cross-member checks (see hasMembers).
  return z
    .custom<RawJson>((value) => value instanceof RawJson && kinds.includes(value.kind), {
      error: `must be ${what}`,
      abort: false,
    })
    .refine((value) => !(value instanceof RawJson) || value.bytes <= bytesMax, {
      error: `at most ${bytesMax} bytes`,
    });
}

type JsonKind = RawJson["kind"];

const ANY_KIND: readonly JsonKind[] = ["object", "array", "string", "number", "constant"];

export const rawObject = (bytesMax: number) =>
  rawOf(["object"], bytesMax, "a JSON object").meta({ type: "object" });

export const rawObjectOrNull = (bytesMax: number) =>
  rawValue(bytesMax)
    .refine((value) => !(value instanceof RawJson) || value.kind === "object" || value.text === "null", {
      error: "must be a JSON object",
    })
    .nullish();

export const rawValue = (bytesMax: number) =>
  rawOf(ANY_KIND, bytesMax, "a JSON value").meta({ description: "Any JSON value." });

export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(PAGE_LIMIT_MAX).default(PAGE_LIMIT_DEFAULT),
  cursor: z.string().max(500).optional(),
};
