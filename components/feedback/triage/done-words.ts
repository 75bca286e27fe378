import { counted } from "@/components/words/counts";
import { CLAIM_WORDS, STATE_WORDS } from "@/components/words/feedback";
import type { IssueState } from "@/lib/feedback/types";
import type { TriageAct } from "./triage-act";

const DONE = {
  accept: "Accepted",
  start: "Started",
  resolve: "Resolved",
  decline: "Declined",
  snooze: "Snoozed",
  reopen: "Reopened",
  unmerge: "Unmerged",
} as const;

/**
 * The result of an action on one issue, in words unique to that action.
 * @param state the issue's state after the action
 * @param nameOf names the assignee: "you", or a name
 */
export function doneWords(
  ref: string,
  act: TriageAct,
  state: IssueState | undefined,
  nameOf: (userId: string) => string | undefined,
): string {
  switch (act.verb) {
    case "merge":
      return `Merged ${ref}.`;
    case "part":
      return "They are not suggested for each other any more.";
    case "move":
      return `${counted(act.reports.length, "report")} ${act.into === null ? "now make up an issue of their own" : "moved to the other issue"}.`;
    case "assign":
      return act.assigneeId === null
        ? `${ref} unassigned.`
        : `${ref} assigned${withName(nameOf(act.assigneeId))}.`;
    case "prioritize":
      return act.priority === null ? `${ref} has no priority.` : `${ref} has priority ${act.priority}.`;
    case "verify":
      return `Reports of ${ref}: ${CLAIM_WORDS[act.claim].toLowerCase()}.`;
    case "label":
      return labelWords(ref, act.labels);
    case "track":
      return act.url === null
        ? `${ref} unlinked from its tracker item.`
        : `${ref} linked to its tracker item.`;
    case "answer":
      return `Answer of ${ref} saved.`;
    case "ask":
      return `Asked for information on ${ref}.`;
    case "wake":
      return state ? `${ref} is ${STATE_WORDS[state].toLowerCase()} again.` : `Ended the snooze of ${ref}.`;
    default:
      return `${DONE[act.verb]} ${ref}.`;
  }
}

const withName = (name: string | undefined) => (name ? ` to ${name}` : "");

function labelWords(ref: string, labels: readonly string[] | undefined): string {
  if (labels === undefined) return `Labels of ${ref} saved.`;
  return labels.length === 0 ? `${ref} has no labels.` : `Labels of ${ref}: ${labels.join(", ")}.`;
}
