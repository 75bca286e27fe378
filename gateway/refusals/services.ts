import { type Form, of, readForms, spoken, valued } from "./forms";
import { LANGUAGES } from "./languages";
import { keysOf } from "./literals";
import { oneLine, readPlain } from "./plain";
import { allowedIn, predicate } from "./predicates";
import type { Keyword, Reader, Said } from "./types";

// Sentences of services with their own forms.

const TYPE_WORDS = /\b(?:TYPE_(?!ENUM)|int|float|double|number|string|bool|array|list|slice|map|object)/i;

const SERVICES: readonly Form[] = [
  // AWS
  [
    /(?:^|[.:] )Value (?:'.*?'|.*?) at '(?<path>[^']+)' failed to satisfy constraint: Member (?<rest>.+)$/s,
    "other",
    ({ path, rest = "" }) => {
      const said = /value (?:less|greater)/.test(rest) ? rest.replace(/.*?value /, "must be ") : rest;
      return of(path?.replace(/\.member\./g, "."), predicate(said) ?? { keyword: "other" });
    },
  ],
  [/^Invalid type for parameter (?<path>[\w.[\]]+), value: /, "type"],
  [
    /^Invalid (?:length|range) for parameter (?<path>[\w.[\]]+), value: .*valid (?<side>min|max)/,
    "other",
    ({ path, side }) => of(path, { keyword: side === "min" ? "minimum" : "maximum", sized: true }),
  ],
  // Google
  [/Unknown name "(?<name>[\w-]+)"(?: at '(?<path>[^']*)')?: Cannot find field/, "additionalProperties"],
  [
    /Invalid value at '(?<path>[^']+)' \((?<kind>[^)]*)\)/,
    "enum",
    ({ path, kind = "" }) => of(path, { keyword: TYPE_WORDS.test(kind) ? "type" : "enum" }),
  ],
  // GitHub
  [
    /^(?:Invalid request\.\s+)?For '(?:properties\/)?(?<path>[^']+)', (?<rest>.+)$/s,
    "other",
    ({ path, rest = "" }) =>
      of(
        path?.replaceAll("/properties/", "."),
        predicate(rest.replace(/^.*?(?= is not )/s, "").trim()) ?? { keyword: "other" },
      ),
  ],
  [
    /^(?:the )?value (?:"[^"]*"|'[^']*'|`[^`]*`|[^\s"'`]+) is (?:not valid|invalid|not allowed|not supported|not a valid value) for (?:the )?(?:parameter |field |argument |property |option )?["'`]?(?<path>[\w.[\]-]+)["'`]?[.,;:]?\s*(?<rest>.*)$/is,
    "enum",
  ],
  // Kubernetes and go-openapi
  [/(?<path>[\w.[\]-]+): Unsupported value: (?:"[^"]*"|\S+): supported values: (?<list>.+)$/, "enum"],
  [
    /(?<path>[\w.[\]-]+): (?:Invalid value|Too long|Too many): (?:"(?:[^"\\]|\\.)*"|[^:]+): (?:[\w.[\]]+ in body )?(?<rest>.+)$/,
    "other",
  ],
  [/^(?<path>[\w.[\]-]+) in (?:body|query|path) (?<rest>.+)$/, "other"],
  // GraphQL
  [
    /Variable "\$\w+" got invalid value (?<value>.+?)(?: at "(?:\w+\.)?(?<path>[\w.[\]]+)")?; (?<rest>.+)$/s,
    "type",
    ({ value, path, rest = "" }) => graphql(value, path, rest),
  ],
  // .NET, Java, yup, OpenAI, Slack
  [/could not be converted to .*Path: (?<path>\$?[\w.[\]$]+)/s, "type"],
  [/has unspecified keys: (?<list>.+)$/, "additionalProperties"],
  [/^each value in (?<name>[\w.]+) (?<rest>.+)$/, "other"],
  [
    /^(?:\[ERROR\] )?(?<rest>.+?) \[json-pointer:(?<path>\/[^\]]*)\]/,
    "other",
    ({ rest = "", path = "" }) => [{ ...(predicate(rest) ?? { keyword: "other" }), keys: keysOf(path) }],
  ],
  [/^Invalid '(?<path>[^']+)': (?<rest>.+)$/s, "other"],
  [
    /^Invalid value: (?<value>'[^']*'|"[^"]*")\. (?<rest>Supported values are: .+)$/s,
    "enum",
    ({ value, rest = "" }) => valued("enum", value, allowedIn(rest)),
  ],
  [/^found unpermitted parameters?: (?<list>.+)$/i, "additionalProperties"],
  [
    /^(?:invalid|unknown|unsupported|unrecogni[sz]ed|bad|wrong|illegal|incorrect) (?<noun>[a-z][\w-]*)(?: value)?:? (?<value>"[^"]*"|'[^']*'|`[^`]*`|[\w.-]+)[.,;:]?\s*(?<rest>.*)$/is,
    "enum",
  ],
  [
    /^(?<value>"[^"]*"|'[^']*'|`[^`]*`) is not (?:a|an) (?:valid|known|supported) (?<noun>[a-z]\w*)\b(?<rest>.*)$/is,
    "enum",
  ],
  [
    /^expected (?:["'`](?<path>[\w.[\]]+)["'`]|(?<bare>[a-z]\w*(?:_\w+)+)) to be (?<rest>.+)$/is,
    "other",
    ({ path, bare, rest = "" }) => of(path ?? bare, predicate(`must be ${rest}`) ?? { keyword: "other" }),
  ],
  // Written by hand
  [
    /^(?:could not|couldn't|cannot|can't|failed to|unable to) (?:parse|read|understand|interpret) (?:the )?(?<name>[a-z]\w*)(?: value)?:? (?<value>"[^"]*"|'[^']*'|`[^`]*`)/i,
    "format",
    ({ name, value = "" }) => spoken("format", name, value.slice(1, -1)),
  ],
  [
    /^no (?<name>[a-z]\w*) (?:called|named) ["'`]?(?<value>[\w.-]+)["'`]?[.,;] (?:available|valid|known|possible|supported) .+$/is,
    "enum",
    ({ name, value }) => spoken("enum", name, value),
  ],
  [/^parsing time (?<value>"[^"]*") as "/, "format"],
  [
    /^(?:the )?(?:parameter|argument|field|property|option|input) ["'`](?<path>[\w.[\]-]+)["'`]: (?<rest>.+)$/is,
    "other",
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

function formOf(part: string): Said[] {
  const text = oneLine(part);
  return readForms(FORMS, text) ?? readPlain(text) ?? [];
}

/** Tried in this order. */
export const FORMS = [...LANGUAGES, ...SERVICES];

/** Sentences and lines of these forms; null if none matches. */
export const readServices: Reader = (message) => {
  const parts = message.split(
    /\n+|;\s+(?=Value |[A-Z]|\[ERROR\])|, (?=[a-z][\w.]{0,100} (?:must|should) (?:be|not) )|(?<=\.)\s+(?=For ')/,
  );
  const whole = parts.length > 1 ? formOf(message.trim()) : [];
  if (whole.length > 0 && /^Variable /.test(message)) return whole;
  // Errors of a union's members say more than that none matches.
  const members = parts.filter((part) => !/failed to match all allowed schemas/.test(part));
  const said = (members.length > 0 ? members : parts).flatMap(formOf);
  return said.length > 0 ? said : null;
};
