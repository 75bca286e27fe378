import type { IconName } from "@/components/ui/icon";
import type { QueueRow } from "@/lib/approvals/queue/types";

/** Problems of calls, from the most to the least harmful: the order of the list. */
const PROBLEMS = [
  "ran_although_revoked",
  "unknown",
  "revocation_undelivered",
  "failed",
  "undelivered",
  "never_run",
] as const;

export type Problem = (typeof PROBLEMS)[number];

export const PROBLEM_WORDS: Record<Problem, { word: string; icon: IconName }> = {
  ran_although_revoked: { word: "Ran although revoked", icon: "alert" },
  unknown: { word: "Outcome unknown", icon: "help" },
  revocation_undelivered: { word: "Revocation undelivered", icon: "unlink" },
  failed: { word: "Failed", icon: "x-circle" },
  undelivered: { word: "Callback failed", icon: "unlink" },
  never_run: { word: "Approved, never run", icon: "hourglass" },
};

/** The problem of a call that needs attention; of several, the most harmful. */
export function problemOf({
  decision,
  status,
  undelivered,
}: Pick<QueueRow, "decision" | "status" | "undelivered">): Problem {
  if (decision === "revoked" && status !== "revoked") return "ran_although_revoked";
  if (status === "unknown") return "unknown";
  if (decision === "revoked") return "revocation_undelivered";
  if (status === "failed") return "failed";
  return undelivered ? "undelivered" : "never_run";
}
