import { type Form, keywordIn, readForms, readPlaced } from "./forms";
import { isObject, keysIn, keysOf, literalOf, literalsIn, textOf } from "./literals";
import type { Json, Key, Keyword, Reader, Said } from "./types";

// pydantic 1 and 2: the text of a ValidationError, and its errors as objects.

const TYPES: readonly Form[] = [
  // 2
  [
    /^(?:missing|missing_argument|missing_keyword_only_argument|missing_positional_only_argument|union_tag_not_found)$/,
    "required",
  ],
  [
    /^(?:extra_forbidden|unexpected_keyword_argument|unexpected_positional_argument|no_such_attribute)$/,
    "additionalProperties",
  ],
  [/^(?:enum|literal_error|union_tag_invalid)$/, "enum"],
  [/^string_too_short$|^bytes_too_short$/, "minLength"],
  [/^string_too_long$|^bytes_too_long$/, "maxLength"],
  [/^too_short$/, "minItems"],
  [/^too_long$/, "maxItems"],
  [/^greater_than/, "minimum"],
  [/^less_than/, "maximum"],
  [/^string_pattern_mismatch$/, "pattern"],
  [
    /^(?:url|uuid|ip|date|time|datetime|timezone|json)\w*_(?:parsing|invalid|version|scheme|too_long|inexact|address|network|interface|format|offset|past|future|syntax_violation)$|^(?:date|datetime|time)_from_\w+$|^ip_v\d_\w+$|^json_invalid$/,
    "format",
  ],
  [
    /^(?:multiple_of|finite_number|value_error|assertion_error|frozen_\w+|decimal_max_\w+|decimal_whole_digits|callable_type|custom_error)$/,
    "other",
  ],
  [
    /_(?:type|parsing|parsing_size|from_float|attributes_type)$|^(?:none_required|is_instance_of|is_subclass_of|needs_python_object|string_unicode)$/,
    "type",
  ],
  // 1
  [/^value_error\.missing$|discriminated_union\.missing/, "required"],
  [/discriminated_union\.invalid/, "enum"],
  [/^value_error\.extra$/, "additionalProperties"],
  [/^type_error\.enum$/, "enum"],
  [/^value_error\.const$/, "enum"],
  [/^value_error\.(?:any_str|str|bytes)\.min_length$/, "minLength"],
  [/^value_error\.(?:any_str|str|bytes)\.max_length$/, "maxLength"],
  [/^value_error\.(?:list|set|frozenset)\.min_items$/, "minItems"],
  [/^value_error\.(?:list|set|frozenset)\.max_items$/, "maxItems"],
  [/^value_error\.(?:list|set)\.unique_items$/, "uniqueItems"],
  [/^value_error\.number\.not_g[te]$/, "minimum"],
  [/^value_error\.number\.not_l[te]$/, "maximum"],
  [/^value_error\.str\.regex$/, "pattern"],
  [
    /^type_error\.uuid$|^value_error\.(?:uuid|email|date|datetime|time|duration|ipv?\w*|url|color|jsondecode|json)\b/,
    "format",
  ],
  [/^type_error\b/, "type"],
  [/^value_error\b|^assertion_error\b/, "other"],
];

function keywordOf(type: string, text: string): Keyword {
  if (/not a valid (?:email|url|uri)/i.test(text)) return "format";
  return (type === "" ? keywordIn(TEXTS, text) : keywordIn(TYPES, type)) ?? "other";
}

type Error = { keys: Key[]; type: string; text: string; value?: Json; expected?: Json[] };

const TAG = /\b(?:using|discriminator) '(\w+)'(?:.*\bvalue '([^']*)')?/s;

/** Moves an error of a tagged union to the tagged member. */
function tagged(error: Error): Error {
  if (!/union_tag|discriminat/.test(error.type)) return error;
  const [, name, old] = TAG.exec(error.text) ?? [];
  if (name === undefined) return error;
  const { value: _, ...rest } = error;
  const sent = old ?? /\btag '([^']*)'/.exec(error.text)?.[1];
  return { ...rest, keys: [...error.keys, name], ...(sent === undefined ? {} : { value: sent }) };
}

/** Several errors of one value are a union's members. */
function together(errors: readonly Error[]): Said[] {
  const loose = errors.every(({ type }) => !type.includes("."));
  return errors.map(tagged).map(({ keys, type, text, value, expected }): Said => {
    const keyword = keywordOf(type, text);
    const stated =
      /(?:Input should be|permitted:|expected tags:|enum_values=)\s*(.+?)(?: \[type=| \(type=|$)/s.exec(
        text,
      )?.[1];
    const listed = expected ?? (keyword === "enum" ? literalsIn(stated ?? "") : []);
    const one = listed.length === 1 && /literal_error|const/.test(type);
    return {
      keyword: one ? "const" : keyword,
      keys,
      loose,
      ...(listed.length > 0 && keyword === "enum" ? { allowed: listed } : {}),
      ...(value === undefined ? {} : { value }),
    };
  });
}

const HEAD = /^(?:.*?:\s*)??\d+ validation errors? for .+$/m;
const SECOND = /^(.*?)\s*\[type=([\w.]+)(?:, input_value=(.*), input_type=([^\],]+))?.*\]$/s;
const FIRST = /^(.*?)\s*\(type=([\w.]+)((?:; .*)?)\)$/s;

/** Errors follow the header: a line for the path, and indented lines for the faults. */
function readText(message: string): Error[] {
  const head = HEAD.exec(message);
  if (!head) return [];
  const errors: Error[] = [];
  let place = "";
  let said = "";
  for (const line of message.slice(head.index + head[0].length).split("\n")) {
    if (line.trim() === "" || /^\s+For further information/.test(line)) continue;
    if (!/^\s/.test(line) && (said === "" || errorOf(said, []) !== null)) {
      [place, said] = [line.trim(), ""];
      const flat = /^(\S.*?)\s{2,}(\S.*)$/.exec(place);
      if (!flat) continue;
      [place, said] = [flat[1] ?? "", flat[2] ?? ""];
    } else said = said === "" ? line.trim() : `${said}\n${line.trim()}`;
    const error = errorOf(said, keysOf(place === "__root__" ? "" : place));
    if (error) {
      errors.push(error);
      said = "";
    }
  }
  // The last one may have been cut off.
  if (keywordIn(TEXTS, said)) errors.push({ keys: keysOf(place), type: "", text: said });
  return errors;
}

function errorOf(text: string, keys: Key[]): Error | null {
  const second = SECOND.exec(text);
  if (second) {
    const [, words = "", type = "", sent] = second;
    const value = sent === undefined || type.startsWith("missing") ? undefined : literalOf(sent);
    return { keys, type, text: words, ...(value === undefined ? {} : { value }) };
  }
  // Truncated in the brackets: the sentence is enough.
  const cut = /^(.*?)\s*\[type=[^\]]*$/s.exec(text)?.[1];
  if (cut !== undefined) return { keys, type: "", text: cut };
  const first = FIRST.exec(text);
  return first ? { keys, type: first[2] ?? "", text: first[1] ?? "" } : null;
}

const TEXTS: readonly Form[] = [
  [/^Field required$|^Missing required argument$|^field required$/, "required"],
  [
    /^Extra inputs are not permitted$|^Unexpected keyword argument$|^extra fields not permitted$/,
    "additionalProperties",
  ],
  [/^Input should be (?:a valid (?:date|datetime|time|URL|UUID)\b|an? (?:valid )?(?:UUID|URL))/i, "format"],
  [
    /^Input should be (?:a valid|an? (?:object|instance|integer))|^value is not a valid (?:integer|float|list|dict|boolean)|^(?:str|none) (?:type expected|is not an allowed value)/,
    "type",
  ],
  [/^Input should be (?:greater|more) than|^ensure this value is greater/, "minimum"],
  [/^Input should be less than|^ensure this value is less/, "maximum"],
  [/^Input should be (?<list>['"\d].*)/, "enum"],
  [/^value is not a valid enumeration member|^unexpected value; permitted/, "enum"],
  [/^String should have at least|^ensure this value has at least \d+ characters/, "minLength"],
  [/^String should have at most|^ensure this value has at most \d+ characters/, "maxLength"],
  [
    /^(?:List|Set|Tuple|Dictionary) should have at least|^ensure this value has at least \d+ items/,
    "minItems",
  ],
  [/^(?:List|Set|Tuple|Dictionary) should have at most|^ensure this value has at most \d+ items/, "maxItems"],
  [/^String should match pattern|^string does not match regex/, "pattern"],
  [
    /^value is not a valid email|^invalid (?:date|datetime|time) format|^Input should be a valid (?:date|datetime)/,
    "format",
  ],
];

const AT_LINE = /^\s*(?:[-*•]\s+)?["'`]?(?<place>[\w.[\]> -]+?)["'`]?: (?<sentence>.+)$/;

/** pydantic's sentences without their types, each after its place. */
function readLines(message: string): Said[] | null {
  const said = message
    .split(/\n|; /)
    .flatMap((line) => readPlaced([AT_LINE], TEXTS, line) ?? readForms(TEXTS, line.trim()) ?? []);
  return said.length > 0 ? said : null;
}

const FLAT =
  /([\w.[\]-]+)\s+((?:Input|Field|Extra|String|List|Value|Missing|Unexpected|URL|Assertion)\b[^[]*)(\[type=\w+, input_value=.*?, input_type=\w+\])/g;

/** The same without line breaks. */
function flatErrors(message: string): Error[] {
  const text = message.replace(/^.*?\d+ validation errors? for \S+\s/s, "");
  return [...text.matchAll(FLAT)].flatMap(([, place = "", words = "", rest = ""]) => {
    const error = errorOf(`${words}${rest}`, keysOf(place));
    return error ? [error] : [];
  });
}

/** The text of a ValidationError. */
export const readPydantic: Reader = (message) => {
  // Some programs print everything on one line.
  const errors = readText(message);
  const inOne = errors.length > 0 ? errors : readText(message.replaceAll("\\n", "\n"));
  if (inOne.length > 0) return together(inOne);
  const lone = /\[type=\w{1,60}, input_value=/.test(message) ? errorOf(message.trim(), []) : null;
  if (lone && /^(?:Value|Assertion) error, /.test(lone.text))
    return together([lone]).map((one) => ({ ...one, keys: null }));
  const flat = flatErrors(message);
  return flat.length > 0 ? together(flat) : readLines(message);
};

/** pydantic's errors as objects, including FastAPI's `detail`; null for another library's list. */
export function pydanticErrors(list: readonly Json[]): Said[] | null {
  const errors = list
    .filter(isObject)
    .filter((one) => Array.isArray(one.loc) && typeof one.type === "string");
  if (errors.length === 0) return null;
  return together(
    errors.map((one) => {
      const context = isObject(one.ctx) ? one.ctx : {};
      const expected = context.enum_values ?? context.permitted;
      return {
        keys: keysIn(one.loc as Json[]),
        type: textOf(one.type ?? ""),
        text: textOf(one.msg ?? ""),
        ...(Array.isArray(expected) ? { expected } : {}),
        ...(one.input === undefined || /missing/.test(textOf(one.type ?? "")) ? {} : { value: one.input }),
      };
    }),
  );
}
