import { type ActivityEntry, recordActivities } from "@/lib/activity/record";
import { requireRole } from "@/lib/auth/guards";
import { databaseNow } from "@/lib/core/clock";
import { change, type Tx } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { sha256 } from "@/lib/core/sha256";
import type { FeedbackSubmission } from "@/lib/generated/prisma/client";
import { lockIssueNumbers } from "../intake";
import { FINGERPRINT_VERSION, feedbackFingerprint, issueTitle } from "../rules";
import {
  announceIssues,
  type Before,
  keepAct,
  lockIssues,
  memberIds,
  type Stored,
  sorted,
  triaged,
} from "./commands";
import { targetOf } from "./merge";
import type { TriageOutcome } from "./outcome";
import { keepApart } from "./pairs";
import type { MoveInput } from "./schema";

/** The reports that an act put elsewhere. */
export type Moved = {
  into: string;
  /** Whether the issue was opened for them. */
  opened: boolean;
  reports: { id: string; from: string }[];
};

/**
 * Puts reports of an issue with another one of the tenant, or opens an issue for them. Later reports that are equal but for what differs
 * from case to case join whichever of the two they are nearer to in their words.
 * @throws DomainError FORBIDDEN; VALIDATION_ERROR for an issue they cannot be put with, for reports of another issue, and for all of them
 */
export async function moveReports(scope: UserScope, input: MoveInput): Promise<TriageOutcome> {
  requireRole(scope, "admin", "triager");
  return change(scope, async (tx) => {
    const { into, item, reports: ids } = input;
    const target = into === null ? null : await targetOf(tx, scope, into);
    const members = await memberIds(tx, scope, [item.id]);
    const origin = await tx.feedbackIssue.findFirst({
      where: { tenantId: { in: [...scope.tenants] }, id: item.id },
    });
    if (origin && !target) await lockIssueNumbers(tx, origin.tenantId);
    const found = await lockIssues(tx, scope, [item.id, ...members, ...(target ? [target.id] : [])]);
    const { fit, left } = sorted([item], found, (state) => state !== "merged");
    const [own] = fit;
    if (!own || !origin) return { actId: null, done: [], left };
    if (target) assertTarget(found, { own, target });
    const reports = await chosenReports(tx, { own, members, ids });
    const [first] = reports;
    if (!first) throw notAll();
    const intoId = target?.id ?? (await openFor(tx, { own, first, provider: origin.provider }));
    await putWith(tx, own.tenant_id, { reports, into: intoId });
    const moved: Moved = {
      into: intoId,
      opened: target === null,
      reports: reports.map(({ id, issueId: from }) => ({ id, from })),
    };
    await recount(tx, own.tenant_id, { ...moved, sign: 1 });
    const [after] = await tx.$queryRaw<Stored[]>`
      update feedback_issues i set updated_at = greatest(clock_timestamp(), i.updated_at + interval '1 ms')
      where i.tenant_id = ${own.tenant_id}::uuid and i.id = ${own.id}::uuid
      returning to_jsonb(i) as row, i.updated_at as "updatedAt"`;
    if (!after) throw new Error("the issue that was locked is gone");
    const actId = await keepAct(tx, scope, target ? "move" : "split", {
      before: [own],
      after: [after],
      moved,
    });
    if (!target) await keepApart(tx, [{ tenantId: own.tenant_id, issueId: own.id, otherId: intoId }], actId);
    await announceIssues(tx, [after, { ...after, row: { ...after.row, id: intoId } }]);
    await recordActivities(tx, scope, [
      deedOf(own, { into: intoId, opened: !target, reports: reports.length }),
    ]);
    return { actId, done: [triaged(after), { ...triaged(after), id: intoId }], left };
  });
}

function deedOf(own: Before, facts: { into: string; opened: boolean; reports: number }): ActivityEntry {
  return {
    action: facts.opened ? "issue.split" : "issue.moved",
    subject: { kind: "issue", id: own.id, tenantId: own.tenant_id },
    details: { reports: facts.reports, into: facts.into },
  };
}

const notInto = (why: string) =>
  invalid("/into", "not_into", `The issue to put them with ${why}. Nothing was done.`);

function assertTarget(
  found: readonly Before[],
  { own, target }: { own: Before; target: { id: string; tenantId: string } },
): void {
  if (target.tenantId !== own.tenant_id) throw notInto("belongs to another tenant");
  const locked = found.find(({ id }) => id === target.id);
  if (target.id === own.id || locked?.merged_into === own.id) throw notInto("is this one");
  if (locked?.state === "merged") throw notInto("is merged itself");
}

const notAll = () =>
  invalid(
    "/reports",
    "not_some",
    "Choose some of the reports of this issue, not all of them. Nothing was done.",
  );

/** The chosen reports, newest first, as long as all are the issue's and others of it stay. */
async function chosenReports(
  tx: Tx,
  { own, members, ids }: { own: Before; members: readonly string[]; ids: readonly string[] },
): Promise<FeedbackSubmission[]> {
  const where = { tenantId: own.tenant_id, issueId: { in: [own.id, ...members] } };
  const chosen = await tx.feedbackSubmission.findMany({
    where: { ...where, id: { in: [...ids] } },
    orderBy: { id: "desc" },
  });
  if (chosen.length !== new Set(ids).size)
    throw invalid(
      "/reports",
      "not_its",
      "These are not all reports of this issue. Nothing was done; read it again.",
    );
  const other = await tx.feedbackSubmission.findFirst({ where: { ...where, id: { notIn: [...ids] } } });
  if (!other) throw notAll();
  return chosen;
}

/** An issue of no fingerprint of its own: what joins it was learned. */
async function openFor(
  tx: Tx,
  { own, first, provider }: { own: Before; first: FeedbackSubmission; provider: string | null },
): Promise<string> {
  const { tenant_id: tenantId } = own;
  const last = await tx.feedbackIssue.aggregate({ where: { tenantId }, _max: { number: true } });
  const id = newId();
  const now = await databaseNow(tx);
  const { toolCalled, errorSeen, actualOutcome } = first;
  const title = issueTitle({
    toolCalled: toolCalled ?? undefined,
    errorSeen: errorSeen ?? undefined,
    actualOutcome,
  });
  await tx.feedbackIssue.create({
    data: {
      id,
      tenantId,
      number: (last._max.number ?? 0) + 1,
      title,
      provider,
      tool: toolCalled,
      fingerprint: sha256(`opened for reports of another issue: ${id}`),
      fingerprintVersion: FINGERPRINT_VERSION,
      comparedAt: now,
      createdAt: now,
      updatedAt: now,
    },
  });
  return id;
}

async function putWith(
  tx: Tx,
  tenantId: string,
  { reports, into }: { reports: readonly FeedbackSubmission[]; into: string },
): Promise<void> {
  await tx.feedbackSubmission.updateMany({
    where: { tenantId, id: { in: reports.map(({ id }) => id) } },
    data: { issueId: into },
  });
  const prints = new Set(reports.map(printOf));
  await tx.feedbackLearned.createMany({
    data: [...prints].map((fingerprint) => ({ tenantId, fingerprint, issueId: into })),
    skipDuplicates: true,
  });
}

function printOf({ provider, toolCalled, errorSeen, actualOutcome }: FeedbackSubmission): string {
  return feedbackFingerprint({
    provider: provider ?? undefined,
    toolCalled: toolCalled ?? undefined,
    errorSeen: errorSeen ?? undefined,
    actualOutcome,
  });
}

/** What is kept of each issue's reports, after so many went from one to the other (sign 1) or back (-1). Deleted ones stay counted. */
async function recount(
  tx: Tx,
  tenantId: string,
  { into, reports, sign }: Pick<Moved, "into" | "reports"> & { sign: 1 | -1 },
): Promise<void> {
  const gone = new Map<string, number>([[into, sign * reports.length]]);
  for (const { from } of reports) gone.set(from, (gone.get(from) ?? 0) - sign);
  const counts = [...gone].map(([id, more]) => ({ id, more }));
  await tx.$executeRaw`
    update feedback_issues i set reports = greatest(0, i.reports + n.more), severity = coalesce(n.severity, i.severity),
      first_seen_at = coalesce(n.first_at, i.first_seen_at), last_seen_at = coalesce(n.last_at, i.last_seen_at)
    from (
      select l.id, l.more, min(s.created_at) as first_at, max(s.created_at) as last_at,
             (array['low', 'med', 'high'])[max(array_position(array['low', 'med', 'high'], s.severity))] as severity
      from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) l(id uuid, more int)
      cross join lateral feedback_members(${tenantId}::uuid, l.id) m
      left join feedback_submissions s on s.tenant_id = ${tenantId}::uuid and s.issue_id = m.id group by l.id, l.more) n
    where i.tenant_id = ${tenantId}::uuid and i.id = n.id`;
}

/**
 * Puts reports back where they were. An issue that was opened for them is gone again, unless something happened to it meanwhile.
 * @throws DomainError CONFLICT then; nothing is done
 */
export async function moveBack(tx: Tx, tenantId: string, { into, opened, reports }: Moved): Promise<void> {
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
  await tx.feedbackLearned.deleteMany({ where: { ...own, fingerprint: { in: there.map(printOf) } } });
  for (const from of new Set(back.map((report) => report.from)))
    await tx.feedbackSubmission.updateMany({
      where: { ...own, id: { in: back.filter((report) => report.from === from).map(({ id }) => id) } },
      data: { issueId: from },
    });
  await recount(tx, tenantId, { into, reports: back, sign: -1 });
  if (opened) await tx.feedbackIssue.deleteMany({ where: { tenantId, id: into } });
}
