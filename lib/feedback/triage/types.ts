/** Verbs that change the state, each as one conditional statement; see `TRANSITIONS`. */
export const STATE_VERBS = [
  "accept",
  "start",
  "resolve",
  "decline",
  "ask",
  "snooze",
  "wake",
  "reopen",
  "unmerge",
] as const;

export type StateVerb = (typeof STATE_VERBS)[number];

/** Verbs that do not change the state. */
const FACT_VERBS = ["assign", "prioritize", "label", "verify", "answer", "track"] as const;

type FactVerb = (typeof FACT_VERBS)[number];

export type TriageVerb = StateVerb | FactVerb | "merge" | "move" | "split" | "part";

export const DECLINE_REASONS = [
  "by_design",
  "wont_fix",
  "agent_error",
  "model_limitation",
  "provider_error",
  "outdated_client",
  "already_exists",
  "out_of_scope",
] as const;

export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** Whether an agents' report is true. */
export const CLAIMS = ["unverified", "reproduced", "refuted", "retracted"] as const;

export type Claim = (typeof CLAIMS)[number];

/** Marks of open issues, derived from their reports only. */
export const MARKS = ["first_seen", "ongoing", "growing", "regressed"] as const;

export type Mark = (typeof MARKS)[number];

export const PRIORITIES = ["low", "medium", "high", "urgent"] as const;

export type Priority = (typeof PRIORITIES)[number];

export const SNOOZE_SEVERITIES = ["med", "high"] as const;

export const TRIAGE_MAX = 100;

export const LABELS_MAX = 20;

export const LABEL_MAX = 50;

export const SNOOZE_DAYS_MAX = 365;

export const TRACKER_URL_MAX = 2_000;

export const UNDO_HOURS = 24;
