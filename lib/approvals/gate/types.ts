import type { ActivityEntry } from "@/lib/activity/record";
import type { Approval } from "@/lib/generated/prisma/client";
import type { Taken } from "@/lib/intake/types";
import type { AllowReason } from "../messages";
import type { WholeApproval } from "../types";

/** With what ran, where something may have, and with votes, where people may have voted. */
export type HeldApproval = Approval & Partial<Pick<WholeApproval, "executions" | "votes">>;

/** Why a call is refused. */
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

/** What the gate says, before it is put into wire words. */
export type GateAnswer =
  | {
      kind: "allow";
      reason: AllowReason;
      executionId: string;
      approvalId: string | null;
      digest: string;
      /** For the agent; the fixed sentence of the reason where it is left out. */
      message?: string;
      /** What the trail is told of it, at the end of the transaction (`recordAnswer`). */
      deed?: ActivityEntry;
    }
  | { kind: "wait"; approval: HeldApproval }
  | { kind: "deny"; code: DenyCode; approval: HeldApproval; received?: string; deed?: ActivityEntry }
  /** An answer given before, word for word. */
  | { kind: "stored"; body: string };

/** What a call waits for or came to, of which there is an approval. */
export type Standing = Extract<GateAnswer, { kind: "wait" | "deny" }>;

export type GateResult = Taken & { answer: GateAnswer; replayed: boolean; now: Date };

/** The row a held or recorded call becomes. */
export type NewApproval = { id: string; heldBecause: string };
