/** Channels that reach people outside the console; a gateway's callback is not one of them. */
export const PEOPLE_CHANNELS = ["push", "slack", "email", "webhook"] as const;
export type PeopleChannel = (typeof PEOPLE_CHANNELS)[number];

/** What people are notified of, in the order of the preferences. */
export const NOTICE_KINDS = [
  "waits",
  "reminder",
  "escalated",
  "decided",
  "expired",
  "failed",
  "undelivered",
  "review",
  "offender",
  "weekly",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** `test`: a person pressed the test button. `digest`: several notifications in one message. */
export type MessageKind = NoticeKind | "digest" | "test";
