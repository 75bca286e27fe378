import type { RiskWord } from "@/lib/core/risk";

/** How the gateway learns of the decision. */
export type Told =
  /** By callback. */
  | {
      by: "callback";
      state: "waiting" | "sending" | "delivered" | "dead";
      /** Null once the record of the delivery is past its keeping. */
      deliveryId: string | null;
      error: string | null;
    }
  /** It has no callback URL and asks by itself; `asked` once it did after the decision. */
  | { by: "asking"; asked: boolean };

/** How far one person has come from an empty installation to a decided call. Read from what is there, never from flags. */
export type FirstSteps = {
  gateway: { id: string; name: string; tenant: string; callbackUrl: string | null } | null;
  /** The gateway's newest key that is accepted. */
  key: { prefix: string; used: boolean } | null;
  /** The call of this person that came furthest; else one that waits, or what somebody else did with one. */
  call: {
    id: string;
    headline: string;
    risk: RiskWord;
    decision: string;
    decidedBy: string | null;
    decidedAt: Date | null;
    /** Whether this person decided it. */
    yours: boolean;
  } | null;
  /** Null until this person decided a call. */
  told: Told | null;
};
