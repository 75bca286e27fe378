import { either } from "@/lib/core/text/either";
import {
  type ArgumentCondition,
  type ArgumentValue,
  EQUAL_OPS,
  LENGTH_OPS,
  LIST_OPS,
  NUMBER_OPS,
} from "../conditions/types";
import type { PlaceFound } from "./paths";

// What a tool's definition says against a condition, as the end of "The tool send of mail …".

const isIn = (list: readonly string[], op: string) => list.includes(op);

const LITERALS_SHOWN = 6;
const SHOWN_CHARS = 80;

const shown = (text: string) => (text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text);

/** Null if the definition agrees, or does not say. */
export function problemOf(condition: ArgumentCondition, place: PlaceFound, allows: boolean): string | null {
  if (place.kind === "open") return null;
  if (place.kind === "missing") return missingWords(condition, place);
  const { path, op } = condition;
  const takes = `takes ${typesWords(place.types)} at ${shown(path)}`;
  if (isIn(NUMBER_OPS, op)) return numberWords(place.types, takes, path, allows);
  if (isIn([...EQUAL_OPS, ...LIST_OPS], op) && "value" in condition)
    return (
      [condition.value].flat().flatMap((value) => equalWords(value, place, takes, path) ?? [])[0] ?? null
    );
  if (op === "matches" && only(place.types, ["array", "object"]))
    return `${takes}, and a pattern matches texts only. ${eachEntry(path)}`;
  if (isIn(LENGTH_OPS, op) && only(place.types, ["number", "integer", "boolean", "object"]))
    return `${takes}, which has no length to compare.`;
  return null;
}

/** A budget adds up numbers. */
export function budgetProblemOf(path: string, place: PlaceFound): string | null {
  if (place.kind === "open") return null;
  if (place.kind === "missing") return missingWords({ path, op: "exists" }, place);
  if (place.types.has("number") || place.types.has("integer") || place.types.has("string")) return null;
  return `takes ${typesWords(place.types)} at ${shown(path)}, and a budget adds up numbers only.`;
}

function missingWords(
  { path, op }: Pick<ArgumentCondition, "path" | "op">,
  place: PlaceFound & { kind: "missing" },
) {
  // Policies also name what must not be there.
  if (op === "missing" && !place.isSpelling) return null;
  const none = `has no argument ${shown(path)} in its definition.`;
  if (place.nearest !== null) return `${none} The nearest that exists is ${shown(place.nearest)}.`;
  return place.some.length > 0 ? `${none} It has ${place.some.map(shown).join(", ")}.` : none;
}

function numberWords(
  types: ReadonlySet<string>,
  takes: string,
  path: string,
  allows: boolean,
): string | null {
  if (types.has("number") || types.has("integer")) return null;
  const fits = allows ? "never fits this policy" : "always fits this policy";
  if (types.has("string")) return `${takes}. Only plain digits compare as a number: “1,500” ${fits}.`;
  if (types.has("array"))
    return `${takes}, and a list ${fits} by this comparison. Compare its length with “is longer than”. ${eachEntry(path)}`;
  return `${takes}, which ${fits} by this comparison.`;
}

const eachEntry = (path: string) => `Each entry is at ${shown(path)}/*.`;

function equalWords(
  value: ArgumentValue,
  { types, literals }: PlaceFound & { kind: "found" },
  takes: string,
  path: string,
): string | null {
  if (value === null) return null;
  const written = typeof value === "string" ? `the text “${shown(value)}”` : String(value);
  const fitting = { string: ["string"], number: ["number", "integer", "string"], boolean: ["boolean"] };
  if (!fitting[typeof value as keyof typeof fitting].some((type) => types.has(type))) {
    const isNumeric = typeof value === "string" && (types.has("number") || types.has("integer"));
    const hint = isNumeric && /\d/.test(value) ? " Write a number without quotes and separators." : "";
    return `${takes}, and ${written} never equals that.${hint}`;
  }
  if (typeof value !== "string" || literals === null || !only(types, ["string"]) || literals.includes(value))
    return null;
  return `takes only ${either(literals.slice(0, LITERALS_SHOWN).map((one) => `“${shown(one)}”`))}${literals.length > LITERALS_SHOWN ? " and others" : ""} at ${shown(path)}, not “${shown(value)}”.`;
}

const only = (types: ReadonlySet<string>, some: readonly string[]) =>
  [...types].every((type) => some.includes(type));

const TYPE_WORDS: Record<string, string> = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

export const typesWords = (types: ReadonlySet<string>) =>
  either([...types].map((type) => TYPE_WORDS[type] ?? `“${shown(type)}”`));
