import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";

/** The reports that an act put elsewhere. */
export type Moved = {
  into: string;
  /** Whether the issue was opened for them. */
  opened: boolean;
  /** When the issue was first seen before they came. */
  firstSeenAt: string;
  /** The fingerprints whose reports may belong to it since. */
  learned: string[];
  reports: { id: string; from: string }[];
};

/**
 * What is kept of the issues' reports, after so many went from one to the other (sign 1) or back (-1): deleted ones stay counted, and
 * nothing is seen for the first time later than it was. How bad and how late they are is kept where they lead, too.
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
 * Puts reports back where they were. An issue that was opened for them is gone again, unless something happened to it meanwhile.
 * @throws DomainError CONFLICT then; nothing is done
 */
export async function moveBack(
  tx: Tx,
  { tenantId, lead }: { tenantId: string; lead: string },
  { into, opened, firstSeenAt, learned, reports }: Moved,
): Promise<void> {
  const own = { tenantId, issueId: into };
  const ids = reports.map(({ id }) => id);
  const others = await tx.feedbackSubmission.count({ where: { ...own, id: { notIn: ids } } });
  const comments = await tx.feedbackComment.count({ where: own });
  const issue = await tx.feedbackIssue.findFirst({ where: { tenantId, id: into } });
  if (opened && issue && (others + comments > 0 || issue.updatedAt.getTime() !== issue.createdAt.getTime()))
    throw new DomainError(
      "CONFLICT",
      "Something happened to the issue that was opened for these reports. Nothing was undone; merge the two instead.",
    );
  const there = await tx.feedbackSubmission.findMany({ where: { ...own, id: { in: ids } } });
  const back = reports.filter(({ id }) => there.some((report) => report.id === id));
  await tx.feedbackLearned.deleteMany({ where: { ...own, fingerprint: { in: learned } } });
  for (const from of new Set(back.map((report) => report.from)))
    await tx.feedbackSubmission.updateMany({
      where: { ...own, id: { in: back.filter((report) => report.from === from).map(({ id }) => id) } },
      data: { issueId: from },
    });
  await recount(tx, tenantId, { into, reports: back, lead, sign: -1 });
  await tx.feedbackIssue.updateMany({ where: { tenantId, id: into }, data: { firstSeenAt } });
  if (opened) await tx.feedbackIssue.deleteMany({ where: { tenantId, id: into } });
}
