import { recordActivities } from "@/lib/activity/record";
import { requireRole } from "@/lib/auth/guards";
import { databaseNow } from "@/lib/core/clock";
import { change, read, type Tx } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { waitForReports } from "../merges";
import { described, findIssue } from "../queries";
import { issueRef } from "../rules";
import type { IssueState } from "../types";
import {
  announceIssues,
  type Before,
  deedsOf,
  keepAct,
  lockIssues,
  memberIds,
  refreshMerged,
  type Stored,
  sorted,
  triaged,
} from "./commands";
import type { MergePreview, TriageOutcome } from "./outcome";
import { MERGEABLE } from "./rules";
import type { MergeInput } from "./schema";

const SUGGESTED_MAX = 5;

/**
 * Merges issues into another: their reports count there, later ones join it, and agents get its
 * answer. Issues merged into them follow.
 * @throws DomainError FORBIDDEN; VALIDATION_ERROR for an issue that is not there, merged itself, or
 * another tenant's
 */
export async function mergeIssues(scope: UserScope, { into, items }: MergeInput): Promise<TriageOutcome> {
  requireRole(scope, "admin", "triager");
  return change(scope, async (tx) => {
    const target = await targetOf(tx, scope, into);
    const ids = items.map(({ id }) => id);
    await waitForReports(tx, scope.tenants, ids);
    const members = await memberIds(tx, scope, ids);
    const found = await lockIssues(tx, scope, [target.id, ...ids, ...members]);
    // From here on no one can merge into them; this check finds merges from just before.
    if ((await memberIds(tx, scope, ids)).some((id) => !members.includes(id)))
      throw new DomainError(
        "STALE_VIEW",
        "Another person merged an issue into this one just now. Nothing was done; try again.",
      );
    if (found.find(({ id }) => id === target.id)?.state === "merged") throw notInto("is merged itself");
    for (const { id, tenant_id: tenantId } of found.filter((row) => ids.includes(row.id))) {
      if (id === target.id) throw notInto("is this one");
      if (tenantId !== target.tenantId) throw notInto("belongs to another tenant");
    }
    const { fit, left } = sorted(items, found, (state) => MERGEABLE.includes(state));
    if (fit.length === 0) return { actId: null, done: [], left };
    const own = new Set(fit.map(({ id }) => id));
    const all = [...fit, ...found.filter((row) => row.merged_into !== null && own.has(row.merged_into))];
    const after = await leadOn(tx, all, target);
    const actId = await keepAct(tx, scope, "merge", { before: all, after });
    await refreshMerged(tx, all, after);
    const done = after.filter(({ row }) => own.has(row.id));
    await announceIssues(
      tx,
      after.filter((one) => !done.includes(one)),
    );
    await recordActivities(tx, scope, deedsOf("issue.merged", { before: fit, after: done }));
    return { actId, done: done.map(triaged), left };
  });
}

const notInto = (why: string): DomainError =>
  invalid("/into", "not_into", `The issue to merge into ${why}. Nothing was done.`);

/** The issue that people also name by a link. */
export async function targetOf(tx: Tx, scope: UserScope, into: string) {
  const named = /\/feedback\/([^/?#\s]+)/.exec(into)?.[1] ?? into;
  const target = await findIssue(tx, scope, named.replace(/^#/, ""));
  if (!target) throw notInto("is not there; give its reference, such as FB-12@acme, or a link to it");
  return target;
}

type Target = { id: string; tenantId: string };

/** Merges locked issues into another. A snooze continues after the merge. */
export async function leadOn(tx: Tx, all: readonly Before[], target: Target): Promise<Stored[]> {
  const now = await databaseNow(tx);
  return tx.$queryRaw<Stored[]>`
    update feedback_issues i set state = 'merged', merged_into = ${target.id}::uuid, returns_to = coalesce(i.returns_to, i.state),
      updated_at = greatest(${now}::timestamptz, i.updated_at + interval '1 ms')
    where i.tenant_id = ${target.tenantId}::uuid and i.id = any(${all.map(({ id }) => id)}::uuid[])
    returning to_jsonb(i) as row, i.updated_at as "updatedAt"`;
}

/**
 * The effect of a merge, and other issues of the tool to choose from.
 * @param into the text typed so far; empty for the choices only
 * @throws DomainError NOT_FOUND for the issue itself
 */
export async function previewMerge(
  scope: UserScope,
  { id, into }: { id: string; into: string },
): Promise<MergePreview> {
  return read(scope, async (tx) => {
    const own = await findIssue(tx, scope, id);
    if (!own) throw new DomainError("NOT_FOUND", "There is no such issue.");
    const target = into === "" ? null : await targetOf(tx, scope, into).catch(() => null);
    const fits = target && target.id !== id && target.state !== "merged" && target.tenantId === own.tenantId;
    const [issue, row] = await described(tx, scope, fits ? [own, target] : [own]);
    const others = await tx.$queryRaw<{ number: number; title: string; state: IssueState }[]>`
      select i.number, i.title, i.state from feedback_issues i
      where i.tenant_id = ${own.tenantId}::uuid and i.tool is not distinct from ${own.tool} and i.id <> ${own.id}::uuid
        and i.state <> 'merged'
      order by similarity(i.title, ${own.title}) desc, i.last_seen_at desc, i.id limit ${SUGGESTED_MAX}::int`;
    return {
      into: row ? { ref: row.ref, title: row.title, state: row.state, reports: row.reports } : null,
      reports: issue?.reports ?? own.reports,
      others: others.map(({ number, title, state }) => ({
        ref: issueRef(number, issue?.tenant ?? ""),
        title,
        state,
      })),
    };
  });
}
