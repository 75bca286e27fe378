import type { LiveTopic } from "@/lib/live/announce";
import type { NoticeEventKind } from "./types";

/** Events of callbacks and feeds. Wire contract: `lib/api/webhooks.ts` describes each. */
export type EventType =
  | "approval.approved"
  | "approval.rejected"
  | "approval.changes_requested"
  | "approval.expired"
  | "approval.cancelled"
  | "approval.revoked"
  | "test.ping";

/** Who is notified besides the trail, by channel. */
export type Audience = {
  /**
   * Topics on which the subject is announced. Bells, open pages, long polls and workers of a topic
   * read again. The bell stores nothing: it shows the queue.
   */
  bell: readonly LiveTopic[];
  /** Event for the gateway, queued with `enqueueNotices` in the same transaction. */
  callback?: EventType;
  /** Event for people outside the console, written with the trail. */
  people?: NoticeEventKind;
};

const QUIET: Audience = { bell: [] };

const on = (...bell: LiveTopic[]): Audience => ({ bell });

const closes = (callback: EventType): Audience => ({ bell: ["approval"], callback, people: "changed" });

const tells = (people: NoticeEventKind): Audience => ({ bell: ["approval"], people });

/**
 * Action → recipients: by `noun.verb`, else by its noun. Actions are quiet if agents do them in
 * masses, if they concern only their actor, or if their command announces other rows.
 */
const NOTICES: Readonly<Record<string, Audience>> = {
  approval: on("approval"),
  "approval.approved": closes("approval.approved"),
  "approval.broke_glass": closes("approval.approved"),
  "approval.rejected": closes("approval.rejected"),
  "approval.changes_requested": closes("approval.changes_requested"),
  "approval.expired": closes("approval.expired"),
  "approval.cancelled": closes("approval.cancelled"),
  "approval.revoked": closes("approval.revoked"),
  "approval.agreed": tells("changed"),
  "approval.voted": tells("changed"),
  "approval.edited": tells("changed"),
  "approval.extended": tells("changed"),
  "approval.undone": tells("changed"),
  "approval.release_stopped": tells("changed"),
  "approval.reminded": tells("reminder"),
  "approval.escalated": tells("escalated"),
  "approval.failed": tells("failed"),
  "approval.outcome_unknown": tells("failed"),
  "approval.reviewed": on("review", "approval"),
  "approval.remembered": on("rule"),
  "approval.rule_revoked": on("rule"),
  "approval.rule_restored": on("rule"),
  "approval.policy_allowed": QUIET,
  "approval.policy_denied": QUIET,
  "approval.rule_allowed": QUIET,
  "approval.auto_approved": QUIET,
  "approval.confirmed": QUIET,
  "approval.snoozed": QUIET,
  "approval.woken": QUIET,
  activity: QUIET,
  backup: QUIET,
  channel: on("channel"),
  cheatsheet: QUIET,
  delivery: QUIET,
  "delivery.dead": { bell: ["approval"], people: "undelivered" },
  destination: QUIET,
  device: QUIET,
  gateway: QUIET,
  "gateway.pinged": { bell: [], callback: "test.ping" },
  group: on("user"),
  intent: on("intent"),
  invitation: on("user"),
  issue: on("feedback"),
  "issue.revealed": QUIET,
  policies: on("policy"),
  rationale: on("intent"),
  receipt_key: QUIET,
  sample: on("sample"),
  setup: QUIET,
  slack_account: QUIET,
  tenant: on("tenant"),
  "tenant.agent_owner_named": on("user"),
  "tenant.erased": QUIET,
  "tenant.ran_on_word": QUIET,
  "tenant.rows_deleted": QUIET,
  tool: on("tool"),
  "tool.axis_named": QUIET,
  "tool.axis_unnamed": QUIET,
  "tool.proposal_withdrawn": QUIET,
  "tool.proposals_changed": QUIET,
  "tool.proposed": QUIET,
  tool_rules: on("tool"),
  user: on("user"),
  "user.created": QUIET,
  "user.notification_stopped": QUIET,
  "user.passkey_refused": QUIET,
  "user.password_changed": QUIET,
  "user.signed_in": QUIET,
  "user.token_created": QUIET,
  "user.token_revoked": QUIET,
  view: QUIET,
};

/** Recipients of an action; undefined for an unknown noun. */
export function audienceOf(action: string): Audience | undefined {
  return NOTICES[action] ?? NOTICES[action.slice(0, action.indexOf("."))];
}
