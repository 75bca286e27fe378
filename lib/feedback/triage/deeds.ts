import type { TriageVerb } from "./types";

export const DEEDS: Record<TriageVerb, string> = {
  accept: "issue.accepted",
  start: "issue.started",
  resolve: "issue.resolved",
  decline: "issue.declined",
  ask: "issue.questioned",
  snooze: "issue.snoozed",
  wake: "issue.woken",
  reopen: "issue.reopened",
  unmerge: "issue.unmerged",
  merge: "issue.merged",
  move: "issue.moved",
  split: "issue.split",
  part: "issue.parted",
  assign: "issue.assigned",
  prioritize: "issue.prioritized",
  verify: "issue.verified",
  label: "issue.labeled",
  answer: "issue.answered",
  track: "issue.tracked",
};
