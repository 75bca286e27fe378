import type { ActivityEntry } from "@/lib/activity/record";
import type { Tx } from "@/lib/core/db";

/**
 * Ends a person's link to Slack, in the caller's transaction, if it was made in the session `only`; without, in any but `spared`.
 */
export async function unlinkSlackOf(
  tx: Tx,
  userId: string,
  { only = null, spared = null }: { only?: string | null; spared?: string | null },
): Promise<ActivityEntry[]> {
  const rows = await tx.$queryRaw<{ name: string }[]>`
    delete from slack_accounts where user_id = ${userId}::uuid
      and (${only}::uuid is null or linked_in = ${only}::uuid)
      and (${spared}::uuid is null or linked_in is distinct from ${spared}::uuid)
    returning name`;
  const subject = { kind: "slack_account", id: userId };
  return rows.map((details) => ({ action: "slack_account.unlinked", subject, details }));
}
