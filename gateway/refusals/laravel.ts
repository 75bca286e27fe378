import { type Form, type Groups, readForms } from "./forms";
import { isObject, keysOf, textOf } from "./literals";
import { sideOf, UPPER } from "./predicates";
import type { Json, Key, Keyword, Reader, Said } from "./types";

// Laravel's validator: sentences by field, or a sentence that names the field with spaces for
// underscores.

const bound =
  (side: "min" | "max") =>
  ({ unit = "", most }: Groups): Said[] => [
    { keyword: sideOf(unit, side), keys: null, ...(most === undefined ? {} : { most: Number(most) }) },
  ];

const FORMS: readonly Form[] = [
  [/ (?:must|should) (?:be|have|contain) at least -?[\d.]+?(?: (?<unit>\w+))?\.?$/, "minimum", bound("min")],
  [
    / must (?:be|have) between -?[\d.]+ and (?<most>-?[\d.]+?)(?: (?<unit>\w+))?\.?$/,
    "minimum",
    bound("min"),
  ],
  [/ must (?:be|contain) (?<most>-?[\d.]+?) (?<unit>characters|items)\.?$/, "minimum", bound("min")],
  [
    / (?:(?:must|may) not (?:be greater|have more) than|must be less than(?: or equal to)?|must have less than) -?[\d.]+?(?: (?<unit>\w+))?\.?$/,
    "maximum",
    bound("max"),
  ],
  [
    / must (?:be greater than(?: or equal to)?|have more than|have) -?[\d.]+?(?: (?<unit>\w+))?(?: or more)?\.?$/,
    "minimum",
    bound("min"),
  ],
  // As .NET has it.
  [/ with a maximum length of .+$/, "maxLength"],
  [/ with a minimum length of .+$/, "minLength"],
  [/ is required(?: (?:when|unless|if) .*)?\.?$| must be present(?: .*)?\.?$/, "required"],
  [/^The selected .+ is invalid\.?$| does not exist in .+\.?$| must be one of the following: .+$/, "enum"],
  [
    / must be (?:an? (?:integer|string|number|array|object|boolean|list|file|image)|true or false)\.?$/,
    "type",
  ],
  [/ (?:must be|is not) a valid \S.*$| (?:must match|does not match) the format .+$/, "format"],
  [/ format is invalid\.?$| (?:must|may) only contain .+$| must (?:start|end) with one of .+$/, "pattern"],
  [/ has a duplicate value\.?$/, "uniqueItems"],
  [/ (?:is|must be) prohibited(?: .*)?\.?$/, "additionalProperties"],
  [/ has already been taken\.?$| confirmation does not match\.?$| must (?:match|be) .+$/, "other"],
];

/** The other side of a bound whose upper one the value is beyond. */
function sided({ keyword, most }: Said, value: Json | undefined): Keyword {
  if (most === undefined) return keyword;
  const length = typeof value === "string" || Array.isArray(value) ? value.length : 0;
  const size = keyword === "minimum" ? Number(textOf(value ?? Number.NaN)) : length;
  return size > most ? (UPPER[keyword] ?? keyword) : keyword;
}

type ValueAt = (keys: readonly Key[]) => Json | undefined;

const uncapital = (key: Key): Key =>
  typeof key === "string" ? `${key.charAt(0).toLowerCase()}${key.slice(1)}` : key;

/** The `errors` of a Laravel response: sentences by dotted path; null if none is Laravel's. */
export function laravelErrors(errors: { [key: string]: Json }, valueAt: ValueAt): Said[] | null {
  let known = false;
  const said = Object.entries(errors).flatMap(([path, texts]): Said[] =>
    (Array.isArray(texts) ? texts : [texts]).flatMap((text) => {
      if (typeof text !== "string") return [];
      const keys = keysOf(path);
      // .NET writes its own names, which begin with a capital.
      const [found] = readForms(FORMS, text) ?? [];
      known ||= found !== undefined;
      const value = valueAt(keys) ?? valueAt(keys.map(uncapital));
      return [{ keyword: found ? sided(found, value) : "other", keys }];
    }),
  );
  return known ? said : null;
}

const SENTENCE =
  /\b(?:The selected (.{1,80}?) is invalid|The (.{1,80}?)(?: field)?(?: format)? (?:is required|is prohibited|is invalid|is not a valid|does not match|has a duplicate|has already|must|may|should))\b.*?(?=\.(?:\s|$)|$)\.?/gs;

/** Sentences that use the field's spoken name. */
export const readLaravel: Reader = (message) => {
  const said = [...message.matchAll(SENTENCE)].flatMap(([text, selected, other]): Said[] => {
    const spoken = (selected ?? other ?? "").replace(/^["'`]|["'`]$/g, "");
    const [found] = readForms(FORMS, text.replace(/\s*\(and \d+ more errors?\)$/, "")) ?? [];
    if (!found || spoken === "" || spoken.split(" ").length > 6) return [];
    const { keyword } = found;
    if (/[.\d]/.test(spoken) && !spoken.includes(" ")) return [{ keyword, keys: keysOf(spoken) }];
    return [{ keyword, keys: null, name: spoken, spoken: true }];
  });
  return said.length > 0 ? said : null;
};

/** Whether an object is a Laravel response: a message, and errors by field. */
export function isLaravel(value: { [key: string]: Json }): value is { errors: { [key: string]: Json } } {
  return (
    isObject(value.errors) &&
    Object.values(value.errors).every((one) => Array.isArray(one) || typeof one === "string")
  );
}
