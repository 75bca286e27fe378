import type { IssueState } from "../types";
import { STATE_VERBS, type StateVerb } from "./types";

/** The states before and after each verb. A snooze ends in its original state. */
export const TRANSITIONS: Record<StateVerb, { from: readonly IssueState[]; to: IssueState | "before" }> = {
  accept: { from: ["new", "needs_info", "regressed"], to: "accepted" },
  start: { from: ["new", "accepted", "needs_info", "regressed"], to: "in_progress" },
  resolve: { from: ["new", "accepted", "in_progress", "needs_info", "regressed"], to: "resolved" },
  decline: { from: ["new", "accepted", "in_progress", "needs_info", "regressed"], to: "declined" },
  ask: { from: ["new", "accepted", "in_progress", "regressed"], to: "needs_info" },
  snooze: { from: ["new", "accepted", "in_progress", "needs_info", "regressed"], to: "snoozed" },
  wake: { from: ["snoozed"], to: "before" },
  reopen: { from: ["resolved", "declined"], to: "accepted" },
  unmerge: { from: ["merged"], to: "before" },
};

/** States of issues that can be merged into another; closed ones must be reopened first. */
export const MERGEABLE: readonly IssueState[] = [
  "new",
  "accepted",
  "in_progress",
  "needs_info",
  "regressed",
  "snoozed",
];

/** Whether a verb is for issues in this state. */
export function isFor(verb: StateVerb, state: IssueState): boolean {
  return TRANSITIONS[verb].from.includes(state);
}

/** The verbs for an issue in this state, in the order of the buttons. */
export function verbsOf(state: IssueState): StateVerb[] {
  return STATE_VERBS.filter((verb) => isFor(verb, state));
}

/** The verb that leads from one state to another; null where none does. */
export function verbTo(from: IssueState, to: IssueState): StateVerb | null {
  if (from === "snoozed" || from === "merged") return null;
  return STATE_VERBS.find((verb) => TRANSITIONS[verb].to === to && isFor(verb, from)) ?? null;
}
