import type { IconName } from "@/components/ui/icon";
import type { StateVerb } from "@/lib/feedback/triage/types";
import type { TriageAct } from "./triage-act";
import type { AskingVerb } from "./triaged-issue";

const ASKS: readonly StateVerb[] = ["resolve", "decline", "snooze"];

/** Whether the verb needs more input. */
export const asksFirst = (verb: StateVerb): verb is StateVerb & AskingVerb => ASKS.includes(verb);

export const VERB_ICONS: Record<StateVerb, IconName> = {
  accept: "flag",
  start: "play",
  resolve: "check-circle",
  decline: "ban",
  ask: "help",
  snooze: "hourglass",
  wake: "bell",
  reopen: "undo",
  unmerge: "unlink",
};

const LAST: readonly string[] = ["accept", "start", "resolve", "decline", "ask", "snooze", "merge"];

/** Whether the person is done with the issue after it, so that the next one can open. */
export const leavesIssue = (verb: TriageAct["verb"]): boolean => LAST.includes(verb);

/** The shortcut of each verb, as its button shows it. */
export const VERB_KEYS: Record<StateVerb, string> = {
  accept: "1",
  decline: "3",
  start: "S",
  resolve: "R",
  ask: "I",
  snooze: "H",
  wake: "H",
  reopen: "O",
  unmerge: "2",
};

/** A verb that undoes another shares its target. */
const TARGETS: Partial<Record<StateVerb, string>> = { wake: "snooze", unmerge: "merge" };

/** The `data-key` of a verb's button. */
export const verbTarget = (verb: StateVerb): string => `triage-${TARGETS[verb] ?? verb}`;
