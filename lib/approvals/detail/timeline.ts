import { type Details, memberAt, presentAction } from "@/lib/activity/wire";
import type { TimelineItem } from "./types";

type TrailRow = { at: Date; actorKind: string; actorName: string; action: string; details: Details };

type Line = {
  kind: TimelineItem["kind"];
  title: string | ((details: Details) => string);
  detail?: (details: Details) => string | null;
  until?: (details: Details) => Date | null;
};

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

const moment = (value: unknown): Date | null =>
  typeof value === "string" && !Number.isNaN(Date.parse(value)) ? new Date(value) : null;

const until = (details: Details): Date | null => moment(memberAt(details, "until"));

const reason = (details: Details): string | null => text(memberAt(details, "reason"));

/** The person a deputy acted for, if any, and further facts. */
const said = (d: Details, ...more: (string | null)[]) => {
  const absent = text(d.deputy_for);
  return [absent && `for ${absent}`, ...more].filter(Boolean).join(" · ") || null;
};

const ended = (how: "succeeded" | "failed") => (details: Details) =>
  details.although_revoked === true
    ? `The call ran although the approval was revoked, and ${how}`
    : `The call ${how}`;

const LINES: Record<string, Line> = {
  "approval.voted": {
    kind: "vote",
    title: "Approved, more approvals needed",
    detail: (d) =>
      said(
        d,
        `${d.votes} of ${d.required} approvals given`,
        wasEdited(d) ? "with edited arguments" : null,
        text(d.reason),
      ),
  },
  "approval.agreed": {
    kind: "vote",
    title: "Approved, held before release",
    detail: (d) => said(d, wasEdited(d) ? "with edited arguments" : null, text(d.reason)),
    until,
  },
  "approval.undone": {
    kind: "vote",
    title: "Approval undone",
    detail: (d) => (text(d.of) === null ? null : `that of ${text(d.of)}`),
  },
  "approval.release_stopped": {
    kind: "note",
    title: (d) =>
      text(d.refused_by)
        ? "Not released: a policy refuses it"
        : "Not released: an approval does not count any more",
    detail: (d) => text(d.refused_by) ?? `${d.votes} of ${d.required} approvals given`,
  },
  "approval.escalated": { kind: "notified", title: "Escalated", detail: (d) => text(d.whom) },
  "approval.reminded": {
    kind: "notified",
    title: (d) =>
      d.percent === 90
        ? "Reminder: a tenth of the time to decide is left"
        : "Reminder: half of the time to decide is over",
  },
  "approval.edited": {
    kind: "vote",
    title: "Arguments edited, another person has to approve them",
    detail: (d) => said(d, text(d.reason)),
  },
  "approval.approved": {
    kind: "decided",
    title: (d) => (d.released === true ? "Released" : "Approved"),
    detail: (d) => said(d, wasEdited(d) ? "with edited arguments" : null, reason(d)),
  },
  "approval.broke_glass": { kind: "decided", title: "Approved alone by break-glass", detail: reason },
  "approval.reviewed": {
    kind: "note",
    title: (d) =>
      `${d.kind === "sample" ? "Reviewed as a sample" : "Break-glass reviewed"}: ${d.verdict === "fine" ? "fine" : "it should have waited"}`,
    detail: (d) => quoted(d.note),
  },
  "approval.rejected": { kind: "decided", title: "Rejected", detail: (d) => said(d, reason(d)) },
  "approval.changes_requested": {
    kind: "decided",
    title: "Changes requested",
    detail: (d) => said(d, reason(d)),
  },
  "approval.revoked": { kind: "decided", title: "Approval revoked", detail: reason },
  "approval.expired": { kind: "decided", title: "Expired undecided" },
  "approval.cancelled": { kind: "decided", title: "Cancelled", detail: reason },
  "approval.auto_approved": {
    kind: "decided",
    title: "Let through by the tenant's setting, no person asked",
  },
  "approval.confirmed": { kind: "decided", title: "Let through because the caller confirmed it" },
  "approval.rule_allowed": {
    kind: "decided",
    title: "Let through by a remembered rule, no person asked",
    detail: (d) => (text(d.rule_by) === null ? null : `a rule of ${text(d.rule_by)}`),
  },
  "approval.remembered": {
    kind: "note",
    title: "Remembered: calls like this one pass",
    detail: (d) => `at most ${d.uses}`,
    until,
  },
  "approval.rule_revoked": { kind: "note", title: "The rule made from this call was revoked" },
  "approval.rule_restored": { kind: "note", title: "The revocation of the rule was taken back" },
  "approval.policy_allowed": {
    kind: "decided",
    title: "Let through by a policy, no person asked",
    detail: (d) => quoted(d.policy),
  },
  "approval.policy_denied": {
    kind: "decided",
    title: "Refused by a policy, no person asked",
    detail: (d) => quoted(d.policy),
  },
  "approval.commented": { kind: "comment", title: "Commented" },
  "approval.comment_deleted": { kind: "note", title: "Deleted a comment" },
  "approval.asked": { kind: "question", title: "Asked the agent" },
  "approval.replied": { kind: "reply", title: "The agent replied" },
  "approval.extended": {
    kind: "extended",
    title: "More time given",
    until: (d) => moment(memberAt(d, "decide_by")),
  },
  "approval.assigned": { kind: "assigned", title: "Assigned", until },
  "approval.reassigned": {
    kind: "assigned",
    title: "Taken over",
    detail: (d) => quoted(d.word),
    until,
  },
  "approval.unassigned": { kind: "assigned", title: "Unassigned" },
  "approval.snoozed": { kind: "note", title: "Snoozed", until },
  "approval.woken": { kind: "note", title: "Snooze ended early" },
  "approval.acknowledged": {
    kind: "note",
    title: "Acknowledged",
    detail: (d) => quoted(d.note),
  },
  "approval.unacknowledged": { kind: "note", title: "Needs attention again" },
  "approval.redeemed": { kind: "started", title: "The agent repeated the call and was let through" },
  "approval.executing": { kind: "started", title: "The gateway started the call" },
  "approval.succeeded": { kind: "finished", title: ended("succeeded"), detail: duration },
  "approval.failed": {
    kind: "finished",
    title: ended("failed"),
    detail: (d) => errorOf(d) ?? duration(d),
  },
  "approval.lapsed": { kind: "finished", title: "Approved, but not run in time" },
  "approval.outcome_unknown": {
    kind: "note",
    title: (d) =>
      errorOf(d) === null
        ? "The gateway never reported the outcome"
        : "The call was cut off, so its outcome is unknown",
    detail: errorOf,
  },
  "approval.outcome_recorded": {
    kind: "note",
    title: (d) => (d.ran === true ? "Found out: the call ran" : "Found out: the call did not run"),
    detail: (d) => text(d.note),
  },
  "delivery.dead": {
    kind: "delivery",
    title: "Callback failed, given up",
    detail: (d) => text(d.error),
  },
  "delivery.replayed": { kind: "delivery", title: "Callback sent again" },
};

function errorOf(details: Details): string | null {
  return text(memberAt(details, "error_message") ?? details.error);
}

function duration(details: Details): string | null {
  const ms = memberAt(details, "duration_ms");
  return typeof ms === "number" ? `in ${ms} ms` : null;
}

/** Older rows have a flag, newer ones the revision that the edit created. */
function wasEdited(details: Details): boolean {
  return details.edited === true || memberAt(details, "revision.from") !== undefined;
}

function quoted(value: unknown): string | null {
  return text(value) === null ? null : `“${value}”`;
}

export function timelineItem(row: TrailRow): TimelineItem {
  const { details } = row;
  const line = LINES[presentAction(row.action)] ?? { kind: "note" as const, title: row.action };
  return {
    at: row.at,
    kind: line.kind,
    title: typeof line.title === "string" ? line.title : line.title(details),
    by: row.actorKind === "system" ? null : row.actorName,
    detail: line.detail?.(details) ?? null,
    until: line.until?.(details) ?? null,
    href: null,
    note: text(details.note_id),
  };
}

/** Whether a row is about the decision (a vote, an end, an extension), not about triage. */
export function decides(row: TrailRow): boolean {
  return ["vote", "decided", "extended"].includes(timelineItem(row).kind);
}

const NOBODY = { by: null, detail: null, until: null, href: null, note: null };

export function notifiedItem(at: Date, people: number): TimelineItem {
  const who = people === 1 ? "one person who may decide" : `${people} people who may decide`;
  const title = people === 0 ? "No person may decide it" : `In the queue of ${who}`;
  return { ...NOBODY, at, kind: "notified", title };
}

export function viewedItem(look: { at: Date; name: string }): TimelineItem {
  return { ...NOBODY, at: look.at, kind: "viewed", title: "Opened", by: look.name };
}

/** The gateway's callback was written down to be sent. */
export function dispatchedItem(delivery: { at: Date; href: string }): TimelineItem {
  return { ...NOBODY, ...delivery, kind: "dispatched", title: "Callback sent to the gateway" };
}

export function attemptItem(attempt: {
  at: Date;
  status: number | null;
  error: string | null;
  attempt: number;
}): TimelineItem {
  const ok = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
  return {
    ...NOBODY,
    at: attempt.at,
    kind: ok ? "told" : "delivery",
    title: ok ? "The gateway accepted the callback" : `Callback failed (attempt ${attempt.attempt})`,
    detail: ok ? `HTTP ${attempt.status}` : (attempt.error ?? `HTTP ${attempt.status}`),
  };
}
