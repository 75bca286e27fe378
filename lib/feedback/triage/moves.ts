import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";

export type Moved = {
  into: string;
  opened: boolean;
  firstSeenAt: string;
  /** The fingerprints whose reports may join it since. */
  learned: string[];
  reports: { id: string; from: string }[];
};

/**
 * Updates the stored counts after reports were moved (sign 1) or moved back (-1). Deleted reports
 * stay counted, and first times never get later. Severity and times of the merge targets follow.
 */
export async function recount(
  tx: Tx,
  tenantId: string,
  { into, reports, lead, sign }: Pick<Moved, "into" | "reports"> & { lead: string; sign: 1 | -1 },
): Promise<void> {
  const more = new Map<string, number>([
    [lead, 0],
    [into, sign * reports.length],
  ]);
  for (const { from } of reports) more.set(from, (more.get(from) ?? 0) - sign);
  const led = await tx.feedbackIssue.findMany({
    where: { tenantId, id: { in: [...more.keys()] }, mergedInto: { not: null } },
    select: { mergedInto: true },
  });
  for (const { mergedInto } of led) if (mergedInto) more.set(mergedInto, more.get(mergedInto) ?? 0);
  const counts = [...more].map(([id, by]) => ({ id, by }));
  await tx.$executeRaw`
    update feedback_issues i set reports = greatest(0, i.reports + n.by), severity = coalesce(n.severity, i.severity),
      first_seen_at = least(i.first_seen_at, n.first_at), last_seen_at = coalesce(n.last_at, i.last_seen_at)
    from (
      select l.id, l.by, min(s.created_at) filter (where s.issue_id = l.id) as first_at, max(s.created_at) as last_at,
             (array['low', 'med', 'high'])[max(array_position(array['low', 'med', 'high'], s.severity))] as severity
      from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) l(id uuid, by int)
      cross join lateral feedback_members(${tenantId}::uuid, l.id) m
      left join feedback_submissions s on s.tenant_id = ${tenantId}::uuid and s.issue_id = m.id group by l.id, l.by) n
    where i.tenant_id = ${tenantId}::uuid and i.id = n.id`;
}

/**
 * Moves reports back. An issue that was opened for them is merged into the source, so that
 * concurrent reports are not lost.
 * @throws DomainError CONFLICT where it changed meanwhile, or reports were moved on; nothing is
 * done then
 */
export async function moveBack(
  tx: Tx,
  { tenantId, lead }: { tenantId: string; lead: string },
  { into, opened, firstSeenAt, learned, reports }: Moved,
): Promise<void> {
  const own = { tenantId, issueId: into };
  const ids = reports.map(({ id }) => id);
  const stored = await tx.feedbackSubmission.findMany({
    where: { tenantId, id: { in: ids } },
    select: { id: true, issueId: true },
  });
  if (stored.some(({ issueId }) => issueId !== into) || (opened && !(await isUntouched(tx, own, ids))))
    throw new DomainError(
      "CONFLICT",
      "Something happened meanwhile to the issue that these reports were put with. Nothing was undone; merge the two, or move the reports back.",
    );
  const back = reports.filter(({ id }) => stored.some((report) => report.id === id));
  await tx.feedbackLearned.deleteMany({ where: { ...own, fingerprint: { in: learned } } });
  for (const from of new Set(back.map((report) => report.from)))
    await tx.feedbackSubmission.updateMany({
      where: { ...own, id: { in: back.filter((report) => report.from === from).map(({ id }) => id) } },
      data: { issueId: from },
    });
  await recount(tx, tenantId, { into, reports: back, lead, sign: -1 });
  if (opened)
    await tx.$executeRaw`
      update feedback_issues i set state = 'merged', merged_into = ${lead}::uuid, returns_to = 'new',
        updated_at = greatest(clock_timestamp(), i.updated_at + interval '1 ms')
      where i.tenant_id = ${tenantId}::uuid and i.id = ${into}::uuid`;
  else await tx.feedbackIssue.updateMany({ where: { tenantId, id: into }, data: { firstSeenAt } });
}

/** Whether an opened issue has only these reports, and no further act or comment. */
async function isUntouched(
  tx: Tx,
  own: { tenantId: string; issueId: string },
  ids: readonly string[],
): Promise<boolean> {
  const { tenantId, issueId: id } = own;
  const issue = await tx.feedbackIssue.findFirst({ where: { tenantId, id } });
  const others = await tx.feedbackSubmission.count({ where: { ...own, id: { notIn: [...ids] } } });
  const comments = await tx.feedbackComment.count({ where: own });
  const members = await tx.feedbackIssue.count({ where: { tenantId, mergedInto: id } });
  return others + comments + members === 0 && issue?.updatedAt.getTime() === issue?.createdAt.getTime();
}
