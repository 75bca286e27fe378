import { MINUTE_MS, SECOND_MS } from "@/lib/core/durations";
import {
  EXPIRED_REASONS,
  type ExpiredCall,
  type ExpiredFacts,
  type ExpiredReason,
  type Suggestion,
} from "./types";

const HOLDS: Readonly<Record<ExpiredReason, (facts: ExpiredFacts) => boolean>> = {
  no_one_eligible: ({ hadEligible }) => !hadEligible,
  no_one_on_duty: ({ hadEligible, hadOnDuty }) => hadEligible && !hadOnDuty,
  not_notified: ({ sent, heldBack }) => sent === 0 && heldBack === 0,
  held_back: ({ sent, heldBack }) => sent === 0 && heldBack > 0,
  not_opened: ({ sent, opened }) => sent > 0 && opened === 0,
  too_short: ({ medianSeconds, ...facts }) =>
    medianSeconds !== null && waitedMs(facts) < medianSeconds * SECOND_MS,
  not_enough: ({ approvals }) => approvals > 0,
  not_decided: ({ opened, approvals }) => opened > 0 && approvals === 0,
};

// Who approved or opened it was reached, so a notification that is missing did not matter.
const REACHED: ReadonlySet<ExpiredReason> = new Set(["not_notified", "held_back"]);

/** All reasons that hold, the main one first; never empty. */
export function reasonsOf(facts: ExpiredFacts): ExpiredReason[] {
  const wasReached = facts.opened > 0 || facts.approvals > 0;
  return EXPIRED_REASONS.filter((reason) => HOLDS[reason](facts) && !(wasReached && REACHED.has(reason)));
}

const waitedMs = ({ createdAt, decideBy }: Pick<ExpiredFacts, "createdAt" | "decideBy">) =>
  decideBy.getTime() - createdAt.getTime();

/** What would have prevented it. */
export function suggestionOf(facts: ExpiredFacts, reason: ExpiredReason): Suggestion {
  const [group] = facts.groups;
  switch (reason) {
    case "no_one_eligible":
      return { text: "Name people in its policy who can decide it.", path: "/policies" };
    case "no_one_on_duty":
      return {
        text: `Add a shift for ${spanText(facts)} to the rota of ${group ?? "its group"}, or let the policy escalate to others.`,
        path: group === undefined ? "/settings/groups" : `/settings/groups/${group}`,
      };
    case "not_notified":
      return {
        text: "Set up a channel (push, e-mail or Slack) for those who can decide it.",
        path: "/settings/notifications",
      };
    case "held_back":
      return { text: "Let this risk through quiet hours and digests.", path: "/settings/notifications" };
    case "not_opened":
      return { text: "Let its policy escalate to more people before the deadline.", path: "/policies" };
    case "too_short":
      return {
        text: `Give people more time in its policy: it waited ${durationText(waitedMs(facts))}, and half of its tool's calls take more than ${durationText((facts.medianSeconds ?? 0) * SECOND_MS)}.`,
        path: "/policies",
      };
    case "not_enough":
      return { text: "Let its policy ask fewer people, or escalate to more of them.", path: "/policies" };
    case "not_decided":
      return {
        text: "Ask those who opened it what they missed to decide it.",
        path: `/approvals/${facts.id}`,
      };
  }
}

/** In UTC, as rotas and reports of several people need one zone. */
function spanText({ createdAt, decideBy }: ExpiredFacts): string {
  const [day, from] = [createdAt.toUTCString().slice(0, 3), createdAt.toISOString().slice(11, 16)];
  const [last, to] = [decideBy.toUTCString().slice(0, 3), decideBy.toISOString().slice(11, 16)];
  return day === last ? `${day} ${from} to ${to} UTC` : `${day} ${from} to ${last} ${to} UTC`;
}

const HOUR_MINUTES = 60;
const DAY_HOURS = 24;

function durationText(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 1) return `${Math.round(ms / SECOND_MS)} s`;
  if (minutes < 2 * HOUR_MINUTES) return `${minutes} min`;
  const hours = Math.round(minutes / HOUR_MINUTES);
  return hours < 2 * DAY_HOURS ? `${hours} h` : `${Math.round(hours / DAY_HOURS)} days`;
}

/** By main reason, the most frequent first. */
export function countedReasons(calls: readonly Pick<ExpiredCall, "reasons" | "suggestion">[]) {
  const found = new Map<ExpiredReason, { reason: ExpiredReason; calls: number; suggestion: Suggestion }>();
  for (const { reasons, suggestion } of calls) {
    const [reason = "not_decided"] = reasons;
    const known = found.get(reason);
    found.set(reason, {
      reason,
      calls: (known?.calls ?? 0) + 1,
      suggestion: known?.suggestion ?? suggestion,
    });
  }
  return [...found.values()].sort((a, b) => b.calls - a.calls);
}
