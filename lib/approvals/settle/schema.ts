import * as z from "zod";

/** Calls one act may take. */
export const SETTLE_MAX = 200;
export const NOTE_MAX = 500;

/** A call that went wrong, as somebody saw it: a change after that moment is another thing to look at. */
export type WrongCall = { id: string; changedAt: Date };
/** A call that was dealt with, and when: a later mark is another one. */
export type SettledCall = { id: string; settledAt: Date };

export const settleInput = z.strictObject({
  items: z
    .array(z.strictObject({ id: z.uuid(), changedAt: z.coerce.date() }))
    .min(1)
    .max(SETTLE_MAX),
  note: z.string().trim().max(NOTE_MAX).optional(),
});
export type SettleInput = z.output<typeof settleInput>;

export const unsettleInput = z.strictObject({
  items: z
    .array(z.strictObject({ id: z.uuid(), settledAt: z.coerce.date() }))
    .min(1)
    .max(SETTLE_MAX),
});
export type UnsettleInput = z.output<typeof unsettleInput>;

/** What became of one call. `settledAt` takes the mark back. */
export type SettleResult = ({ ok: true } & SettledCall) | { id: string; ok: false; message: string };
export type UnsettleResult = { id: string; ok: true } | { id: string; ok: false; message: string };

/** Who dealt with what went wrong, when, and what they said. */
export type Settled = { at: Date; by: string; note: string | null };
