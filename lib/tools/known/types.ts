import type { RiskWord } from "@/lib/core/risk";
import type { Parameter } from "../definition";

type ToldHealth = {
  state: "degraded" | "watch" | "healthy" | "no_data";
  /** Calls of the last days that reached it, and how many failed. */
  days: number;
  ran: number;
  failed: number;
  /** Several sessions reported results of little use. */
  lowUse: boolean;
};

type ToldBoundary = {
  axes: readonly string[];
  prefer: readonly { for: string; provider: string | null; tool: string }[];
};

type ToldIssue = {
  ref: string;
  title: string;
  message: string | null;
  workaround: string | null;
  fixedIn: string | null;
};

/** Known facts beyond the definition. */
export type Told = { health: ToldHealth; boundary: ToldBoundary | null; issues: readonly ToldIssue[] };

export const KNOWN_POLICIES = ["denies", "requires", "allows", "may_deny"] as const;

export type KnownPolicy = (typeof KNOWN_POLICIES)[number];

export type KnownTool = {
  id: string;
  gatewayId: string;
  gatewayName: string;
  provider: string;
  name: string;
  description: string;
  risk: RiskWord;
  requiresConfirmation: boolean;
  policy: KnownPolicy | null;
  parameters: readonly Parameter[];
  /** Null if nothing is known. */
  told: Told | null;
};
