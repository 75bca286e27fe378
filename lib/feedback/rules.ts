import { sha256 } from "@/lib/core/sha256";
import { redactProse } from "@/lib/core/text/prose";
import { maskTextOf1, maskTextOf2, maskTextOf3 } from "@/lib/language/masking/former";
import { DIGIT, kept, readable } from "@/lib/language/masking/shelter";
import { maskedAndKept } from "@/lib/language/masking/text";
import { type IssueState, TITLE_MAX } from "./types";

/** States in which a person may still have to act. */
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

// HTTP and JSON-RPC statuses say less than the text after them; other codes identify the error.
const STATUS = `(?:-?<n>|${kept("4")}${DIGIT}{2}|${kept("5")}${DIGIT}{2}|${kept("-32")}${DIGIT}{3})`;
// Prefixes that callers add to an error: its kind, its reporter, its status.
const WRAPPER = new RegExp(
  `^(?:<n>\\s+|(?:[\\w.$-]{1,40}\\s){0,4}[\\w.$-]{0,40}(?:error|exception|failed|failure)\\b(?:\\s[\\w-]{1,40}){0,3}(?:\\s?${STATUS}|\\s?\\([^()]{0,60}\\)){0,3}\\s?[:–—-]\\s?)`,
  "u",
);
// Several callers may each add a prefix.
const WRAPPERS_MAX = 4;
// A shorter rest is the error itself.
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

/** The masked text that reports of one problem share, without callers' prefixes. */
function sharedText(report: Fingerprinted, mask = maskedAndKept): [kind: string, text: string] {
  const [kind, text] = aboutOf(report);
  return [kind, readable(unwrapped(mask(text), [report.provider, report.toolCalled]))];
}

/** The version of fingerprints; increases when masking changes. */
export const FINGERPRINT_VERSION = 4;

// Versions 3 and 4 only mask differently; a report with the same masked text keeps its fingerprint.
const HASHED_AS = 2;

function aboutOf({ errorSeen, actualOutcome }: Fingerprinted): [kind: string, text: string] {
  return errorSeen?.trim() ? ["error", errorSeen] : ["outcome", actualOutcome];
}

/**
 * Hex SHA-256 that reports of one problem share: the tool, and the masked error or outcome.
 * Excludes the provider, because agents often omit it; it is compared separately.
 */
export function feedbackFingerprint(report: Fingerprinted): string {
  return hashOf(report, sharedText(report));
}

const hashOf = ({ toolCalled }: Fingerprinted, shared: readonly string[]): string =>
  sha256(JSON.stringify([HASHED_AS, toolCalled ?? null, ...shared]));

/** The fingerprints of versions 3 and 2, to find older issues. */
export function formerFingerprints(report: Fingerprinted): { of3: string; of2: string } {
  const hashed = (mask: (text: string) => string) => hashOf(report, sharedText(report, mask));
  return { of3: hashed(maskTextOf3), of2: hashed(maskTextOf2) };
}

/** The fingerprints of version 1, one per possible provider, to find older issues. */
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

/** The source text of a report's fingerprint, for people. */
export function fingerprintedText(report: Fingerprinted): string {
  return sharedText(report)[1];
}

/** A title for a new issue: the tool and the first line of the error. */
export function issueTitle(report: Fingerprinted): string {
  const text = report.errorSeen?.trim() ? report.errorSeen : report.actualOutcome;
  const line = redactProse(text.trim().split(/[\r\n]/u, 1)[0] ?? "");
  const title = (report.toolCalled ? `${report.toolCalled}: ${line}` : line)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (title === "") return "A report without words";
  return title.length > TITLE_MAX ? `${title.slice(0, TITLE_MAX - 1).toWellFormed()}…` : title;
}

/** The name of an issue. Each tenant has its own numbers, so the tenant is part of it. */
export function issueRef(number: number, tenant: string): string {
  return `FB-${number}@${tenant}`;
}

const REF = /^fb-(\d{1,9})(?:@(.+))?$/i;

/** Parses an issue reference; without a tenant it may match one issue per tenant. */
export function readIssueRef(text: string): { number: number; tenant: string | null } | null {
  const [, number, tenant = null] = REF.exec(text) ?? [];
  return number === undefined ? null : { number: Number(number), tenant };
}

const ANSWERERS: ReadonlySet<string> = new Set(["admin", "triager"]);

export function mayAnswer(role: string): boolean {
  return ANSWERERS.has(role);
}
