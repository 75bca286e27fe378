import "server-only";
import { createHash } from "node:crypto";
import { SECOND_MS } from "@/lib/core/durations";
import type { RiskWord } from "@/lib/core/risk";
import { cutText } from "@/lib/core/text/cut";
import { revealedText } from "@/lib/core/text/reveal";
import type { Message, MessageCall } from "@/lib/notices/message";
import { KEPT_SECONDS, OUTCOME_SECONDS, PUSH_TITLE_MAX, TEXT_MAX } from "./limits";

/** What the service worker (public/notifications.js) gets. */
type PushPayload = {
  title: string;
  body: string;
  /** A path of this site, opened by a press. */
  path: string;
  /** Messages with the same tag replace each other. */
  tag: string;
  /** When the time to decide ends, in milliseconds; the device writes it in its own zone. */
  until: number | null;
  /** Nothing is to be done any more: shown without a sound, and not counted. */
  closed: boolean;
  /** The device has rung for it before: a vote, an edit or an extension changes only what it shows. */
  quiet: boolean;
};

export type RenderedPush = {
  payload: PushPayload;
  ttlSeconds: number;
  urgency: "low" | "normal" | "high";
  topic: string;
};

const TOPIC_CHARACTERS = 32;

// Battery: the lower ones may wait until the device is charging or in use (RFC 8030, section 5.3).
const URGENCY: Readonly<Record<RiskWord, RenderedPush["urgency"]>> = {
  low: "normal",
  medium: "normal",
  high: "high",
  critical: "high",
};

const RISK: Readonly<Record<RiskWord, string>> = {
  low: "Low",
  medium: "Medium",
  high: "High",
  critical: "Critical",
};

/**
 * A message for locked screens: risk, tool and tenant, but no arguments and no words of agents. Who
 * wants more opens the call.
 */
export function renderPush(message: Message): RenderedPush {
  const { call, isClosed, key, at } = message;
  const until = call && !isClosed ? call.decideBy : null;
  return {
    payload: {
      title: cut(call ? callTitle(message, call) : noCallTitle(message), PUSH_TITLE_MAX),
      body: cut(call?.outcome ?? message.tenant.name, TEXT_MAX),
      path: pathOf(message.links.open),
      tag: key,
      until: until?.getTime() ?? null,
      closed: isClosed,
      quiet: message.isUpdate,
    },
    ttlSeconds: until ? secondsUntil(until, at) : isClosed ? OUTCOME_SECONDS : KEPT_SECONDS,
    urgency: isClosed || message.isUpdate || !call ? "low" : URGENCY[call.risk],
    topic: topicOf(key),
  };
}

function callTitle({ kind, title, isClosed }: Message, call: MessageCall): string {
  const tool = `${call.provider} · ${call.tool}`;
  if (isClosed) return tool;
  const asked = ASKED[kind as keyof typeof ASKED];
  return asked ? `${RISK[call.risk]} risk: ${tool} ${asked}` : title;
}

/** Callers name themselves, so their names are words of agents. */
const noCallTitle = ({ kind, title }: Message): string =>
  kind === "offender" ? "A caller sends calls without a rationale" : title;

/** Kinds that ask for a decision; others carry their own title. */
const ASKED = {
  waits: "waits for you",
  reminder: "still waits for you",
  escalated: "now waits for you too",
} as const;

/** Always this site's own, so that a press can lead nowhere else. */
function pathOf(url: string): string {
  const { pathname, search, hash } = new URL(url);
  return pathname + search + hash;
}

function secondsUntil(end: Date, at: Date): number {
  return Math.max(0, Math.floor((end.getTime() - at.getTime()) / SECOND_MS));
}

/** A waiting message with the same topic is replaced before it reaches the device. */
function topicOf(key: string): string {
  return createHash("sha256").update(key).digest("base64url").slice(0, TOPIC_CHARACTERS);
}

/** On one line, hidden characters written out, cut between characters. */
function cut(text: string, most: number): string {
  return cutText(revealedText(text), most);
}
