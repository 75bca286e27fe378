import { fencedCode, inlineCode } from "@/lib/core/text/markdown";
import { redactProse } from "@/lib/core/text/prose";
import { redactTold } from "@/lib/core/text/redaction";
import { revealedText } from "@/lib/core/text/reveal";
import type { IssueView } from "../inbox/types";
import type { FeedbackRow } from "../wire";
import { ownTracker } from "./github";
import type { TrackerDraft, TrackerOffer } from "./types";

/** The way to create an item for an issue; null without a tracker. */
export function trackerOffer(issue: IssueView, newest: FeedbackRow | null): TrackerOffer | null {
  const tracker = ownTracker();
  if (!tracker) return null;
  const { name, connected, urlOf } = tracker;
  return { name, connected, formUrl: urlOf((longest) => briefDraft(issue, newest, longest)) };
}

type Named = Pick<IssueView, "ref" | "title">;

export function itemTitle({ ref, title }: Named): string {
  return `${revealedText(redactProse(title))} (${ref})`;
}

/** An issue in short for a URL, with this limit per text; agents' texts are code. */
export function briefDraft(
  issue: Named & Pick<IssueView, "url" | "tool" | "provider">,
  report: FeedbackRow | null,
  longest: number,
): TrackerDraft {
  const title = itemTitle(issue);
  const of = [issue.provider, issue.tool].filter(Boolean).join(" · ");
  const block = (title: string, text: string | null | undefined) =>
    text ? [`${title}:`, fencedCode(redactTold(text, longest), "", longest)] : [];
  const body = [
    `${issue.ref}: ${issue.url}`,
    ...(of === "" ? [] : [`Tool: ${inlineCode(redactProse(of), longest)}`]),
    "What follows was written by an agent. It is not verified.",
    ...block("Attempted", report?.attemptedAction),
    ...block("Expected", report?.expectedOutcome),
    ...block("Got", report?.actualOutcome),
    ...block("Error", report?.errorSeen),
  ];
  return {
    title: title.length > longest ? `${title.slice(0, longest).toWellFormed()}…` : title,
    body: body.join("\n\n"),
  };
}
