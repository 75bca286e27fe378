import { recordActivities } from "@/lib/activity/record";
import { requireRole } from "@/lib/auth/guards";
import { databaseNow } from "@/lib/core/clock";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { waitForReports } from "../merges";
import { mayBeAssigned } from "./assignable";
import {
  type Before,
  deedsOf,
  leadIds,
  lockIssues,
  memberIds,
  refreshMerged,
  type Stored,
  type StoredRow,
  settleReturned,
  triaged,
} from "./commands";
import { type Moved, moveBack } from "./moves";
import type { LeftAlone, TriageOutcome } from "./outcome";
import { forgetApart } from "./pairs";
import { type TriageVerb, UNDO_HOURS } from "./types";

const COLUMNS = Prisma.raw(
  [
    "state",
    "answer",
    "workaround",
    "fixed_in",
    "fixed_at",
    "decline_reason",
    "claim",
    "priority",
    "assignee_id",
    "labels",
    "returns_to",
    "merged_into",
    "snoozed_at",
    "snoozed_until",
    "snooze_reports",
    "snooze_severity",
    "snooze_correction",
    "snooze_version",
    "triaged_at",
    "tracker_url",
  ].join(", "),
);

type Kept = { verb: TriageVerb; before: StoredRow; after: Date; moved: Moved | null };

/**
 * Undoes an act of this person: restores its issues, except those that changed since.
 * @throws DomainError FORBIDDEN; NOT_FOUND when there is no such act, it was undone already, or is
 * older than a day
 */
export async function undoTriage(scope: UserScope, actId: string): Promise<TriageOutcome> {
  return change(scope, async (tx) => {
    const now = await databaseNow(tx);
    const kept = new Map((await takeAct(tx, scope, actId)).map((row) => [row.before.id, row]));
    // The author may have lost the permission since.
    requireRole(scope, "admin", "triager");
    await waitForReports(tx, scope.tenants, [...kept.keys()]);
    const found = await lockIssues(tx, scope, await concerned(tx, scope, [...kept.values()]));
    // "Not the same" changes neither issue, so it can be undone in any state.
    const [only] = [...kept.values()];
    if (only?.verb === "part") return unsaid(tx, scope, { actId, id: only.before.id, found });
    const unfit = await unassignable(tx, found, kept);
    const fit = restorable(found, new Map([...kept].filter(([id]) => !unfit.has(id))));
    const left = [...kept.keys()].filter((id) => !fit.some((row) => row.id === id));
    const before = fit.map(({ id }) => kept.get(id)?.before);
    const after = await tx.$queryRaw<Stored[]>`
      update feedback_issues i set
        (${COLUMNS}) = (select ${COLUMNS} from jsonb_populate_record(null::feedback_issues, b.value)),
        (tracker_state, tracker_checked_at) = (select o.tracker_state, o.tracker_checked_at from jsonb_populate_record(
          null::feedback_issues, case when i.tracker_url = b.value->>'tracker_url' then to_jsonb(i) else b.value end) o),
        updated_at = greatest(${now}::timestamptz, i.updated_at + interval '1 ms')
      from jsonb_array_elements(${JSON.stringify(before)}::jsonb) b
      where i.tenant_id = (b.value->>'tenant_id')::uuid and i.id = (b.value->>'id')::uuid
        and i.tenant_id = any(${[...scope.tenants]}::uuid[])
      returning to_jsonb(i) as row, i.updated_at as "updatedAt"`;
    for (const { id, tenant_id: tenantId } of fit) {
      const moved = kept.get(id)?.moved;
      if (moved) await moveBack(tx, { tenantId, lead: id }, moved);
    }
    await forgetApart(tx, [...scope.tenants], { ids: fit.map(({ id }) => id), actId });
    await refreshMerged(tx, fit, after);
    const led = new Set(fit.map(({ merged_into }) => merged_into));
    const settled = await settleReturned(
      tx,
      found.filter(({ id }) => led.has(id) && !fit.some((row) => row.id === id)),
    );
    const deeds = [...deedsOf("issue.undone", { before: fit, after }), ...settled.deeds];
    await recordActivities(tx, scope, deeds);
    return {
      actId: null,
      done: after.map(triaged),
      left: left.map((id): LeftAlone => {
        const row = found.find((one) => one.id === id);
        const why = !row ? "gone" : unfit.has(id) ? "assignee" : "changed";
        return { id, why, state: row?.state ?? null };
      }),
    };
  });
}

async function unsaid(
  tx: Tx,
  scope: UserScope,
  { actId, id, found }: { actId: string; id: string; found: readonly Before[] },
): Promise<TriageOutcome> {
  await forgetApart(tx, [...scope.tenants], { ids: [id], actId });
  const after = found
    .filter((row) => row.id === id)
    .map(({ updatedAt, ...row }): Stored => ({ row, updatedAt }));
  const before = found.filter((row) => row.id === id);
  await recordActivities(tx, scope, deedsOf("issue.undone", { before, after }));
  return { actId: null, done: after.map(triaged), left: [] };
}

/** Issues whose former assignee is disabled or may no longer act on them. */
async function unassignable(
  tx: Tx,
  found: readonly Before[],
  kept: ReadonlyMap<string, Kept>,
): Promise<Set<string>> {
  const back = found.flatMap(({ id, assignee_id: now }) => {
    const before = kept.get(id)?.before;
    return before?.assignee_id && before.assignee_id !== now ? [before] : [];
  });
  if (back.length === 0) return new Set();
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select b.id from jsonb_to_recordset(${JSON.stringify(back)}::jsonb) as b(id uuid, tenant_id uuid, assignee_id uuid)
    where not ${mayBeAssigned(Prisma.sql`b.assignee_id`, Prisma.sql`b.tenant_id`)}`;
  return new Set(rows.map(({ id }) => id));
}

/** The issues of an act, their current and former targets, and the issues merged into them. */
async function concerned(tx: Tx, scope: UserScope, kept: readonly Kept[]): Promise<string[]> {
  const ids = kept.map(({ before }) => before.id);
  const put = kept.flatMap(({ moved }) =>
    moved ? [moved.into, ...moved.reports.map(({ from }) => from)] : [],
  );
  const led = kept.flatMap(({ before }) => before.merged_into ?? []);
  const all = [...ids, ...put];
  return [...all, ...led, ...(await leadIds(tx, scope, all)), ...(await memberIds(tx, scope, all))];
}

/** Issues without later changes whose former target, if any, is not merged itself. */
function restorable(found: readonly Before[], kept: ReadonlyMap<string, Kept>): Before[] {
  let fit = found.filter((row) => kept.get(row.id)?.after.getTime() === row.updatedAt.getTime());
  for (;;) {
    const back = new Map(fit.map(({ id }) => [id, kept.get(id)?.before.merged_into ?? null]));
    const leads = new Map(
      found.map(({ id, merged_into }) => [id, back.has(id) ? (back.get(id) ?? null) : merged_into]),
    );
    const isChain = (id: string) => {
      const lead = leads.get(id) ?? null;
      return lead !== null && (leads.get(lead) ?? null) !== null;
    };
    const bad = new Set([...leads.keys()].filter(isChain).flatMap((id) => [id, leads.get(id) ?? id]));
    const next = fit.filter(({ id }) => !bad.has(id));
    if (next.length === fit.length) return fit;
    fit = next;
  }
}

async function takeAct(tx: Tx, scope: UserScope, actId: string): Promise<Kept[]> {
  const rows = await tx.$queryRaw<Kept[]>`
    with act as (
      update feedback_acts set undone_at = clock_timestamp()
      where tenant_id = any(${[...scope.tenants]}::uuid[]) and id = ${actId}::uuid and user_id = ${scope.actor.id}::uuid
        and undone_at is null and created_at > clock_timestamp() - make_interval(hours => ${UNDO_HOURS}::int)
      returning verb, rows, moved)
    select act.verb, r.value->'before' as before, (r.value->>'after')::timestamptz as after, act.moved
    from act, jsonb_array_elements(act.rows) r`;
  if (rows.length === 0)
    throw new DomainError(
      "NOT_FOUND",
      "This can no longer be undone: it was undone already, or it is more than a day ago.",
    );
  return rows;
}
