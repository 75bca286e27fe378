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
  settleReturned,
  sorted,
  triaged,
} from "./commands";
import { targetOf } from "./merge";
import { type Moved, recount } from "./moves";
import type { TriageOutcome } from "./outcome";
import { keepApart } from "./pairs";
import type { MoveInput } from "./schema";

/**
 * Moves reports to another issue of the tenant, or opens one for them. Later reports with the same
 * fingerprint join the one with the more similar words.
 * @throws DomainError FORBIDDEN; VALIDATION_ERROR for an issue they cannot be put with, for reports
 * of another issue, and for all of them
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
    // From here on no one can merge into it or unmerge; this check finds changes from just before.
    const still = await memberIds(tx, scope, [item.id]);
    if (still.length !== members.length || still.some((id) => !members.includes(id)))
      throw new DomainError(
        "STALE_VIEW",
        "Another person merged an issue into this one, or unmerged one, just now. Nothing was done; try again.",
      );
    const { fit, left } = sorted([item], found, (state) => state !== "merged");
    const [own] = fit;
    if (!own || !origin) return { actId: null, done: [], left };
    if (target) assertTarget(found, { own, target });
    const reports = await chosenReports(tx, { own, members, ids });
    const [first] = reports;
    if (!first) throw notAll();
    const intoId = target?.id ?? (await openFor(tx, { own, first, provider: origin.provider }));
    const learned = await putWith(tx, own.tenant_id, { reports, into: intoId });
    const moved: Moved = {
      into: intoId,
      opened: target === null,
      firstSeenAt: (target?.firstSeenAt ?? first.createdAt).toISOString(),
      learned,
      reports: reports.map(({ id, issueId: from }) => ({ id, from })),
    };
    await recount(tx, own.tenant_id, { ...moved, lead: own.id, sign: 1 });
    const { after, put, deeds } = await touched(tx, own, intoId);
    const actId = await keepAct(tx, scope, target ? "move" : "split", {
      before: [own],
      after: [after],
      moved,
    });
    if (!target) await keepApart(tx, [{ tenantId: own.tenant_id, issueId: own.id, otherId: intoId }], actId);
    await announceIssues(tx, [put]);
    await recordActivities(tx, scope, [
      deedOf(own, { into: intoId, opened: !target, reports: reports.length }),
      ...deeds,
    ]);
    return { actId, done: [triaged(after), triaged(put)], left };
  });
}

function deedOf(own: Before, facts: { into: string; opened: boolean; reports: number }): ActivityEntry {
  return {
    action: facts.opened ? "issue.split" : "issue.moved",
    subject: { kind: "issue", id: own.id, tenantId: own.tenant_id },
    details: { reports: facts.reports, into: facts.into },
  };
}

type Touched = { after: Stored; put: Stored; deeds: ActivityEntry[] };

/** The current state of the source issue, which changed, and of the target. */
async function touched(tx: Tx, own: Before, into: string): Promise<Touched> {
  const { deeds } = await settleReturned(tx, [own]);
  const rows = await tx.$queryRaw<Stored[]>`
    update feedback_issues i
    set updated_at = case when i.id = ${own.id}::uuid then greatest(clock_timestamp(), i.updated_at + interval '1 ms') else i.updated_at end
    where i.tenant_id = ${own.tenant_id}::uuid and i.id in (${own.id}::uuid, ${into}::uuid)
    returning to_jsonb(i) as row, i.updated_at as "updatedAt"`;
  const after = rows.find(({ row }) => row.id === own.id);
  const put = rows.find(({ row }) => row.id === into);
  if (!after || !put) throw new Error("an issue that was locked is gone");
  return { after, put, deeds };
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

/** The chosen reports, newest first. All must be of the issue, and at least one other must stay. */
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

/** An issue without a fingerprint: reports join it by learning. */
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
): Promise<string[]> {
  await tx.feedbackSubmission.updateMany({
    where: { tenantId, id: { in: reports.map(({ id }) => id) } },
    data: { issueId: into },
  });
  const prints = new Set(reports.map(printOf));
  const learned = await tx.feedbackLearned.createManyAndReturn({
    data: [...prints].map((fingerprint) => ({ tenantId, fingerprint, issueId: into })),
    skipDuplicates: true,
  });
  return learned.map(({ fingerprint }) => fingerprint);
}

function printOf({ provider, toolCalled, errorSeen, actualOutcome }: FeedbackSubmission): string {
  return feedbackFingerprint({
    provider: provider ?? undefined,
    toolCalled: toolCalled ?? undefined,
    errorSeen: errorSeen ?? undefined,
    actualOutcome,
  });
}
