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

/** How far somebody has come from an empty installation to a decided call. Read from what is there, never from flags. */
export type FirstSteps = {
  gateway: { id: string; name: string; tenant: string; callbackUrl: string | null } | null;
  /** The gateway's newest key that is accepted. */
  key: { prefix: string; used: boolean } | null;
  /** The gateway's call that came furthest. */
  call: {
    id: string;
    headline: string;
    risk: RiskWord;
    decision: string;
    decidedBy: string | null;
    decidedAt: Date | null;
  } | null;
  told: Told | null;
};
