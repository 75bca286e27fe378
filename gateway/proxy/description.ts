import { textAt } from "../client/json-text";
import type { AuthorizeRequest } from "../client/types";
import type { Ratings } from "./ratings";

/** Countersign's limit, in characters. */
const SUMMARY_CHARS_MAX = 500;
const FACT_CHARS_MAX = 200;

type Described = Pick<AuthorizeRequest, "impact" | "risk" | "summary" | "facts">;

/**
 * Risk, impact, summary and facts of a call, from its tool's rating; `{name}` is replaced by that
 * argument.
 */
export function describedBy(rating: Ratings[string] | undefined, argumentsText: string): Described {
  if (!rating) return {};
  const { risk, impact, summary, facts = {} } = rating;
  const filledFacts = Object.entries(facts).flatMap(([name, text]) => {
    const value =
      typeof text === "number"
        ? text
        : (countIn(text, argumentsText) ?? filled(text, argumentsText, FACT_CHARS_MAX));
    return value === undefined ? [] : [[name, value]];
  });
  return {
    risk,
    impact,
    summary: summary && filled(summary, argumentsText, SUMMARY_CHARS_MAX),
    facts: filledFacts.length > 0 ? Object.fromEntries(filledFacts) : undefined,
  };
}

/** The argument a template consists of, if it is a comparable number. */
function countIn(template: string, argumentsText: string): number | undefined {
  const name = /^\{([^{}]+)\}$/.exec(template)?.[1];
  const value = name === undefined ? undefined : textAt(argumentsText, [name]);
  const count = value !== undefined && /^\d+$/.test(value) ? Number(value) : Number.NaN;
  return Number.isSafeInteger(count) ? count : undefined;
}

/** Replaces the placeholders; undefined if the call lacks one of these arguments. */
function filled(template: string, argumentsText: string, max: number): string | undefined {
  let isWhole = true;
  const text = template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = textAt(argumentsText, [name]);
    if (value === undefined || value === "null") isWhole = false;
    return value?.startsWith('"') ? (JSON.parse(value) as string) : (value ?? "");
  });
  if (!isWhole || text.trim() === "") return undefined;
  return text.length > max ? `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")}…` : text;
}
