import type { ActivityEntry } from "@/lib/activity/record";
import type { Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { sha256 } from "@/lib/core/sha256";
import { addCommentIn } from "./comments/commands";
import { COMMENT_MAX } from "./comments/types";
import { lockIssueNumbers } from "./intake";
import { FINGERPRINT_VERSION } from "./rules";
import { TITLE_MAX } from "./types";

/** Input of an issue that a person opens. `id` becomes the issue's. */
type OpenedIssue = {
  id: string;
  tenantId: string;
  title: string;
  provider: string;
  tool: string;
  text: string;
};

/**
 * Opens an issue without a report, with the person's first comment. The surrounding transaction
 * must end by recording the activities. Reports join it only if people move them.
 */
export async function openIssueIn(
  tx: Tx,
  scope: UserScope,
  { id, tenantId, title, provider, tool, text }: OpenedIssue,
): Promise<{ number: number; deeds: ActivityEntry[] }> {
  await lockIssueNumbers(tx, tenantId);
  const last = await tx.feedbackIssue.findFirst({
    where: { tenantId },
    orderBy: { number: "desc" },
    select: { number: true },
  });
  const number = (last?.number ?? 0) + 1;
  const named = title.length <= TITLE_MAX ? title : `${title.slice(0, TITLE_MAX - 1).toWellFormed()}…`;
  // A fingerprint that no report has; there are no report texts to compare.
  const fingerprint = sha256(JSON.stringify(["opened", id]));
  const data = { id, tenantId, number, title: named, provider, tool, fingerprint };
  await tx.feedbackIssue.create({
    data: { ...data, fingerprintVersion: FINGERPRINT_VERSION, comparedAt: new Date() },
  });
  const said = await addCommentIn(tx, scope, {
    issueId: id,
    text: text.slice(0, COMMENT_MAX).toWellFormed(),
  });
  const opened = { action: "issue.opened", subject: { kind: "issue", id, tenantId }, details: { number } };
  return { number, deeds: [opened, ...said.deeds] };
}
