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

/**
 * What an event says. `changed`: a call was decided, edited or extended, so that what was sent about it is updated, and
 * `decided`, `expired` and `review` follow from its state.
 */
export type NoticeEventKind = Exclude<NoticeKind, "decided" | "expired" | "review"> | "changed";

/** `test`: a person pressed the test button. `digest`: several notifications in one message. */
export type MessageKind = NoticeKind | "digest" | "test";
