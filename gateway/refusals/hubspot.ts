import { type Form, keywordIn, namesIn, readForms } from "./forms";
import { isObject, literalsIn, textOf } from "./literals";
import type { Json, Keyword, Reader, Said } from "./types";

// HubSpot's API: a list of refused properties in the message, or sentences with names in brackets.

const CODES: readonly Form[] = [
  [/DOESNT?_EXIST|DOES_NOT_EXIST|UNKNOWN_PROPERTY/, "additionalProperties"],
  [/INVALID_OPTION|INVALID_ENUM/, "enum"],
  [/REQUIRED|MISSING/, "required"],
  [/INVALID_(?:INTEGER|LONG|NUMBER|BOOLEAN|DOUBLE|FLOAT|TYPE)|NOT_A_NUMBER/, "type"],
  [/INVALID_(?:EMAIL|DATE|DATETIME|TIMESTAMP|URL|DOMAIN|PHONE)/, "format"],
  [/TOO_LONG|MAX_LENGTH/, "maxLength"],
  [/TOO_SHORT|MIN_LENGTH/, "minLength"],
  [/TOO_LARGE|MAX_VALUE|ABOVE/, "maximum"],
  [/TOO_SMALL|MIN_VALUE|BELOW/, "minimum"],
  [/PATTERN|REGEX|INVALID_FORMAT/, "pattern"],
];

const TEXTS: readonly Form[] = [
  [/does(?: not|n't) exist/i, "additionalProperties"],
  [/not one of the allowed options|not one of the values accepted|must be one of|Enum type must be/i, "enum"],
  [/required|were not set|is missing/i, "required"],
  [
    /not a valid (?:Integer|Long|Boolean|Double|Float|number|int|long|bool)|Cannot deserialize value of type/i,
    "type",
  ],
  [
    /(?:not a valid|invalid|is invalid).*(?:email|date|timestamp|url|domain|phone)|(?:email|date|timestamp|url).*(?:is|was) (?:invalid|not (?:a )?valid)/i,
    "format",
  ],
  [/too long|at most \d+ characters|exceeds? .*length/i, "maxLength"],
  [/less than or equal to|greater than the maximum|at most|exceeds|maximum/i, "maximum"],
  [/greater than or equal to|less than the minimum|at least|minimum/i, "minimum"],
];

// The objects of HubSpot keep their fields so.
const WITHIN = { keys: null, within: "properties" };

const OPTIONS = /allowed options: \[(.*)|accepted for Enum class: \[([^\]]*)\]/s;

/** What would be taken, where a text about a choice lists it. */
function optionsOf(keyword: Keyword, text: string): { allowed?: Json[] } {
  const [, options, members] = (keyword === "enum" && OPTIONS.exec(text)) || [];
  const list = options ?? members;
  if (list === undefined) return {};
  const values = [...list.matchAll(/\bvalue: \\?"(.*?)\\?"/g)].map(([, value]) => value ?? "");
  if (values.length > 0) return { allowed: values };
  const quoted = literalsIn(list).filter((one) => typeof one === "string");
  const words = list
    .replace(/\]$/, "")
    .split(",")
    .map((one) => one.trim());
  return { allowed: quoted.length > 0 ? quoted : words.filter((one) => one !== "") };
}

/** HubSpot's list of refused properties; null for another program's list. */
export function hubspotProperties(list: readonly Json[]): Said[] | null {
  const refused = list
    .filter(isObject)
    .filter(
      (one) => typeof one.name === "string" && (one.isValid === false || typeof one.error === "string"),
    );
  if (refused.length === 0) return null;
  return refused.map((one) => {
    const text = textOf(one.message ?? one.localizedErrorMessage ?? "");
    const code = textOf(one.error ?? "");
    const keyword = keywordIn(CODES, code) ?? keywordIn(TEXTS, text) ?? "other";
    const value = /^(.+?) was not (?:a valid|one of)/s.exec(text)?.[1] ?? one.propertyValue;
    return {
      keyword,
      ...WITHIN,
      name: textOf(one.name ?? ""),
      ...(value === undefined ? {} : { value }),
      ...optionsOf(keyword, text),
    };
  });
}

const CHAIN = /through reference chain: [^[]*((?:\["?[\w-]+"?\][^[]*)+)/;

function chained(text: string): (string | number)[] | null {
  const chain = CHAIN.exec(text)?.[1];
  if (!chain) return null;
  return [...chain.matchAll(/\[(?:"([\w-]+)"|(\d+))\]/g)].map(([, name, index]) => name ?? Number(index));
}

const FORMS: readonly Form[] = [
  [
    /required (?:fields?|propert(?:y|ies)|params?|parameters?) (?:were|was|are|is) (?:not set|missing)[^[]*: \[?(?<names>[\w, "'-]+)\]?/i,
    "required",
    ({ names = "" }) => namesIn(names).map((name) => ({ keyword: "required", ...WITHIN, name })),
  ],
  [
    /Propert(?:y|ies) \\?["'](?<name>[\w-]+)\\?["'] (?:does not|doesn't|do not) exist/i,
    "additionalProperties",
    ({ name = "" }) => [{ keyword: "additionalProperties", keys: null, name, orValue: name }],
  ],
  [
    /^(?<value>.+?) was not one of the (?<text>allowed options.*)$/s,
    "enum",
    ({ value = "", text = "" }) => [{ keyword: "enum", keys: null, value, ...optionsOf("enum", text) }],
  ],
  [
    /Cannot (?:deserialize|construct)(?: instance of| value of type)?.*? from (?:String|Integer|Number|Boolean)(?: value)? \(?\\?["']?(?<value>.*?)\\?["']?\)?(?<text>$|(?::|\s*\n).*)$/s,
    "type",
    ({ value = "", text = "" }) => {
      const keyword = /not one of the values accepted/.test(text) ? "enum" : "type";
      return [{ keyword, keys: chained(text), value, ...optionsOf(keyword, text) }];
    },
  ],
  [
    /Cannot deserialize (?:instance|value)(?<text>.*)$/s,
    "type",
    ({ text = "" }) => [{ keyword: "type", keys: chained(text) }],
  ],
];

/** HubSpot's sentences; null for others. */
export const readHubspot: Reader = (message) => readForms(FORMS, message);

/** Errors in a HubSpot response, each with sentence and context; null if none is understood. */
export function hubspotErrors(list: readonly Json[]): Said[] | null {
  const said = list.filter(isObject).flatMap((one): Said[] => {
    if (typeof one.message !== "string") return [];
    const context = isObject(one.context) ? Object.entries(one.context) : [];
    const names = context
      .filter(([key]) => /^(?:propert(?:y|ies)(?:Names?)?|name|field\w*|missing\w*|params?)$/i.test(key))
      .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
      .filter((name) => typeof name === "string");
    const place = typeof one.in === "string" ? [one.in] : names;
    const code = textOf(one.code ?? one.subCategory ?? one.error ?? "");
    const keyword = keywordIn(CODES, code) ?? keywordIn(TEXTS, one.message);
    if (!keyword || place.length === 0) return [];
    const options = optionsOf(keyword, one.message);
    return place.map((name) => ({ keyword, ...WITHIN, name, ...options }));
  });
  return said.length > 0 ? said : null;
}
