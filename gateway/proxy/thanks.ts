import type { FeedbackAnswer } from "../client/types";

/** The reply to an agent's report. Pages of the product show it verbatim to people. */
export function thanks({ issue, known, answer }: FeedbackAnswer): string {
  if (!known) return `Recorded as ${issue.ref}: ${issue.title}. It is new and has no workaround yet.`;
  const lines = [`This is known as ${issue.ref}: ${issue.title} (${answer?.state ?? issue.state}).`];
  if (answer?.message) lines.push(answer.message);
  if (answer?.workaround) lines.push(`Workaround: ${answer.workaround}`);
  if (answer?.fixedIn) lines.push(`Fixed in ${answer.fixedIn}.`);
  if (!answer?.workaround && !answer?.fixedIn) lines.push("There is no workaround yet.");
  return lines.join("\n");
}
