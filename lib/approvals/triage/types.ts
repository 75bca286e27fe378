import type { DiffRow } from "@/lib/arguments/types";
import type { RiskWord } from "@/lib/core/risk";
import type { SeatView } from "../deciders/types";
import type { SeenCall } from "../queue/types";

/** Calls that one request cancels; a page repeats it until none is left, and shows its progress. */
export const CANCELLED_AT_ONCE = 50;

export type CancelledSome = { cancelled: number; left: number };

/** Long enough to read and ask a colleague; a forgotten assignment still ends soon. */
export const ASSIGN_MINUTES = 30;

export const WORD_MAX = 300;

/** The longest time that a call can wait. */
export const SNOOZE_DAYS_MAX = 30;

export const SNOOZE_MAX = 100;

/** Report interval of an open page (milliseconds). */
export const PRESENCE_EVERY_MS = 15_000;

/** After this silence a person counts as gone. */
export const PRESENCE_SECONDS = 35;

/** Maximum calls per request. */
export const ACKNOWLEDGE_MAX = 200;

export const NOTE_MAX = 500;

/** A failed call as a person saw it: a later change needs another look. */
export type WrongCall = { id: string; changedAt: Date };

/** An acknowledged call with its time: a later acknowledgement is another one. */
export type AcknowledgedCall = { id: string; acknowledgedAt: Date };

/** The result for one call. `acknowledgedAt` identifies the acknowledgement for its removal. */
export type AcknowledgeResult =
  | ({ ok: true } & AcknowledgedCall)
  | { id: string; ok: false; message: string };

export type UnacknowledgeResult = { id: string; ok: true } | { id: string; ok: false; message: string };

export type Acknowledged = { at: Date; by: string; note: string | null };

/** Maximum calls per bulk approval: people must read every difference on a few screens. */
export const BULK_APPROVE_MAX = 20;

/** The end of the table was on the screen and, at high risk, the number was typed. */
export type BulkSeen = { end: boolean; typed?: string; ms?: number; visible_ms?: number };

export type BulkDecide =
  | { verdict: "approve"; items: SeenCall[]; seen?: BulkSeen }
  | { verdict: "reject"; reason: string; items: SeenCall[] };

export type BulkResult =
  /** `isHeld`: it is approved, and held before its release. */
  { id: string; ok: true; isHeld?: true } | { id: string; ok: false; code: string; message: string };

/** One call of a bulk approval: its claims, and all arguments next to the last approved ones. */
export type BulkItem = SeenCall & {
  headline: string;
  risk: RiskWord;
  /** By displayed name; omits claims that the gateway did not send. */
  claims: Record<string, string>;
  decideBy: Date;
  comparedWith: { id: string; at: Date } | null;
  rows: DiffRow[];
  /** Of several seats, who fills each; empty where the number of people decides. */
  seats: SeatView[];
  /** Why it must be opened alone; null if it can be approved from here. */
  alone: string | null;
};
