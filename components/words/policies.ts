import type { IconName } from "@/components/ui/icon";
import type { Weekday } from "@/lib/core/time-window/types";
import type { BudgetPeriod, BudgetShare } from "@/lib/policies/budgets/types";
import type { ArgumentOp } from "@/lib/policies/conditions/types";
import type { CallOutcome, DeciderRole, PolicyAction, PolicyPreview, TriedStep } from "@/lib/policies/types";
import { counted } from "./counts";

/** A policy's action, as a mark next to its name. */
export const ACTION_MARKS: Record<PolicyAction, { icon: IconName; word: string }> = {
  require: { icon: "hourglass", word: "Waits for a person" },
  deny: { icon: "ban", word: "Refused" },
  allow: { icon: "check", word: "Let through" },
};

export const ACTION_CHOICES: Record<PolicyAction, string> = {
  require: "Wait for a person",
  deny: "Refuse",
  allow: "Run without a person",
};

export const OP_WORDS: Record<ArgumentOp, string> = {
  over: "is over",
  at_least: "is at least",
  under: "is under",
  at_most: "is at most",
  equals: "is",
  not_equals: "is not",
  in: "is one of",
  not_in: "is none of",
  matches: "is like",
  longer_than: "is longer than",
  shorter_than: "is shorter than",
  exists: "is given",
  missing: "is not given",
};

export const PERIOD_WORDS: Record<BudgetPeriod, string> = {
  hour: "In any 60 minutes",
  day: "In any 24 hours",
};

export const SHARE_CHOICES: Record<BudgetShare, string> = {
  agent: "Each agent",
  session: "Each session",
  on_behalf_of: "Each person that calls are made for",
  tenant: "The whole tenant",
};

export const WEEKDAY_WORDS: Record<Weekday, string> = {
  mon: "Mon",
  tue: "Tue",
  wed: "Wed",
  thu: "Thu",
  fri: "Fri",
  sat: "Sat",
  sun: "Sun",
};

export const DECIDER_WORDS: Record<DeciderRole, string> = {
  approver: "Approvers",
  admin: "Administrators",
};

export const STEP_WORDS: Record<TriedStep, string> = {
  policy: "A policy decides",
  grant: "An approval given before decides",
  pending: "The same call waits already",
  cool_down: "The same call was rejected before",
  unknown_outcome: "The unknown outcome of the same call decides",
  auto_approval: "A setting of the tenant decides",
  confirmation: "The user’s confirmation decides",
  remembered: "A remembered rule decides",
  requirement: "The rating of the tool decides",
  none: "Nothing asks for a person",
};

/** A call's past outcome, and its outcome in the preview. */
export const BEFORE_WORDS: Record<CallOutcome, string> = {
  pass: "passed",
  wait: "waited",
  deny: "was refused",
};

export const AFTER_WORDS: Record<CallOutcome | "unknown", string> = {
  pass: "would pass",
  wait: "would wait",
  deny: "would be refused",
  unknown: "unknown",
};

const number = (count: number) => count.toLocaleString("en");

/** "12 of 1,204 calls of the last 7 days would have ended another way." */
export function previewHeadline({ calls, changed, since, until }: PolicyPreview): string {
  const days = Math.round((until.getTime() - since.getTime()) / 86_400_000);
  if (calls === 0) return `No call of the last ${counted(days, "day")} is stored to try these policies on.`;
  const last = `of the last ${counted(days, "day")}`;
  if (calls === 1)
    return `The one call ${last} would have ended ${changed === 0 ? "as it did" : "another way"}.`;
  const some = changed === 0 ? "None" : number(changed);
  return `${some} of ${number(calls)} calls ${last} would have ended another way.`;
}

const ENDS: readonly { outcome: CallOutcome; one: string }[] = [
  { outcome: "wait", one: "wait" },
  { outcome: "pass", one: "pass" },
  { outcome: "deny", one: "are refused" },
];

/** "40 more wait, 38 fewer pass, 2 fewer are refused"; empty if nothing differs. */
export function differenceWords({ before, after }: Pick<PolicyPreview, "before" | "after">): string {
  return ENDS.flatMap(({ outcome, one }) => {
    const by = after[outcome] - before[outcome];
    return by === 0 ? [] : [`${number(Math.abs(by))} ${by > 0 ? "more" : "fewer"} ${one}`];
  }).join(", ");
}

/** The limits of the preview, one sentence each. */
export function unknownSentences({ after, notStored, complete, calls }: PolicyPreview): string[] {
  return [
    ...(after.unknown > 0
      ? [
          `The result of ${counted(after.unknown, "call")} is unknown, because Countersign did not store what a policy asks for.`,
        ]
      : []),
    ...(notStored.arguments > 0
      ? [`The arguments of ${counted(notStored.arguments, "call")} were not stored.`]
      : []),
    ...(notStored.facts > 0
      ? [`Facts are not stored for ${counted(notStored.facts, "reported call")}.`]
      : []),
    ...(complete
      ? []
      : [`Only the newest ${counted(calls, "call")} of these days were read: there are more.`]),
  ];
}

/** What was saved, and the effect. */
export function savedWords(version: number): string {
  return `Version ${number(version)} of the policies is saved. It applies to new calls.`;
}
