import { type ActivityEntry, changeEntry, recordActivities } from "@/lib/activity/record";
import { requireRole } from "@/lib/auth/guards";
import { camelKeys } from "@/lib/core/casing";
import { databaseNow } from "@/lib/core/clock";
import { change, type Tx } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { DomainError, invalid } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import type { FeedbackIssue } from "@/lib/generated/prisma/client";
import { Prisma } from "@/lib/generated/prisma/client";
import { announceAll } from "@/lib/live/announce";
import { waitForReports } from "../merges";
import type { IssueState } from "../types";
import { mayBeAssigned } from "./assignable";
import { DEEDS } from "./deeds";
import { labelsOf, withRoom } from "./labels";
import type { LeftAlone, Triaged, TriageOutcome } from "./outcome";
import { keepApart, type Pair } from "./pairs";
import { isFor, TRANSITIONS } from "./rules";
import type { SnoozeConditions, TriageInput } from "./schema";
import { LABELS_MAX, SNOOZE_DAYS_MAX, STATE_VERBS, type StateVerb, type TriageVerb } from "./types";

/**
 * Applies one verb to up to a hundred issues. Changes those that are unchanged since the read and
 * in a fitting state; returns why it left the others.
 * @throws DomainError FORBIDDEN, or VALIDATION_ERROR for an invalid time or user; nothing is done
 * then
 */
export async function triageIssues(scope: UserScope, input: TriageInput): Promise<TriageOutcome> {
  requireRole(scope, "admin", "triager");
  return change(scope, async (tx) => {
    const { outcome, deeds } = await triageIn(tx, scope, input);
    await recordActivities(tx, scope, deeds);
    return outcome;
  });
}

/** The names of members in errors. */
export type Names = { until: string; assignee: string };

const NAMES: Names = { until: "/conditions/until", assignee: "/assigneeId" };

/** The same within a transaction, which must end by recording the activities. */
export async function triageIn(
  tx: Tx,
  scope: UserScope,
  input: TriageInput,
  names: Names = NAMES,
): Promise<{ outcome: TriageOutcome; deeds: ActivityEntry[] }> {
  const now = await databaseNow(tx);
  const set = await changesOf(tx, scope, input, { now, names });
  const ids = input.items.map(({ id }) => id);
  if (input.verb === "unmerge") await waitForReports(tx, scope.tenants, ids);
  // An unmerge also changes the former target.
  const leads = input.verb === "unmerge" ? await leadIds(tx, scope, ids) : [];
  const found = await lockIssues(tx, scope, [...ids, ...leads]);
  const { verb } = input;
  const judged = sorted(input.items, found, (state) =>
    isStateVerb(verb) ? isFor(verb, state) : state !== "merged",
  );
  const { fit, left } = input.verb === "label" ? withRoom(input, judged) : judged;
  if (fit.length === 0) return { outcome: { actId: null, done: [], left }, deeds: [] };
  const after = await tx.$queryRaw<Stored[]>`
    update feedback_issues i set ${set}, updated_at = greatest(${now}::timestamptz, i.updated_at + interval '1 ms')
    where i.tenant_id = any(${[...scope.tenants]}::uuid[]) and i.id = any(${fit.map(({ id }) => id)}::uuid[])
    returning to_jsonb(i) as row, i.updated_at as "updatedAt"`;
  const settled = await settleReturned(
    tx,
    found.filter(({ id }) => leads.includes(id)),
  );
  const both = { before: [...fit, ...settled.before], after: [...after, ...settled.after] };
  const actId = await keepAct(tx, scope, verb, both);
  if (verb === "unmerge") await keepApart(tx, leadPairs(fit), actId);
  await refreshMerged(tx, fit, after);
  return {
    outcome: { actId, done: after.map(triaged), left },
    deeds: [...deedsOf(DEEDS[verb], { before: fit, after }), ...settled.deeds],
  };
}

const leadPairs = (issues: readonly Before[]): Pair[] =>
  issues.flatMap(({ tenant_id: tenantId, id: issueId, merged_into: otherId }) =>
    otherId === null ? [] : [{ tenantId, issueId, otherId }],
  );

/** Announces changed issues that get no entry in the trail. */
export async function announceIssues(tx: Tx, changed: readonly Stored[]): Promise<void> {
  await announceAll(
    tx,
    "feedback",
    changed.map(({ row: { tenant_id: tenantId, id } }) => ({ tenantId, id })),
  );
}

export const triaged = ({ row, updatedAt }: Stored): Triaged => ({ id: row.id, state: row.state, updatedAt });

/**
 * Recomputes severity and times of reports after a merge or unmerge, for the issues and their
 * targets. All are locked. Issues without reports keep their values.
 */
export async function refreshMerged(
  tx: Tx,
  before: readonly Before[],
  after: readonly Stored[],
): Promise<void> {
  const rows = [...before, ...after.map(({ row }) => row)];
  if (rows.every((row) => row.merged_into === null)) return;
  const judged = rows.flatMap(({ tenant_id, id, merged_into: lead }) =>
    (lead ? [id, lead] : [id]).map((one) => ({ tenant_id, id: one })),
  );
  await tx.$executeRaw`
    update feedback_issues i set severity = coalesce(n.severity, i.severity), last_seen_at = coalesce(n.last_at, i.last_seen_at)
    from (
      select l.tenant_id, l.id, max(s.created_at) as last_at,
             (array['low', 'med', 'high'])[max(array_position(array['low', 'med', 'high'], s.severity))] as severity
      from (select distinct a.tenant_id, a.id from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) as a(tenant_id uuid, id uuid)) l
      cross join lateral feedback_members(l.tenant_id, l.id) m
      join feedback_submissions s on s.tenant_id = l.tenant_id and s.issue_id = m.id
      group by l.tenant_id, l.id) n
    where i.tenant_id = n.tenant_id and i.id = n.id`;
}

export type StoredRow = {
  id: string;
  tenant_id: string;
  state: IssueState;
  merged_into: string | null;
  assignee_id: string | null;
  labels: string[];
  updated_at: string;
};
export type Stored = { row: StoredRow; updatedAt: Date };
export type Before = StoredRow & { updatedAt: Date };

export async function leadIds(tx: Tx, scope: UserScope, ids: readonly string[]): Promise<string[]> {
  const where = { tenantId: { in: [...scope.tenants] }, id: { in: [...ids] }, mergedInto: { not: null } };
  const rows = await tx.feedbackIssue.findMany({ where, select: { mergedInto: true } });
  return rows.flatMap(({ mergedInto }) => mergedInto ?? []);
}

export async function memberIds(tx: Tx, scope: UserScope, ids: readonly string[]): Promise<string[]> {
  const where = { tenantId: { in: [...scope.tenants] }, mergedInto: { in: [...ids] } };
  return (await tx.feedbackIssue.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

/** Locks issues in id order, so that acts on the same ones run one at a time. */
export async function lockIssues(tx: Tx, scope: UserScope, ids: readonly string[]): Promise<Before[]> {
  const rows = await tx.$queryRaw<Stored[]>`
    select to_jsonb(i) as row, i.updated_at as "updatedAt" from feedback_issues i
    where i.tenant_id = any(${[...scope.tenants]}::uuid[]) and i.id = any(${[...ids]}::uuid[])
    order by i.id for no key update`;
  return rows.map(({ row, updatedAt }) => ({ ...row, updatedAt }));
}

/** Splits issues into those that an act applies to, and the others with the reason. */
export function sorted(
  items: TriageInput["items"],
  found: readonly Before[],
  isForState: (state: IssueState) => boolean,
): { fit: Before[]; left: LeftAlone[] } {
  const byId = new Map(found.map((row) => [row.id, row]));
  const fit: Before[] = [];
  const left: LeftAlone[] = [];
  for (const { id, seen } of items) {
    const row = byId.get(id);
    const state = row?.state ?? null;
    if (!row) left.push({ id, why: "gone", state });
    else if (!isForState(row.state)) left.push({ id, why: "state", state });
    else if (row.updatedAt.getTime() !== new Date(seen).getTime()) left.push({ id, why: "changed", state });
    else if (!fit.includes(row)) fit.push(row);
  }
  return { fit, left };
}

function isStateVerb(verb: TriageVerb): verb is StateVerb {
  return (STATE_VERBS as readonly string[]).includes(verb);
}

/** The columns of a snooze, cleared. */
const AWAKE = Prisma.sql`snoozed_at = null, snoozed_until = null, snooze_reports = null, snooze_severity = null,
  snooze_correction = false, snooze_version = false`;

/** The columns that belong to one state only, cleared. */
export const LEFT_BEHIND = Prisma.sql`decline_reason = null, fixed_at = null, returns_to = null, merged_into = null, ${AWAKE}`;

export const WOKEN = Prisma.sql`state = returns_to, ${LEFT_BEHIND}`;

/** Ends a merge. A snoozed issue is snoozed again, unless an event has ended the snooze. */
const UNMERGED = Prisma.sql`merged_into = null, state = case when snoozed_at is null then returns_to else 'snoozed' end,
  returns_to = case when snoozed_at is not null then returns_to end`;

async function changesOf(
  tx: Tx,
  scope: UserScope,
  input: TriageInput,
  { now, names }: { now: Date; names: Names },
): Promise<Prisma.Sql> {
  const triaged = Prisma.sql`triaged_at = coalesce(triaged_at, ${now}::timestamptz)`;
  switch (input.verb) {
    case "resolve":
      return Prisma.sql`state = 'resolved', fixed_at = ${now}::timestamptz, ${fixedInOf(input.fixedIn)},
        decline_reason = null, ${triaged}`;
    case "decline":
      return Prisma.sql`state = 'declined', decline_reason = ${input.reason}, fixed_in = null, ${triaged}`;
    case "reopen":
      return Prisma.sql`state = ${TRANSITIONS.reopen.to}, fixed_in = null, ${LEFT_BEHIND}, ${triaged}`;
    case "snooze":
      return snoozeOf(input.conditions, now, names);
    case "wake":
      return WOKEN;
    case "unmerge":
      return UNMERGED;
    case "assign":
      await assertAssignable(tx, scope, input, names);
      return Prisma.sql`assignee_id = ${input.assigneeId}::uuid`;
    case "prioritize":
      return Prisma.sql`priority = ${input.priority}`;
    case "verify":
      return Prisma.sql`claim = ${input.claim}`;
    case "label":
      return labelsOf(input);
    case "track":
      return Prisma.sql`tracker_url = ${input.url}, tracker_checked_at = null,
        tracker_state = case when tracker_url = ${input.url} then tracker_state end`;
    case "answer":
      return answerOf(input);
    default:
      return Prisma.sql`state = ${TRANSITIONS[input.verb].to}, ${LEFT_BEHIND}, ${triaged}`;
  }
}

const fixedInOf = (fixedIn: string | null | undefined) =>
  fixedIn === undefined ? Prisma.sql`fixed_in = fixed_in` : Prisma.sql`fixed_in = ${fixedIn}`;

/** Absent members do not change. */
function answerOf(input: Extract<TriageInput, { verb: "answer" }>): Prisma.Sql {
  const { message, workaround, fixedIn } = input;
  return Prisma.join(
    [
      message === undefined ? Prisma.sql`answer = answer` : Prisma.sql`answer = ${message}`,
      workaround === undefined ? Prisma.sql`workaround = workaround` : Prisma.sql`workaround = ${workaround}`,
      fixedInOf(fixedIn),
    ],
    ", ",
  );
}

function snoozeOf(conditions: SnoozeConditions, now: Date, names: Names): Prisma.Sql {
  const { until, more_reports: more, severity, correction, new_version: version } = conditions;
  const at = until === undefined ? null : new Date(until);
  const span = at ? at.getTime() - now.getTime() : null;
  if (span !== null && span <= 0)
    throw invalid(names.until, "past", "This time has passed. Nothing was done; choose a later one.");
  if (span !== null && span > SNOOZE_DAYS_MAX * DAY_MS)
    throw invalid(names.until, "too_far", `At most ${SNOOZE_DAYS_MAX} days. Nothing was done.`);
  return Prisma.sql`state = 'snoozed', returns_to = state, snoozed_at = ${now}::timestamptz, snoozed_until = ${at}::timestamptz,
    snooze_reports = ${more ?? null}::int, snooze_severity = ${severity ?? null},
    snooze_correction = ${correction ?? false}, snooze_version = ${version ?? false}`;
}

const NOT_ASSIGNABLE =
  "Issues are assigned to administrators and triagers of their tenant. Nothing was done.";

/** Checks that a person can be assigned to all of these issues. */
async function assertAssignable(
  tx: Tx,
  scope: UserScope,
  { assigneeId, items }: Extract<TriageInput, { verb: "assign" }>,
  names: Names,
): Promise<void> {
  if (assigneeId === null || assigneeId === scope.actor.id) return;
  const [row] = await tx.$queryRaw<{ fits: boolean }[]>`
    select not exists (select 1 from feedback_issues i
      where i.tenant_id = any(${[...scope.tenants]}::uuid[]) and i.id = any(${items.map(({ id }) => id)}::uuid[])
        and not ${mayBeAssigned(Prisma.sql`${assigneeId}::uuid`, Prisma.sql`i.tenant_id`)}) as fits`;
  if (!row?.fits) throw invalid(names.assignee, "not_assignable", NOT_ASSIGNABLE);
}

type Both = { before: readonly Before[]; after: readonly Stored[] };

/** Stores the earlier state of the issues by tenant, and moved reports. */
export async function keepAct(
  tx: Tx,
  scope: UserScope,
  verb: TriageVerb,
  { before, after, moved }: Both & { moved?: object },
): Promise<string> {
  const actId = newId();
  const changedAt = new Map(after.map(({ row }) => [row.id, row.updated_at]));
  const rows = before.map(({ updatedAt: _, ...row }) => ({
    tenant_id: row.tenant_id,
    row: { id: row.id, before: row, after: changedAt.get(row.id) },
  }));
  await tx.$executeRaw`
    insert into feedback_acts (id, tenant_id, user_id, verb, rows, moved)
    select ${actId}::uuid, a.tenant_id, ${scope.actor.id}::uuid, ${verb}, jsonb_agg(a.row), ${moved ? JSON.stringify(moved) : null}::jsonb
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a(tenant_id uuid, row jsonb) group by a.tenant_id`;
  return actId;
}

/** A change of `updated_at` alone is no activity. */
const deedRow = ({ updated_at: _, ...row }: StoredRow) => camelKeys(row) as unknown as Partial<FeedbackIssue>;

export function deedsOf(action: string, both: Both): ActivityEntry[] {
  const was = new Map(both.before.map(({ updatedAt: _, ...row }) => [row.id, deedRow(row)]));
  return both.after.map(({ row }) => changeEntry(action, was.get(row.id) ?? null, deedRow(row)));
}

/** Issues that were resolved again, before and after, with their trail entries. */
type Settled = { before: Before[]; after: Stored[]; deeds: ActivityEntry[] };

/**
 * Resolves regressed issues again if the report that reopened them has just left and no later one
 * would reopen them. All of the issues are locked.
 */
export async function settleReturned(tx: Tx, issues: readonly Before[]): Promise<Settled> {
  const returned = issues.filter(({ state }) => state === "regressed");
  if (returned.length === 0) return { before: [], after: [], deeds: [] };
  const after = await tx.$queryRaw<Stored[]>`
    update feedback_issues i set state = 'resolved', fixed_at = b.fixed_at, fixed_in = b.fixed_in,
      updated_at = greatest(clock_timestamp(), i.updated_at + interval '1 ms')
    from jsonb_to_recordset(${JSON.stringify(returned)}::jsonb) r(tenant_id uuid, id uuid)
    cross join lateral (
      select (a.details::jsonb->>'report')::uuid as report, (a.details::jsonb#>>'{fixed_at,from}')::timestamptz as fixed_at,
             a.details::jsonb#>>'{fixed_in,from}' as fixed_in
      from activity a
      where a.tenant_id = r.tenant_id and a.subject_kind = 'issue' and a.subject_id = r.id::text and a.action = 'issue.regressed'
      order by a.seq desc limit 1) b
    where i.tenant_id = r.tenant_id and i.id = r.id and i.state = 'regressed' and b.report is not null and b.fixed_at is not null
      and not exists (
        select 1 from feedback_members(r.tenant_id, r.id) m
        join feedback_submissions s on s.tenant_id = r.tenant_id and s.issue_id = m.id
        where s.id >= b.report and least(s.occurred_at, s.created_at) > b.fixed_at)
    returning to_jsonb(i) as row, i.updated_at as "updatedAt"`;
  const before = returned.filter(({ id }) => after.some(({ row }) => row.id === id));
  const { actor } = systemScope("feedback");
  return {
    before,
    after,
    deeds: deedsOf("issue.resolved", { before, after }).map((deed) => ({ ...deed, actor })),
  };
}

/** Why the only issue of an act was left alone. */
export function refusalOf({ why, state }: LeftAlone): DomainError {
  if (why === "gone") return new DomainError("NOT_FOUND", "There is no such issue. Nothing was done.");
  if (why === "assignee") return new DomainError("CONFLICT", NOT_ASSIGNABLE);
  if (why === "labels")
    return new DomainError("CONFLICT", `An issue has at most ${LABELS_MAX} labels. Nothing was done.`);
  if (why === "changed")
    return new DomainError(
      "STALE_VIEW",
      "This issue changed after you read it. Nothing was done; read it again.",
    );
  return new DomainError(
    "CONFLICT",
    `This cannot be done with an issue that is ${(state ?? "").replace("_", " ")}. Nothing was done.`,
  );
}
