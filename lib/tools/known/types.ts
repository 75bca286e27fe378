import type { RiskWord } from "@/lib/core/risk";
import type { Parameter } from "../definition";

/** How a tool did lately, as far as an agent should know. */
type ToldHealth = {
  state: "degraded" | "watch" | "healthy" | "no_data";
  /** Calls of so many days that reached it, and how many of them failed. */
  days: number;
  ran: number;
  failed: number;
  /** Several sessions say that its results were of little use. */
  lowUse: boolean;
};

/** That a tool is asked for more than one thing, and what agents used instead. */
type ToldBoundary = {
  axes: readonly string[];
  prefer: readonly { for: string; provider: string | null; tool: string }[];
};

/** A problem that people know of and have said something about. */
type ToldIssue = {
  ref: string;
  title: string;
  message: string | null;
  workaround: string | null;
  fixedIn: string | null;
};

/** What is known of a tool beside its definition. */
export type Told = { health: ToldHealth; boundary: ToldBoundary | null; issues: readonly ToldIssue[] };

/** What policies do with every call of a tool, or that one refuses some of its calls. */
export const KNOWN_POLICIES = ["denies", "requires", "allows", "may_deny"] as const;

export type KnownPolicy = (typeof KNOWN_POLICIES)[number];

/** A tool as an agent should know it. */
export type KnownTool = {
  id: string;
  gatewayId: string;
  gatewayName: string;
  provider: string;
  name: string;
  description: string;
  risk: RiskWord;
  requiresConfirmation: boolean;
  /** Null where no policy says anything of it. */
  policy: KnownPolicy | null;
  parameters: readonly Parameter[];
  /** Null where nothing was read of it. */
  told: Told | null;
};
