import { isObject, keysOf, textOf } from "./literals";
import type { Json, Key, Keyword, Reader, Said } from "./types";

// Laravel's validator: sentences by field, or a sentence that names the field with spaces for underscores.

type Bound = "length" | "items" | "number";

const boundOf = (unit: string | undefined): Bound =>
  unit === undefined ? "number" : /character/.test(unit) ? "length" : /item/.test(unit) ? "items" : "number";

const LEAST: Record<Bound, Keyword> = { length: "minLength", items: "minItems", number: "minimum" };
const MOST: Record<Bound, Keyword> = { length: "maxLength", items: "maxItems", number: "maximum" };

const SHAPES: readonly (readonly [RegExp, Keyword])[] = [
  // As .NET has it.
  [/ with a maximum length of .+$/, "maxLength"],
  [/ with a minimum length of .+$/, "minLength"],
  [/ is required(?: (?:when|unless|if) .*)?\.?$/, "required"],
  [/ must be present(?: .*)?\.?$/, "required"],
  [/^The selected .+ is invalid\.?$/, "enum"],
  [/ does not exist in .+\.?$| must be one of the following: .+$/, "enum"],
  [/ must be an? (?:integer|string|number|array|object|boolean|list|file|image)\.?$/, "type"],
  [/ must be (?:true or false|a boolean)\.?$/, "type"],
  [/ (?:must be|is not) a valid \S.*$/, "format"],
  [/ (?:must match|does not match) the format .+$/, "format"],
  [/ format is invalid\.?$/, "pattern"],
  [/ (?:must|may) only contain .+$| must (?:start|end) with one of .+$/, "pattern"],
  [/ has a duplicate value\.?$/, "uniqueItems"],
  [/ (?:is|must be) prohibited(?: .*)?\.?$/, "additionalProperties"],
  [/ must be accepted(?: .*)?\.?$| has already been taken\.?$/, "other"],
  [/ must be a date (?:before|after|equal).*$| confirmation does not match\.?$/, "other"],
  [/ must (?:match|be different|be) .+$/, "other"],
];

const LEAST_OF = / (?:must|should) (?:be|have|contain) at least (-?[\d.]+?)(?: (\w+))?\.?$/;
const OVER =
  / must (?:be greater than(?: or equal to)?|have more than|have) (-?[\d.]+?)(?: (\w+))?(?: or more)?\.?$/;
const MOST_OF =
  / (?:(?:must|may) not (?:be greater|have more) than|must be less than(?: or equal to)?|must have less than) (-?[\d.]+?)(?: (\w+))?\.?$/;
const BETWEEN = / must (?:be|have) between (-?[\d.]+) and (-?[\d.]+?)(?: (\w+))?\.?$/;
const EXACT = / must (?:be|contain) (-?[\d.]+?) (characters|items)\.?$/;

/** What one sentence says; null for a sentence that is not Laravel's. */
function keywordOf(text: string, value: Json | undefined): Keyword | null {
  const measure = (bound: Bound) =>
    bound === "number"
      ? Number(textOf(value ?? Number.NaN))
      : typeof value === "string" || Array.isArray(value)
        ? value.length
        : 0;
  const least = LEAST_OF.exec(text);
  if (least) return LEAST[boundOf(least[2])];
  const between = BETWEEN.exec(text);
  if (between) {
    const bound = boundOf(between[3]);
    return measure(bound) > Number(between[2]) ? MOST[bound] : LEAST[bound];
  }
  const exact = EXACT.exec(text);
  if (exact) {
    const bound = boundOf(exact[2]);
    return measure(bound) > Number(exact[1]) ? MOST[bound] : LEAST[bound];
  }
  const most = MOST_OF.exec(text);
  if (most) return MOST[boundOf(most[2])];
  const over = OVER.exec(text);
  if (over) return LEAST[boundOf(over[2])];
  return SHAPES.find(([shape]) => shape.test(text))?.[1] ?? null;
}

type ValueAt = (keys: readonly Key[]) => Json | undefined;

const uncapital = (key: Key): Key =>
  typeof key === "string" ? `${key.charAt(0).toLowerCase()}${key.slice(1)}` : key;

/** The `errors` of Laravel's answer: sentences by dotted path; null where none of them is Laravel's. */
export function laravelErrors(errors: { [key: string]: Json }, valueAt: ValueAt): Said[] | null {
  let known = false;
  const said = Object.entries(errors).flatMap(([path, texts]): Said[] =>
    (Array.isArray(texts) ? texts : [texts]).flatMap((text) => {
      if (typeof text !== "string") return [];
      const keys = keysOf(path);
      // .NET writes its own names, which begin with a capital.
      const keyword = keywordOf(text, valueAt(keys) ?? valueAt(keys.map(uncapital)));
      known ||= keyword !== null;
      return [{ keyword: keyword ?? "other", keys }];
    }),
  );
  return known ? said : null;
}

const SENTENCE =
  /\b(?:The selected (.{1,80}?) is invalid|The (.{1,80}?)(?: field)?(?: format)? (?:is required|is prohibited|is invalid|is not a valid|does not match|has a duplicate|has already|must|may|should))\b.*?(?=\.(?:\s|$)|$)\.?/gs;

/** Sentences without the fields' own names. */
export const readLaravel: Reader = (message) => {
  const said = [...message.matchAll(SENTENCE)].flatMap(([text, selected, other]): Said[] => {
    const spoken = (selected ?? other ?? "").replace(/^["'`]|["'`]$/g, "");
    const keyword = keywordOf(text.replace(/\s*\(and \d+ more errors?\)$/, ""), undefined);
    if (!keyword || spoken === "" || spoken.split(" ").length > 6) return [];
    if (/[.\d]/.test(spoken) && !spoken.includes(" ")) return [{ keyword, keys: keysOf(spoken) }];
    return [{ keyword, keys: null, name: spoken, spoken: true }];
  });
  return said.length > 0 ? said : null;
};

/** Whether an object is Laravel's answer: a message, and errors by field. */
export function isLaravel(value: { [key: string]: Json }): value is { errors: { [key: string]: Json } } {
  return (
    isObject(value.errors) &&
    Object.values(value.errors).every((one) => Array.isArray(one) || typeof one === "string")
  );
}
