import { sha256 } from "@/lib/core/sha256";
import { redactProse } from "@/lib/core/text/prose";
import { type IssueState, TITLE_MAX } from "./types";

/** States in which somebody may still have to do something. */
export const OPEN_STATES: readonly IssueState[] = [
  "new",
  "accepted",
  "in_progress",
  "regressed",
  "needs_info",
];

type Mask = readonly [pattern: RegExp, mask: string | ((...parts: string[]) => string)];

// An error is often JSON: its keys, and what it says of itself, tell problems apart; other values differ from case to case.
const SAYS =
  "error|errors|message|msg|code|type|detail|details|reason|title|description|error_description|error_code";
const SAID: readonly Mask[] = [
  [/\\"/gu, '"'],
  [/\\[nrt]/gu, " "],
  [new RegExp(`"(${SAYS})"\\s{0,5}:\\s{0,5}\\[?\\s{0,5}"([^"\\n]{0,1000})"`, "giu"), "$1: $2"],
  [/"([\w.-]{1,100})"(?=\s{0,5}:)/gu, "$1"],
];
// What differs between two reports of one problem. Bounded repetitions keep hostile texts from costing more than their length.
const VALUES: readonly Mask[] = [
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>)\]}]{1,2000}/giu, "<url>"],
  [/[^\s"'<>()@]{1,100}@[^\s"'<>()@]{1,200}\.[a-z]{2,20}/giu, "<email>"],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/giu, "<uuid>"],
  [/"[^"\n]{0,500}"|“[^“”\n]{0,500}”|«[^«»\n]{0,500}»|`[^`\n]{0,500}`/gu, "<text>"],
  // An apostrophe inside a word is none of these.
  [/(?<![\p{L}\p{N}])'[^'\n]{0,500}'(?![\p{L}\p{N}])/gu, "<text>"],
];
const NUMBERS: readonly Mask[] = [
  [/\b0x[0-9a-f]+\b/giu, "<hex>"],
  [/\b(?=[a-f]{0,64}\d)[0-9a-f]{8,}\b/giu, "<hex>"],
  [/\d+(?:[.,:]\d+)*/gu, "<n>"],
];

// What a name may follow, and the words after it that are none.
const NAMED = "property|field|parameter|param|argument|arg|attribute|column|key|variable|option|flag";
const NO_NAME =
  "is|are|was|were|be|has|have|had|must|may|might|can|cannot|could|should|will|would|does|do|did|not|no|of|in|on|at|to|from|for|with|by|and|or|as|the|a|an|that|this|which|name|value|type|id|already|missing|required|invalid|unknown|expected|exceeds";
const NAMES: readonly Mask[] = [
  // Two steps at least; a single slash stands between words.
  [/(?:\b[a-z]:)?(?:[\\/][\w.@~-]{1,100}){2,50}/giu, "<path>"],
  [/(?<![\w.])[$\w]{1,100}(?:\.[a-z_]\w{0,99}|\[\w{0,20}\]){1,20}(?![\w.])/giu, "<path>"],
  [
    new RegExp(`\\b(${NAMED})(:?\\s{1,5})(?!(?:${NO_NAME})\\b)[\\p{L}_][\\p{L}\\p{N}_.-]{0,99}`, "giu"),
    "$1$2<name>",
  ],
  // The status of an answer says what went wrong; in letters it is not taken for a number.
  [
    /\b(status|http|code)([ :=(]{1,3})(\d{3})\b/giu,
    (_, word, gap, digits) =>
      `${word}${gap}<${digits.replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}>`,
  ],
  // Letters with digits among them: ids and names that were counted up.
  [/\b(?=\p{L}{0,64}\d)(?=\d{0,64}\p{L})[\p{L}\d]{2,64}\b/gu, "<name>"],
];

// What one field may at most or at least be: which field it is tells problems apart, the bound does not. Bounded, like VALUES.
const MODAL = "should|must|has to|have to|needs? to|may|can(?:not)?";
const COMPARED =
  "(?:less|fewer|lower|smaller|shorter|greater|more|larger|higher|longer) than|at (?:most|least)|between|up to|exceeds?|within|in the range";
const HELD_TO = `(?:${MODAL})(?: \\w{2,10}){0,3} (?:[<>≤≥]|=<|(?:${COMPARED})\\b)|exceeds the\\b`;
// What is quoted before these may be a value as well, and what has slashes a file.
const OUTSIDE = "(?:is|was) (?:out of range|too (?:long|short|high|low|many))\\b";
const boundedBy = (field: string, bound: string): RegExp =>
  new RegExp(
    `(?<![\\w.$/~[\\]-])(?:(?:${NAMED}):? )?${field}(?=:? (?:(?:input|value|length|size) )?(?:${bound}))`.replaceAll(
      " ",
      "\\s{1,3}",
    ),
    "giu",
  );
// Of these, what they are of says which field it is.
const MEASURES = /^(?:length|size|count|value|items)$/iu;

/** A field without what it lies in, as words, so that nothing takes it for a path: `body.children.length` is "children length". */
function fieldItself(written: string, _quote = "", path = ""): string {
  const isFile = /\/[^/]{0,200}\.[^/]{1,200}$/u.test(path);
  if (isFile) return written;
  const names = path.split(/[./]|\[[^\]]{0,100}\]/u).filter((name) => /^[$\p{L}_-]{2,60}$/u.test(name));
  const last = names.at(-1);
  if (last === undefined) return written;
  const told = MEASURES.test(last) ? names.slice(-2) : [last];
  return told
    .join(" ")
    .replace(/(?<=\p{Ll})(?=\p{Lu})|[$_-]/gu, " ")
    .trim();
}
const FIELDS: readonly Mask[] = [
  [boundedBy("([\"'`]?)([$\\w/][\\w.$/~[\\]-]{0,200})\\1", HELD_TO), fieldItself],
  [boundedBy("()([$\\w][\\w.$[\\]-]{0,200})", OUTSIDE), fieldItself],
];

const masked = (text: string, masks: readonly Mask[]): string =>
  masks
    .reduce(
      (current, [pattern, mask]) =>
        typeof mask === "string" ? current.replace(pattern, mask) : current.replace(pattern, mask),
      text.normalize("NFKC"),
    )
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .trim();

/**
 * The text without what differs between two reports of one problem: addresses, paths, ids, names, quoted values, numbers. Which field
 * may not be larger or smaller stays.
 */
export function maskText(text: string): string {
  return masked(text, [...SAID, ...FIELDS, ...VALUES, ...NAMES, ...NUMBERS]);
}

type Fingerprinted = {
  provider?: string;
  toolCalled?: string;
  errorSeen?: string;
  actualOutcome: string;
};

// What callers put before an error: the kind of it, who reports it, its number.
const WRAPPER =
  /^(?:<n>\s+|(?:[\w.$-]{1,40}\s){0,4}[\w.$-]{0,40}(?:error|exception|failed|failure)\b(?:\s[\w-]{1,40}){0,3}(?:\s?-?<n>|\s?\([^()]{0,60}\)){0,3}\s?[:–—-]\s?)/u;
// Another caller may wrap what one has wrapped.
const WRAPPERS_MAX = 4;
// Fewer words are the error itself.
const WORDS_MIN = 3;

function unwrapped(text: string, names: readonly (string | undefined)[]): string {
  const labels = names.flatMap((name) => (name ? `${name.toLowerCase()}: ` : []));
  let rest = text;
  for (let turn = 0; turn < WRAPPERS_MAX; turn += 1) {
    const label = labels.find((one) => rest.startsWith(one)) ?? WRAPPER.exec(rest)?.[0];
    const next = label && rest.slice(label.length);
    if (!next || (next.match(/\p{L}{2,}/gu)?.length ?? 0) < WORDS_MIN) break;
    rest = next;
  }
  return rest;
}

/** The masked text that reports of one problem share, without what callers put before it. */
function sharedText(report: Fingerprinted, mask = maskText): [kind: string, text: string] {
  const [kind, text] = aboutOf(report);
  return [kind, unwrapped(mask(text), [report.provider, report.toolCalled])];
}

/** What the fingerprints of today are made of: the number grows when masking changes. */
export const FINGERPRINT_VERSION = 3;

// Version 3 keeps which field is out of its bounds; reports of anything else have the fingerprint that they had.
const HASHED_AS = 2;

/** What a report is about: the error or, without one, what happened. */
function aboutOf({ errorSeen, actualOutcome }: Fingerprinted): [kind: string, text: string] {
  return errorSeen?.trim() ? ["error", errorSeen] : ["outcome", actualOutcome];
}

/**
 * Hex SHA-256 that reports of one problem share: the tool, and the masked error or, without one, what happened. The provider is no
 * part of it, for agents often leave it out; issues of two providers are told apart beside it.
 */
export function feedbackFingerprint(report: Fingerprinted): string {
  return hashOf(report, sharedText(report));
}

const hashOf = ({ toolCalled }: Fingerprinted, shared: readonly string[]): string =>
  sha256(JSON.stringify([HASHED_AS, toolCalled ?? null, ...shared]));

/** The fingerprint of version 2, which did not tell fields apart. */
export function formerFingerprint(report: Fingerprinted): string {
  return hashOf(
    report,
    sharedText(report, (text) => masked(text, [...SAID, ...VALUES, ...NAMES, ...NUMBERS])),
  );
}

/**
 * The fingerprints of version 1, by which issues that were opened before are found: the provider was part of them, so there is one
 * for each that it may have been.
 */
export function earlierFingerprints(
  report: Omit<Fingerprinted, "provider">,
  providers: readonly (string | null)[],
): string[] {
  const [kind, text] = aboutOf(report);
  const about = masked(text, [...VALUES, ...NUMBERS]);
  return [...new Set(providers)].map((provider) =>
    sha256(JSON.stringify([provider, report.toolCalled ?? null, kind, about])),
  );
}

/** What of a report's text its fingerprint is made of, for people. */
export function fingerprintedText(report: Fingerprinted): string {
  return sharedText(report)[1];
}

/** A title for a new issue: the tool and the first line of what went wrong. */
export function issueTitle(report: Fingerprinted): string {
  const text = report.errorSeen?.trim() ? report.errorSeen : report.actualOutcome;
  const line = redactProse(text.trim().split(/[\r\n]/u, 1)[0] ?? "");
  const title = (report.toolCalled ? `${report.toolCalled}: ${line}` : line)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (title === "") return "A report without words";
  return title.length > TITLE_MAX ? `${title.slice(0, TITLE_MAX - 1).toWellFormed()}…` : title;
}

/** How people and agents name an issue. Numbers are each tenant's own, so the tenant is part of the name. */
export function issueRef(number: number, tenant: string): string {
  return `FB-${number}@${tenant}`;
}

const REF = /^fb-(\d{1,9})(?:@(.+))?$/i;

/** What a text names if it names issues: one, or without a tenant the one of that number in each. */
export function readIssueRef(text: string): { number: number; tenant: string | null } | null {
  const [, number, tenant = null] = REF.exec(text) ?? [];
  return number === undefined ? null : { number: Number(number), tenant };
}

const ANSWERERS: ReadonlySet<string> = new Set(["admin", "triager"]);

/** Whether a person of this role may set what agents are told. */
export function mayAnswer(role: string): boolean {
  return ANSWERERS.has(role);
}
