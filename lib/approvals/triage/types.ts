import type { DiffRow } from "@/lib/arguments/types";
import type { RiskWord } from "@/lib/core/risk";
import type { SeenCall } from "../queue/types";

/** Calls one request cancels; a page asks again until none is left, and shows how far it is. */
export const CANCELLED_AT_ONCE = 50;

export type CancelledSome = { cancelled: number; left: number };

/** Long enough to read a call and ask somebody, short enough that a forgotten one is free again before long. */
export const ASSIGN_MINUTES = 30;

export const WORD_MAX = 300;

/** As long as a call can wait at all. */
export const SNOOZE_DAYS_MAX = 30;

/** Calls put off with one press. */
export const SNOOZE_MAX = 100;

/** An open page says so this often (milliseconds). */
export const PRESENCE_EVERY_MS = 15_000;

/** Silent for this long means gone. */
export const PRESENCE_SECONDS = 35;

/** Calls one act may take. */
export const ACKNOWLEDGE_MAX = 200;

export const NOTE_MAX = 500;

/** A call that went wrong, as somebody saw it: a change after that moment is another thing to look at. */
export type WrongCall = { id: string; changedAt: Date };

/** A call that was acknowledged, and when: a later acknowledgement is another one. */
export type AcknowledgedCall = { id: string; acknowledgedAt: Date };

/** What became of one call. `acknowledgedAt` takes the mark back. */
export type AcknowledgeResult =
  | ({ ok: true } & AcknowledgedCall)
  | { id: string; ok: false; message: string };

export type UnacknowledgeResult = { id: string; ok: true } | { id: string; ok: false; message: string };

/** Who acknowledged what went wrong, when, and with which note. */
export type Acknowledged = { at: Date; by: string; note: string | null };

/** Calls one act may take: about two seconds of work. */
export const BULK_MAX = 100;

/** Approving many: every difference has to be read, so no more than a few screens of them. */
export const BULK_APPROVE_MAX = 20;

/** What the table of calls demanded before a yes to all of them: that its end was on the screen and, at high, their number typed. */
export type BulkSeen = { end: boolean; typed?: string; ms?: number; visible_ms?: number };

export type BulkDecide =
  | { verdict: "approve"; items: SeenCall[]; seen?: BulkSeen }
  | { verdict: "reject"; reason: string; items: SeenCall[] };

/** What became of one call of a bulk act. */
export type BulkResult =
  /** `isHeld`: it was approved, and is held before it is released. */
  { id: string; ok: true; isHeld?: true } | { id: string; ok: false; code: string; message: string };

/** One call of a bulk approval as it is shown before: what is claimed of it, and every argument beside the last approved one's. */
export type BulkItem = SeenCall & {
  headline: string;
  risk: RiskWord;
  /** By the name that people read; what the gateway did not send is left out. */
  claims: Record<string, string>;
  decideBy: Date;
  /** Null: no approved call to compare with. */
  comparedWith: { id: string; at: Date } | null;
  rows: DiffRow[];
  /** Why it has to be opened by itself; null when it may be approved from here. */
  alone: string | null;
};
