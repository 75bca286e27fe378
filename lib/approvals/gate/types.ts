import type { ActivityEntry } from "@/lib/activity/record";
import type { Approval } from "@/lib/generated/prisma/client";
import type { Taken } from "@/lib/intake/types";
import type { AllowReason } from "../allow-messages";
import type { WholeApproval } from "../types";

/** With executions and votes, where there may be some. */
export type HeldApproval = Approval & Partial<Pick<WholeApproval, "executions" | "votes">>;

export const DENY_CODES = [
  "REJECTED",
  "EXPIRED",
  "POLICY",
  "CHANGES_REQUESTED",
  "ARGUMENTS_MISMATCH",
  "GRANT_USED",
  "CANCELLED",
] as const;

export type DenyCode = (typeof DENY_CODES)[number];

/** The gate's answer before its conversion to wire words. */
export type GateAnswer =
  | {
      kind: "allow";
      reason: AllowReason;
      executionId: string;
      approvalId: string | null;
      digest: string;
      /** For the agent; if absent, the fixed sentence of the reason. */
      message?: string;
      /** The entry for the trail at the end of the transaction (`recordAnswer`). */
      deed?: ActivityEntry;
    }
  | { kind: "wait"; approval: HeldApproval }
  | { kind: "deny"; code: DenyCode; approval: HeldApproval; received?: string; deed?: ActivityEntry }
  | { kind: "stored"; body: string };

export type Standing = Extract<GateAnswer, { kind: "wait" | "deny" }>;

export type GateResult = Taken & { answer: GateAnswer; replayed: boolean; now: Date };

export type NewApproval = {
  id: string;
  /** Why it waits, or why no person is asked. */
  heldBecause: string;
  /** The earlier call whose unknown outcome holds it. */
  unknownOf?: string | undefined;
};
