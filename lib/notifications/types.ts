import type { RiskWord } from "@/lib/core/risk";
import type { NoticeKind, PeopleChannel } from "@/lib/notices/types";

// What people choose about their notifications. Free of server imports, so that pages and the browser share it.

/** Channels that a person can choose; webhooks are shared. */
export const PERSONAL_CHANNELS = ["push", "slack", "email"] as const satisfies readonly PeopleChannel[];
export type PersonalChannel = (typeof PERSONAL_CHANNELS)[number];

export const isPersonal = (channel: string): channel is PersonalChannel =>
  PERSONAL_CHANNELS.some((one) => one === channel);

export const DIGEST_MINUTES = [0, 10, 60, 240] as const;
export type DigestMinutes = (typeof DIGEST_MINUTES)[number];

/** Risks that are sent during quiet hours; `none`: nothing is. */
export const QUIET_EXCEPT = ["medium", "high", "critical", "none"] as const;

/** Times are of the person's own zone, HH:MM; `to` before `from` goes over midnight. */
export type QuietHours = { from: string; to: string; except: (typeof QUIET_EXCEPT)[number] };

export type NotificationChoices = {
  /** The channels of each kind. */
  channels: Readonly<Record<NoticeKind, readonly PersonalChannel[]>>;
  /** Calls of less risk are not notified. */
  atLeast: RiskWord;
  quiet: QuietHours | null;
  /** An IANA zone for the quiet hours; null: UTC. */
  zone: string | null;
  /** For so long, mails about calls below high risk are collected into one; 0: each at once. */
  digestMinutes: DigestMinutes;
};

const ALL = PERSONAL_CHANNELS;

export const DEFAULT_CHOICES: NotificationChoices = {
  channels: {
    waits: ALL,
    reminder: ALL,
    escalated: ALL,
    decided: [],
    expired: ["email", "slack"],
    failed: ["email", "slack"],
    undelivered: ["email", "slack"],
    review: ["email", "slack"],
    offender: [],
    weekly: [],
  },
  atLeast: "low",
  quiet: null,
  zone: null,
  digestMinutes: 10,
};

export const NOTIFICATION_STATES = ["queued", "sent", "withdrawn", "not_sent", "failed"] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

/** A line of the log. `title` names what it is about, without arguments. */
export type NotificationRow = {
  id: string;
  kind: NoticeKind;
  channel: PeopleChannel | "none";
  state: NotificationState;
  reason: string | null;
  heldUntil: Date | null;
  recipient: string;
  isOwn: boolean;
  tenant: string;
  call: { id: string; tool: string; risk: RiskWord } | null;
  createdAt: Date;
  sentAt: Date | null;
  /** Whether what was sent has been updated since. */
  isUpdated: boolean;
};

export type NotificationAttempt = {
  at: Date;
  durationMs: number;
  status: number | null;
  error: string | null;
};

export type NotificationDetail = NotificationRow & {
  /** Why the recipient was chosen, in a sentence. */
  why: string;
  attempts: NotificationAttempt[];
  /** Whether its own recipient still gets this kind on this channel; null for others. */
  isOn: boolean | null;
};

/** How a channel did in the last 24 hours. */
export type ChannelHealth = {
  channel: PeopleChannel;
  sent: number;
  waiting: number;
  /** Of those that wait: an attempt failed, and the next one comes. */
  retried: number;
  failed: number;
  lastError: string | null;
};

/** How a person is reached on each channel: where, or null if not at all, and whether the installation could. */
export type OwnReach = Record<PersonalChannel, { to: string | null; isSetUp: boolean }>;

/** What became of the newest notification for a destination. */
export type LastSent = { id: string; state: NotificationState; reason: string | null; at: Date };
