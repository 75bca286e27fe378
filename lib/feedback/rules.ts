import { sha256 } from "@/lib/core/sha256";
import { type IssueState, type PublicAnswer, TITLE_MAX } from "./types";

/** States in which somebody may still have to do something. */
export const OPEN_STATES: readonly IssueState[] = [
  "new",
  "accepted",
  "in_progress",
  "regressed",
  "needs_info",
];

// What differs between two reports of one problem. Bounded repetitions keep hostile texts from costing more than their length.
const MASKS: readonly [pattern: RegExp, mask: string][] = [
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>)\]}]{1,2000}/giu, "<url>"],
  [/[^\s"'<>()@]{1,100}@[^\s"'<>()@]{1,200}\.[a-z]{2,20}/giu, "<email>"],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/giu, "<uuid>"],
  [/"[^"\n]{0,500}"|“[^”\n]{0,500}”|«[^»\n]{0,500}»|`[^`\n]{0,500}`/gu, "<text>"],
  // An apostrophe inside a word is none of these.
  [/(?<![\p{L}\p{N}])'[^'\n]{0,500}'(?![\p{L}\p{N}])/gu, "<text>"],
  [/\b0x[0-9a-f]+\b/giu, "<hex>"],
  [/\b(?=[a-f]{0,64}\d)[0-9a-f]{8,}\b/giu, "<hex>"],
  [/\d+(?:[.,:]\d+)*/gu, "<n>"],
];

/** The text without what differs between two reports of one problem: addresses, ids, quoted values, numbers. */
export function maskText(text: string): string {
  const masked = MASKS.reduce(
    (current, [pattern, mask]) => current.replace(pattern, mask),
    text.normalize("NFKC"),
  );
  return masked.toLowerCase().replace(/\s+/gu, " ").trim();
}

type Fingerprinted = {
  provider?: string;
  toolCalled?: string;
  errorSeen?: string;
  actualOutcome: string;
};

/** Hex SHA-256 that reports of one problem share: the tool, and the masked error or, without one, what happened. */
export function feedbackFingerprint(report: Fingerprinted): string {
  const about = report.errorSeen?.trim() ? ["error", report.errorSeen] : ["outcome", report.actualOutcome];
  const [kind, text = ""] = about;
  return sha256(JSON.stringify([report.provider ?? null, report.toolCalled ?? null, kind, maskText(text)]));
}

/** A title for a new issue: the tool and the first line of what went wrong. */
export function issueTitle(report: Fingerprinted): string {
  const text = report.errorSeen?.trim() ? report.errorSeen : report.actualOutcome;
  const line = text.trim().split(/[\r\n]/u, 1)[0] ?? "";
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

/** States that tell agents something by themselves. That an issue is snoozed is nobody's business but the team's. */
const TELLING: ReadonlySet<string> = new Set([
  "accepted",
  "in_progress",
  "resolved",
  "regressed",
  "declined",
  "needs_info",
]);

/** What agents are told; null while people have said nothing. */
export function publicAnswer(issue: {
  state: string;
  answer: string | null;
  workaround: string | null;
  fixedIn: string | null;
}): PublicAnswer | null {
  const { state, answer, workaround, fixedIn } = issue;
  if (!answer && !workaround && !fixedIn && !TELLING.has(state)) return null;
  return {
    state: state as IssueState,
    message: answer,
    workaround,
    fixedIn,
  };
}

const ANSWERERS: ReadonlySet<string> = new Set(["admin", "triager"]);

/** Whether a person of this role may set what agents are told. */
export function mayAnswer(role: string): boolean {
  return ANSWERERS.has(role);
}
