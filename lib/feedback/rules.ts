import { sha256 } from "@/lib/core/sha256";
import { redactProse } from "@/lib/core/text/prose";
import { maskTextOf1, maskTextOf2, maskTextOf3 } from "@/lib/language/masking/former";
import { DIGIT, kept, readable } from "@/lib/language/masking/shelter";
import { maskedAndKept } from "@/lib/language/masking/text";
import { type IssueState, TITLE_MAX } from "./types";

/** States in which somebody may still have to do something. */
export const OPEN_STATES: readonly IssueState[] = [
  "new",
  "accepted",
  "in_progress",
  "regressed",
  "needs_info",
];

type Fingerprinted = {
  provider?: string;
  toolCalled?: string;
  errorSeen?: string;
  actualOutcome: string;
};

// Statuses of HTTP and of JSON-RPC say less than what follows them; other codes say which error it is.
const STATUS = `(?:-?<n>|${kept("4")}${DIGIT}{2}|${kept("5")}${DIGIT}{2}|${kept("-32")}${DIGIT}{3})`;
// What callers put before an error: the kind of it, who reports it, its status.
const WRAPPER = new RegExp(
  `^(?:<n>\\s+|(?:[\\w.$-]{1,40}\\s){0,4}[\\w.$-]{0,40}(?:error|exception|failed|failure)\\b(?:\\s[\\w-]{1,40}){0,3}(?:\\s?${STATUS}|\\s?\\([^()]{0,60}\\)){0,3}\\s?[:–—-]\\s?)`,
  "u",
);
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
function sharedText(report: Fingerprinted, mask = maskedAndKept): [kind: string, text: string] {
  const [kind, text] = aboutOf(report);
  return [kind, readable(unwrapped(mask(text), [report.provider, report.toolCalled]))];
}

/** What the fingerprints of today are made of: the number grows when masking changes. */
export const FINGERPRINT_VERSION = 4;

// Versions 3 and 4 mask otherwise; a report whose masked text is the same has the fingerprint that it had.
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

/** The fingerprints of versions 3 and 2, by which issues that were opened before are found. */
export function formerFingerprints(report: Fingerprinted): { of3: string; of2: string } {
  const hashed = (mask: (text: string) => string) => hashOf(report, sharedText(report, mask));
  return { of3: hashed(maskTextOf3), of2: hashed(maskTextOf2) };
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
  const about = maskTextOf1(text);
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
