import { knownProblemLine } from "@/lib/tools/known/problem";
import type { IssueState } from "./types";
import type { PublicAnswer } from "./wire";

/** States that agents see without a message. A snooze is not one. */
const TELLING: ReadonlySet<string> = new Set([
  "accepted",
  "in_progress",
  "resolved",
  "regressed",
  "declined",
  "needs_info",
]);

/** States without a version that has the fix. */
export const WITHOUT_FIX = ["regressed", "declined"] as const satisfies readonly IssueState[];

export function toldFix({ state, fixedIn }: { state: string; fixedIn: string | null }): string | null {
  return WITHOUT_FIX.some((one) => one === state) ? null : fixedIn;
}

export function publicAnswer(issue: {
  state: string;
  answer: string | null;
  workaround: string | null;
  fixedIn: string | null;
}): PublicAnswer | null {
  const { state, answer, workaround } = issue;
  const fixedIn = toldFix(issue);
  if (!answer && !workaround && !fixedIn && !TELLING.has(state)) return null;
  return {
    state: state as IssueState,
    message: answer,
    workaround,
    fixedIn,
  };
}

type Known = { ref: string; title: string; state: IssueState; answer: PublicAnswer | null };

/** Exactly what `submit_feedback` of the reference gateway returns (gateway/proxy/thanks.ts). */
export function toldByGateway({ ref, title, state, answer }: Known): string {
  const lines = [`This is known as ${ref}: ${title} (${answer?.state ?? state}).`];
  if (answer?.message) lines.push(answer.message);
  if (answer?.workaround) lines.push(`Workaround: ${answer.workaround}`);
  if (answer?.fixedIn) lines.push(`Fixed in ${answer.fixedIn}.`);
  if (!answer?.workaround && !answer?.fixedIn) lines.push("There is no workaround yet.");
  return lines.join("\n");
}

/** The members of the API's response to a report that say so. */
export function toldByApi({ answer }: Pick<Known, "answer">): string {
  const { state, message, workaround, fixedIn } = answer ?? {};
  const told = answer ? { answer: { state, message, workaround, fixed_in: fixedIn } } : {};
  return JSON.stringify({ known: true, ...told }, null, 2);
}

/** Closed and merged issues are no current problem of the tool. */
export const KNOWN_NO_MORE = ["merged", "resolved", "declined"] as const satisfies readonly IssueState[];

/** The issue's line in `<known_tools>`, which agents read before a call; null without one. */
export function toldBeforehand({ ref, title, state, answer }: Known): string | null {
  if (KNOWN_NO_MORE.some((over) => over === state) || !answer) return null;
  const { message, workaround, fixedIn } = answer;
  if (!message && !workaround && !fixedIn) return null;
  return knownProblemLine({
    ref,
    title,
    message: message ?? undefined,
    workaround: workaround ?? undefined,
    fixed_in: fixedIn ?? undefined,
  });
}
