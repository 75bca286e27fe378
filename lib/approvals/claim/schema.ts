import * as z from "zod";

/** Long enough to read a call and ask somebody, short enough that a forgotten one is free again before long. */
export const CLAIM_MINUTES = 30;
export const WORD_MAX = 300;

export const claimInput = z.strictObject({
  id: z.uuid(),
  /** Taking it from somebody: who holds it as far as the page knows, and a word to them. */
  takeOver: z.strictObject({ from: z.uuid(), word: z.string().trim().min(1).max(WORD_MAX) }).optional(),
});
export type ClaimInput = z.output<typeof claimInput>;

export const releaseInput = z.strictObject({ id: z.uuid() });
