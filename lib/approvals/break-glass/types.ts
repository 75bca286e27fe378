import type { PasskeyResponse } from "@/lib/auth/passkeys/types";
import type { Seen } from "../types";

/** Minimum characters, so that others can review the reason. */
export const BREAK_GLASS_REASON_MIN = 10;

/** Input of a break-glass approval: what the person saw, and why it cannot wait. */
export type BreakGlass = {
  id: string;
  revision: number;
  argumentsSha256: string;
  reason: string;
  seen?: Seen;
  passkey?: PasskeyResponse;
};
