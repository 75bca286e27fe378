import type { RiskWord } from "@/lib/core/risk";

/** How the gateway learns the decision. */
export type Told =
  /** By callback. */
  | {
      by: "callback";
      state: "waiting" | "sending" | "delivered" | "dead";
      deliveryId: string | null;
      error: string | null;
    }
  /** Without a callback URL the gateway polls; `asked` once it did after the decision. */
  | { by: "asking"; asked: boolean };

/**
 * Progress of a person from an empty installation to a decided call, from data, never from flags.
 */
export type FirstSteps = {
  gateway: { id: string; name: string; tenant: string; callbackUrl: string | null } | null;
  /** The gateway's newest valid key. */
  key: { prefix: string; used: boolean } | null;
  /** This person's call that got furthest; else one that waits, or one decided by others. */
  call: {
    id: string;
    headline: string;
    risk: RiskWord;
    decision: string;
    decidedBy: string | null;
    decidedAt: Date | null;
    yours: boolean;
  } | null;
  told: Told | null;
};
