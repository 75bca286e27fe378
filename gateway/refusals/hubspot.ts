import { isObject, literalsIn, textOf } from "./literals";
import type { Json, Keyword, Reader, Said } from "./types";

// HubSpot's API: a list of refused properties within the message, or sentences with names in brackets.

const CODES: readonly (readonly [RegExp, Keyword])[] = [
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

const TEXTS: readonly (readonly [RegExp, Keyword])[] = [
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

const OPTIONS = /allowed options: \[(.*)\]?/s;

function optionsOf(text: string): Json[] | undefined {
  const [, list] = OPTIONS.exec(text) ?? /accepted for Enum class: \[([^\]]*)\]/.exec(text) ?? [];
  if (list === undefined) return undefined;
  const values = [...list.matchAll(/\bvalue: \\?"(.*?)\\?"/g)].map(([, value]) => value ?? "");
  if (values.length > 0) return values;
  const quoted = literalsIn(list).filter((one) => typeof one === "string");
  if (/["']/.test(list) && quoted.length > 0) return quoted;
  return list
    .replace(/\]$/, "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** Refused properties as HubSpot lists them; null for a list of another program. */
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
    const keyword =
      CODES.find(([shape]) => shape.test(code))?.[1] ??
      TEXTS.find(([shape]) => shape.test(text))?.[1] ??
      "other";
    const allowed = keyword === "enum" ? optionsOf(text) : undefined;
    const value = /^(.+?) was not (?:a valid|one of)/s.exec(text)?.[1] ?? one.propertyValue;
    return {
      keyword,
      keys: null,
      name: textOf(one.name ?? ""),
      within: "properties",
      ...(value === undefined ? {} : { value }),
      ...(allowed ? { allowed } : {}),
    };
  });
}

const named = (keyword: Keyword, names: string): Said[] =>
  names
    .split(/,\s*/)
    .map((name) => name.replace(/^["'`\s\\]+|["'`\s\\]+$/g, ""))
    .filter((name) => name !== "")
    .map((name) => ({ keyword, keys: null, name }));

const CHAIN = /through reference chain: [^[]*((?:\["?[\w-]+"?\][^[]*)+)/;

function chained(text: string): (string | number)[] | null {
  const chain = CHAIN.exec(text)?.[1];
  if (!chain) return null;
  return [...chain.matchAll(/\[(?:"([\w-]+)"|(\d+))\]/g)].map(([, name, index]) => name ?? Number(index));
}

const DESERIALIZE =
  /Cannot (?:deserialize|construct)(?: instance of| value of type)?.*? from (?:String|Integer|Number|Boolean)(?: value)? \(?\\?["']?(.*?)\\?["']?\)?(?::|$|\s*\n)/s;

/** HubSpot's sentences; null for others. */
export const readHubspot: Reader = (message) => {
  const unset =
    /required (?:fields?|propert(?:y|ies)|params?|parameters?) (?:were|was|are|is) (?:not set|missing)[^[]*: \[?([\w, "'-]+)\]?/i.exec(
      message,
    );
  if (unset) return named("required", unset[1] ?? "").map((one) => ({ ...one, within: "properties" }));
  const absent = /Propert(?:y|ies) \\?["']([\w-]+)\\?["'] (?:does not|doesn't|do not) exist/i.exec(message);
  if (absent)
    return named("additionalProperties", absent[1] ?? "").map((one) => ({
      ...one,
      orValue: absent[1] ?? "",
    }));
  const option = /^(.+?) was not one of the allowed options/s.exec(message);
  if (option) {
    const allowed = optionsOf(message);
    return [{ keyword: "enum", keys: null, value: option[1] ?? "", ...(allowed ? { allowed } : {}) }];
  }
  const sent = DESERIALIZE.exec(message);
  if (!sent && /Cannot deserialize (?:instance|value)/.test(message))
    return [{ keyword: "type", keys: chained(message) }];
  if (!sent) return null;
  const keyword: Keyword = /not one of the values accepted/.test(message) ? "enum" : "type";
  const allowed = keyword === "enum" ? optionsOf(message) : undefined;
  const value = sent[1] ?? "";
  return [{ keyword, keys: chained(message), value, ...(allowed ? { allowed } : {}) }];
};

/** Errors within HubSpot's answer, each with a sentence and what it is about; null where none is understood. */
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
    const keyword =
      CODES.find(([shape]) => shape.test(code))?.[1] ??
      TEXTS.find(([shape]) => shape.test(one.message as string))?.[1];
    if (!keyword || place.length === 0) return [];
    const allowed = keyword === "enum" ? optionsOf(one.message) : undefined;
    return place.map((name) => ({
      keyword,
      keys: null,
      name,
      within: "properties",
      ...(allowed ? { allowed } : {}),
    }));
  });
  return said.length > 0 ? said : null;
}
