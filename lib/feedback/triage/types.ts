/** What people do with an issue. Each is one conditional statement; `TRANSITIONS` says from where to where. */
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

/** What people say about an issue without moving it. */
const FACT_VERBS = ["assign", "prioritize", "label", "verify", "answer", "track"] as const;

type FactVerb = (typeof FACT_VERBS)[number];

/** Everything that can be taken back. */
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

/** Whether what agents report is true. */
export const CLAIMS = ["unverified", "reproduced", "refuted", "retracted"] as const;

export type Claim = (typeof CLAIMS)[number];

/** What its reports say of an open issue, without anybody having looked at it. */
export const MARKS = ["first_seen", "ongoing", "growing", "regressed"] as const;

export type Mark = (typeof MARKS)[number];

export const PRIORITIES = ["low", "medium", "high", "urgent"] as const;

export type Priority = (typeof PRIORITIES)[number];

/** Severities that a snooze can wait for. */
export const SNOOZE_SEVERITIES = ["med", "high"] as const;

/** Issues of one act. */
export const TRIAGE_MAX = 100;

export const LABELS_MAX = 20;

export const LABEL_MAX = 50;

export const SNOOZE_DAYS_MAX = 365;

/** Characters of the address of a tracker's item. */
export const TRACKER_URL_MAX = 2_000;

/** How long an act can be taken back. */
export const UNDO_HOURS = 24;
