import type { Verb } from "@/lib/approvals/detail/types";
import type { DecideResult } from "@/lib/approvals/types";

/** How a verb was recorded. */
export type Recorded = Extract<DecideResult, { ok: true }>;

const DONE: Partial<Record<Verb, string>> = {
  approve: "Approved",
  remember: "Approved, with a rule for calls like it:",
  edit: "Edited and approved",
  reject: "Rejected",
  request_changes: "Requested changes to",
  cancel: "Cancelled",
};

/** The words before the call's name. An edit that others have to approve is no approval. */
export const doneWords = (verb: Verb, { approvals }: Pick<Recorded, "approvals">): string =>
  verb === "edit" && approvals === 0 ? "Edited" : (DONE[verb] ?? "Recorded");

/** Why a decision cannot be undone, and what can be done instead. */
export function finalWords(verb: Verb, { status }: Pick<Recorded, "status">): { why: string; label: string } {
  if (verb === "reject" || verb === "request_changes")
    return {
      why: "A rejection cannot be undone: the agent may have read it. The agent can send the call again.",
      label: "Open the call",
    };
  if (verb === "cancel" || verb === "revoke")
    return {
      why: "A call that ended cannot wait again. The agent can send it again.",
      label: "Open the call",
    };
  if (status === "pending")
    return {
      why: "An approval cannot be withdrawn while others are missing. You can cancel the call.",
      label: "Open the call",
    };
  return {
    why: "An approval cannot be undone: the gateway may already have it. You can revoke it until the call starts.",
    label: "Open the call to revoke",
  };
}
