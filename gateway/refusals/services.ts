import { type Form, of, valued } from "./forms";
import { LANGUAGES } from "./languages";
import { keysOf, literalsIn } from "./literals";
import { oneLine, readPlain } from "./plain";
import { allowedIn, predicate } from "./predicates";
import type { Keyword, Reader, Said } from "./types";

// Sentences of services that have forms of their own.

const TYPE_WORDS = /\b(?:TYPE_(?!ENUM)|int|float|double|number|string|bool|array|list|slice|map|object)/i;

const SERVICES: readonly Form[] = [
  // AWS
  [
    /(?:^|[.:] )Value (?<value>'.*?'|.*?) at '(?<path>[^']+)' failed to satisfy constraint: Member (?<rest>.+)$/s,
    ({ path, rest = "" }) =>
      of(
        path?.replace(/\.member\./g, "."),
        /value (?:less|greater)/.test(rest)
          ? (predicate(rest.replace(/.*?value /, "must be ")) ?? { keyword: "other" })
          : (predicate(rest) ?? { keyword: "other" }),
      ),
  ],
  [/^Invalid type for parameter (?<path>[\w.[\]]+), value: /, ({ path }) => of(path, { keyword: "type" })],
  [
    /^Invalid (?:length|range) for parameter (?<path>[\w.[\]]+), value: .*valid (?<side>min|max)/,
    ({ path, side }) => of(path, { keyword: side === "min" ? "minimum" : "maximum", sized: true }),
  ],
  // Google
  [
    /Unknown name "(?<name>[\w-]+)"(?: at '(?<path>[^']*)')?: Cannot find field/,
    ({ name, path }) => of(path ? `${path}.${name}` : name, { keyword: "additionalProperties" }),
  ],
  [
    /Invalid value at '(?<path>[^']+)' \((?<kind>[^)]*)\)/,
    ({ path, kind = "" }) => of(path, { keyword: TYPE_WORDS.test(kind) ? "type" : "enum" }),
  ],
  // GitHub
  [
    /^(?:Invalid request\.\s+)?For '(?:properties\/)?(?<path>[^']+)', (?<rest>.+)$/s,
    ({ path, rest = "" }) =>
      of(
        path?.replaceAll("/properties/", "."),
        predicate(rest.replace(/^.*?(?= is not )/s, "").trim()) ?? { keyword: "other" },
      ),
  ],
  [/(?:^|\s)"(?<name>[\w.-]+)" (?:wasn't|weren't) supplied/, ({ name }) => of(name, { keyword: "required" })],
  [
    /(?:^|\s)"(?<name>[\w.-]+)" is not a permitted key/,
    ({ name }) => of(name, { keyword: "additionalProperties" }),
  ],
  [
    /^(?:the )?value (?<value>"[^"]*"|'[^']*'|`[^`]*`) (?:for|of|in) (?:the )?(?:parameter |field |argument |property )?["'`]?(?<path>[\w.[\]-]+)["'`]? (?<rest>.+)$/is,
    ({ path, rest = "" }) => of(path, predicate(rest) ?? { keyword: "other" }),
  ],
  [
    /^(?:the )?value (?<value>"[^"]*"|'[^']*'|`[^`]*`|[^\s"'`]+) is (?:not valid|invalid|not allowed|not supported|not a valid value) for (?:the )?(?:parameter |field |argument |property |option )?["'`]?(?<path>[\w.[\]-]+)["'`]?[.,;:]?\s*(?<rest>.*)$/is,
    ({ path, rest = "" }) => of(path, predicate(rest) ?? { keyword: "enum" }),
  ],
  // Kubernetes and go-openapi
  [/(?<path>[\w.[\]-]+): Required value/, ({ path }) => of(path, { keyword: "required" })],
  [
    /(?<path>[\w.[\]-]+): Unsupported value: (?<value>"[^"]*"|\S+): supported values: (?<list>.+)$/,
    ({ path, list = "" }) => of(path, { keyword: "enum", allowed: literalsIn(list) }),
  ],
  [
    /(?<path>[\w.[\]-]+): (?:Invalid value|Too long|Too many): (?:"(?:[^"\\]|\\.)*"|[^:]+): (?<rest>.+)$/,
    ({ path, rest = "" }) =>
      of(path, predicate(rest.replace(/^[\w.[\]]+ in body /, "")) ?? { keyword: "other" }),
  ],
  [
    /^(?<path>[\w.[\]-]+) in (?:body|query|path) (?<rest>.+)$/,
    ({ path, rest = "" }) => of(path, predicate(rest) ?? { keyword: "other" }),
  ],
  // GraphQL
  [
    /Variable "\$\w+" got invalid value (?<value>.+?)(?: at "(?:\w+\.)?(?<path>[\w.[\]]+)")?; (?<rest>.+)$/s,
    ({ value, path, rest = "" }) => graphql(value, path, rest),
  ],
  [
    /Variable "\$(?<name>\w+)" of (?:required|non-null) type .{1,100} (?:was not provided|must not be null)/,
    ({ name }) => of(name, { keyword: "required" }),
  ],
  [
    /^Field "(?<name>\w+)" of required type .* was not provided/,
    ({ name }) => of(name, { keyword: "required" }),
  ],
  // .NET, Java, yup, OpenAI, Slack
  [
    /could not be converted to .*Path: (?<path>\$?[\w.[\]$]+)/s,
    ({ path }) => of(path?.replace(/^\$\.?/, ""), { keyword: "type" }),
  ],
  [
    /Unrecognized (?:field|property|name) ["'`](?<name>[\w-]+)["'`]/,
    ({ name }) => of(name, { keyword: "additionalProperties" }),
  ],
  [
    /has unspecified keys: (?<list>.+)$/,
    ({ list = "" }) =>
      list.split(/,\s*/).flatMap((name) => of(name.trim(), { keyword: "additionalProperties" })),
  ],
  [/^property (?<name>[\w.]+) should not exist/, ({ name }) => of(name, { keyword: "additionalProperties" })],
  [
    /^each value in (?<name>[\w.]+) (?<rest>.+)$/,
    ({ name, rest = "" }) => of(name, predicate(rest) ?? { keyword: "other" }),
  ],
  [
    /^(?<rest>.+?) \[json-pointer:(?<path>\/[^\]]*)\]/,
    ({ rest = "", path = "" }) => [
      { ...(predicate(rest.replace(/^\[ERROR\] /, "")) ?? { keyword: "other" }), keys: keysOf(path) },
    ],
  ],
  [/^Invalid type for '(?<path>[^']+)': expected/, ({ path }) => of(path, { keyword: "type" })],
  [
    /^Invalid '(?<path>[^']+)': (?<rest>.+)$/s,
    ({ path, rest = "" }) => of(path, predicate(rest) ?? { keyword: "other" }),
  ],
  [
    /^Invalid value: (?<value>'[^']*'|"[^"]*")\. (?<rest>Supported values are: .+)$/s,
    ({ value, rest = "" }) => valued("enum", value, allowedIn(rest)),
  ],
  [
    /^(?:param is missing or the value is empty|missing parameter): (?<name>\w+)/i,
    ({ name }) => of(name, { keyword: "required" }),
  ],
  [
    /^found unpermitted parameters?: (?<list>.+)$/i,
    ({ list = "" }) =>
      list
        .split(/,\s*/)
        .flatMap((name) => of(name.replace(/^[:"']+|["']+$/g, ""), { keyword: "additionalProperties" })),
  ],
  [
    /^(?:invalid|unknown|unsupported|unrecogni[sz]ed|bad|wrong|illegal|incorrect) (?<name>[a-z][\w-]*)(?: value)?:? (?<value>"[^"]*"|'[^']*'|`[^`]*`|[\w.-]+)[.,;:]?\s*(?<rest>.*)$/is,
    ({ name = "", value = "", rest = "" }) => named(name, value, rest),
  ],
  [
    /^(?<value>"[^"]*"|'[^']*'|`[^`]*`) is not (?:a|an) (?:valid|known|supported) (?<name>[a-z]\w*)\b(?<rest>.*)$/is,
    ({ name = "", value = "", rest = "" }) => named(name, value, rest),
  ],
  [
    /^expected (?:["'`](?<path>[\w.[\]]+)["'`]|(?<bare>[a-z]\w*(?:_\w+)+)) to be (?<rest>.+)$/is,
    ({ path, bare, rest = "" }) => of(path ?? bare, predicate(`must be ${rest}`) ?? { keyword: "other" }),
  ],
  // Written by hand
  [
    /^(?:you )?(?:forgot|need|have|did not remember) to (?:pass|provide|send|include|specify|set|supply|give) (?:the |an? )?(?:["'`](?<quoted>[\w.-]+)["'`]|(?<name>[a-z]\w*(?:_\w+)+))/i,
    ({ quoted, name }) => of(quoted ?? name, { keyword: "required" }),
  ],
  [
    /^(?:could not|couldn't|cannot|can't|failed to|unable to) (?:parse|read|understand|interpret) (?:the )?(?<name>[a-z]\w*)(?: value)?:? (?<value>"[^"]*"|'[^']*'|`[^`]*`)/i,
    ({ name = "", value = "" }) => [
      { keyword: "format", keys: null, name, spoken: true, orValue: value.slice(1, -1) },
    ],
  ],
  [
    /^no (?<name>[a-z]\w*) (?:called|named) ["'`]?(?<value>[\w.-]+)["'`]?[.,;] (?<rest>(?:available|valid|known|possible|supported) .+)$/is,
    ({ name = "", value = "" }) => [{ keyword: "enum", keys: null, name, spoken: true, orValue: value }],
  ],
  [/^parsing time "(?<value>[^"]*)" as "/, ({ value = "" }) => valued("format", JSON.stringify(value))],
  [
    /^(?:the )?(?:parameter|argument|field|property|option|input) ["'`](?<path>[\w.[\]-]+)["'`]: (?<rest>.+)$/is,
    ({ path, rest = "" }) => of(path, predicate(rest) ?? { keyword: "other" }),
  ],
  [
    /^expected (?<kind>.+?) for (?:parameter |field |argument )?["'`]?(?<path>[\w.[\]]+)["'`]?[,;] (?:got|received)/is,
    ({ path, kind = "" }) => of(path, predicate(`expected ${kind}`) ?? { keyword: "type" }),
  ],
];

function graphql(value: string | undefined, path: string | undefined, rest: string): Said[] {
  const inner = /Field "(\w+)" of required type/.exec(rest)?.[1];
  if (inner) return of(path ? `${path}.${inner}` : inner, { keyword: "required" });
  const extra = /Field "(\w+)" is not defined/.exec(rest)?.[1];
  if (extra) return of(path ? `${path}.${extra}` : extra, { keyword: "additionalProperties" });
  const keyword: Keyword = /enum/.test(rest) ? "enum" : "type";
  return path ? of(path, { keyword }) : valued(keyword, value);
}

const NO_FIELD =
  /^(?:value|input|type|argument|arguments|parameter|parameters|request|json|params|for|property|field|option|key|name of)$/i;

/** "Invalid priority "High". Must be one of: …": the field is named for what it is, or else the value tells. */
function named(name: string, sent: string, rest: string): Said[] | null {
  if (NO_FIELD.test(name)) return null;
  const value = sent.replace(/^[`"']|[`"']$/g, "");
  const told = rest === "" ? null : predicate(rest.replace(/^(?:it|value) /i, ""));
  const { keyword = /^(?:uuid|e-?mail|ur[li]|date|timestamp)/i.test(name) ? "format" : "enum", allowed } =
    told ?? {};
  return [{ keyword, keys: null, name, spoken: true, orValue: value, ...(allowed ? { allowed } : {}) }];
}

function formOf(part: string): Said[] {
  const text = oneLine(part);
  for (const [shape, read] of FORMS) {
    const found = shape.exec(text);
    const all = found ? read(found.groups ?? {}) : null;
    if (all && all.length > 0) return all;
  }
  return readPlain(text) ?? [];
}

const FORMS = [...LANGUAGES, ...SERVICES];

/** Sentences and lines with forms of their own; null where none has. */
export const readServices: Reader = (message) => {
  const parts = message.split(
    /\n+|;\s+(?=Value |[A-Z]|\[ERROR\])|, (?=[a-z][\w.]{0,100} (?:must|should) (?:be|not) )|(?<=\.)\s+(?=For ')/,
  );
  const whole = parts.length > 1 ? formOf(message.trim()) : [];
  if (whole.length > 0 && /^Variable /.test(message)) return whole;
  // What is said of a union's members says more than that none of them fits.
  const members = parts.filter((part) => !/failed to match all allowed schemas/.test(part));
  const said = (members.length > 0 ? members : parts).flatMap(formOf);
  return said.length > 0 ? said : null;
};
