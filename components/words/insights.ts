import type { IconName } from "@/components/ui/icon";
import { AT_ONCE_MINUTES, UNREAD_SECONDS } from "@/lib/approvals/types";
import { HOUR_MS } from "@/lib/core/durations";
import { JUDGED_AFTER_DAYS, UNIQUE_MIN } from "@/lib/feedback/types";
import type { FrictionKind, FrictionSort, PacePart } from "@/lib/insights/friction/types";
import { AT_ONCE, MEANING, SIGNAL_DAYS, type SignalState } from "@/lib/insights/signals/types";
import { durationText } from "./rationales";

export const SIGNAL_WORDS: Record<SignalState, { word: string; icon: IconName }> = {
  early: { word: "Too early to say", icon: "hourglass" },
  few: { word: "Too few to say", icon: "hourglass" },
  regret: { word: "Regret", icon: "flag" },
  fine: { word: "Fine", icon: "check-circle" },
};

const percent = (share: number) => `${Math.round(share * 100)} %`;

export const MEANING_LINE = percent(MEANING.shareMin);
export const AT_ONCE_LINE = percent(AT_ONCE.shareMax);

/** The subject of each signal. */
export const SIGNAL_MEANINGS = {
  meaning: `Calls of ${SIGNAL_DAYS} days whose rationale says what the call is for, of all that were reported.`,
  feedback: `Different issues that agents reported in ${SIGNAL_DAYS} days.`,
  atOnce: `High and critical calls of ${SIGNAL_DAYS} days that everyone who voted approved unchanged within ${AT_ONCE_MINUTES} minutes, of all that people were asked about.`,
};

/** Advice if a signal is bad. */
export const SIGNAL_ADVICE = {
  meaning:
    "Look at the intents first. If they teach you nothing either, rationales are not worth their cost. Give the tenant a longer grace period, in which a missing one is only a warning.",
  feedback:
    "Check that agents have submit_feedback and an instruction to use it. If so, take the tool away from them. The reports stay.",
  atOnce:
    "Rate the tools below one step lower where the wait protects no one. Calls that wait keep their rating.",
};

/** The text if a signal is good. */
export const SIGNAL_FINE = {
  meaning: "Nothing to do: rationales say enough to be worth asking for.",
  feedback: "Nothing to do: agents report enough to be worth asking.",
  atOnce: "Nothing to do: most of what waits is looked at, changed or turned down.",
};

/** Days after which a signal is meaningful. */
export const SIGNAL_AFTER = { meaning: MEANING.afterDays, feedback: JUDGED_AFTER_DAYS };

/** The threshold of each signal. */
export const SIGNAL_LINES = {
  meaning: `regret below ${MEANING_LINE}`,
  feedback: `regret below ${UNIQUE_MIN}`,
  atOnce: `regret above ${AT_ONCE_LINE}`,
};

export const KIND_TABS: Record<FrictionKind, string> = {
  tool: "Tools",
  agent: "Agents",
  gateway: "Gateways",
  approver: "Approvers",
};

export const KIND_NAMES: Record<FrictionKind, string> = {
  tool: "Tool",
  agent: "Agent",
  gateway: "Gateway",
  approver: "Approver",
};

export const COLUMN_WORDS: Record<FrictionSort, { head: string; means: string }> = {
  calls: {
    head: "Calls",
    means: "Held calls that ended: decided or expired. Calls that a gateway cancelled do not count.",
  },
  median: { head: "Median", means: "Half of the decisions came sooner than this after the request." },
  p90: { head: "90 %", means: "Nine of ten decisions came sooner than this." },
  unread: {
    head: `Under ${UNREAD_SECONDS} s`,
    means: `The share of decisions within ${UNREAD_SECONDS} seconds of the request. No one reads a call that fast.`,
  },
  edited: { head: "Edited", means: "Calls whose arguments a person changed." },
  rejected: { head: "Rejected", means: "Calls that a person rejected." },
  sent_back: { head: "Sent back", means: "Calls for which a person requested changes." },
  expired: { head: "Expired", means: "Calls that no one decided in time." },
  waited: {
    head: "Waited",
    means:
      "The total time from request to approval of calls that were approved as sent. The wait changed nothing about them; the agent may have done other work meanwhile.",
  },
};

/** The parts of a bar, soonest first. */
export const PACE_WORDS: Record<PacePart, string> = {
  unread: `Under ${UNREAD_SECONDS} s`,
  minutes: "Under 5 min",
  hour: "Under 1 h",
  longer: "Longer",
  expired: "Expired",
};

/** A waiting time, in hours if long enough. */
export function waitedText(seconds: number): string {
  const hours = (seconds * 1_000) / HOUR_MS;
  if (hours < 1) return durationText(Math.round(seconds * 1_000));
  return `${hours.toLocaleString("en", { maximumFractionDigits: hours < 10 ? 1 : 0 })} h`;
}
