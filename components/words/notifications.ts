import type { NoticeKind, PeopleChannel } from "@/lib/notices/types";
import type { NotificationState } from "@/lib/notifications/types";

/** What each kind is, as a heading and in a sentence. */
export const KIND_WORDS: Record<NoticeKind, { name: string; says: string }> = {
  waits: { name: "A call waits for you", says: "An agent asked for something that you may decide." },
  reminder: { name: "Reminder", says: "Half or nine tenths of the time to decide have passed." },
  escalated: { name: "Escalated to you", says: "Others did not decide in time, so now you may." },
  decided: { name: "Decided by others", says: "A call that waited for you has been decided." },
  expired: { name: "Expired undecided", says: "A call that waited for you ran out of time." },
  failed: { name: "Ran and failed", says: "A call that you approved failed, or its outcome is unknown." },
  undelivered: {
    name: "Gateway not notified",
    says: "A gateway could not be notified of a decision. For administrators.",
  },
  review: {
    name: "Review",
    says: "A call was approved by break-glass; each morning, calls drawn for a review.",
  },
  offender: {
    name: "Caller without a rationale",
    says: "Once a day for each agent that leaves rationales out.",
  },
  weekly: { name: "Weekly summary", says: "On Mondays: what was asked, decided and missed." },
};

export const CHANNEL_WORDS: Record<PeopleChannel | "none", string> = {
  push: "Phone and browser",
  slack: "Slack",
  email: "E-mail",
  webhook: "Webhook",
  none: "None",
};

export const STATE_WORDS: Record<NotificationState, string> = {
  queued: "Queued",
  sent: "Sent",
  withdrawn: "Withdrawn",
  not_sent: "Not sent",
  failed: "Failed",
};
