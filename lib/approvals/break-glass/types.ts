import type { PasskeyResponse } from "@/lib/auth/passkeys/types";
import type { Seen } from "../screen-proof";

/** A reason that others can review says more than a word. */
export const BREAK_GLASS_REASON_MIN = 10;

/** Breaking the glass on one call, as the command takes it: what was looked at, and why it cannot wait. */
export type BreakGlass = {
  id: string;
  revision: number;
  argumentsSha256: string;
  reason: string;
  seen?: Seen;
  /** The signature of a passkey on it, as `beginSigning` asked for it. */
  passkey?: PasskeyResponse;
};
