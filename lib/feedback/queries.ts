import { read, readList, type Tx } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { periodOf } from "@/lib/core/list/days";
import type { Scope, UserScope } from "@/lib/core/scope";
import type { FeedbackIssue, FeedbackSubmission, Prisma } from "@/lib/generated/prisma/client";
import { tenantIdsOf } from "@/lib/tenants/queries";
import { publicAnswer } from "./answer";
import { mentioning } from "./comments/queries";
import { VIEW_RULES } from "./inbox/rules";
import { reportList } from "./list";
import { maskedTexts, readsAsSent } from "./redaction";
import { issueRef, OPEN_STATES, readIssueRef } from "./rules";
import type { FeedbackFilter } from "./schema";
import { findReports, lookUp, readNewest } from "./searching";
import { markOf } from "./triage/mark";
import type { IssueState, Page, SeverityWord, TrackerLink } from "./types";
import type { FeedbackRow, IssueHead, IssueRow, IssueTriage } from "./wire";

// Rows per step of an export: few enough that even the longest texts fit into memory.
export const EXPORT_STEP = 100;

/** An issue as reports and answers name it, with the page people see it on. */
export function issueHead(
  issue: Pick<FeedbackIssue, "id" | "number" | "title" | "state">,
  tenant: string,
): IssueHead {
  const { id, number, title, state } = issue;
  return {
    id,
    ref: issueRef(number, tenant),
    title,
    state: state as IssueState,
    url: `${env().PUBLIC_URL}/feedback/${id}`,
  };
}

/** `asSent`: with credentials, for callers that mask them later. */
type Reading = { limit: number; cursor?: string; asSent?: boolean };

/**
 * A page of reports in the scope's tenants, newest first.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export async function listFeedback(
  scope: Scope,
  filter: FeedbackFilter,
  { limit, cursor, asSent = readsAsSent(scope) }: Reading,
): Promise<Page<FeedbackRow>> {
  const after = reportList.cursor.read(cursor);
  return readList(scope, async (tx) => {
    const tenants = await tenantIdsOf(tx, scope, filter.tenant);
    const where = await whereOf(tx, scope, filter, tenants);
    const readOn: ReadOn = (more, before, take) =>
      tx.feedbackSubmission.findMany({
        where: { ...where, ...more, id: before ? { lt: before } : undefined },
        include: { issue: true },
        orderBy: { id: "desc" },
        take,
      });
    const rows =
      filter.q === undefined
        ? await readOn({}, after?.[0], limit + 1)
        : await readSaid(tx, await lookUp(tx, scope, filter.q, tenants), readOn, after?.[0], limit + 1);
    const page = reportList.cursor.page(rows, limit, (row) => [row.id]);
    return { ...page, rows: await named(tx, asSent, page.rows) };
  });
}

/** All reports of a filter, newest first, in steps of constant memory. */
export async function* exportFeedback(
  scope: Scope,
  filter: FeedbackFilter,
  from?: string,
): AsyncGenerator<FeedbackRow[]> {
  let cursor = from;
  for (;;) {
    const { rows, nextCursor } = await listFeedback(scope, filter, { limit: EXPORT_STEP, cursor });
    yield rows;
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}

type StoredReport = FeedbackSubmission & { issue: FeedbackIssue };

/** Reads reports from a position on, newest first, with further conditions. */
type ReadOn = (
  more: Prisma.FeedbackSubmissionWhereInput,
  before: string | undefined,
  take: number,
) => Promise<StoredReport[]>;

/** Reports that contain a text. A title counts for all reports of its issue. */
async function readSaid(
  tx: Tx,
  text: Awaited<ReturnType<typeof lookUp>>,
  readOn: ReadOn,
  after: string | undefined,
  limit: number,
): Promise<StoredReport[]> {
  const { titles, tenants } = text;
  const titled = [
    ...titles,
    ...(await mergedInto(tx, { tenantId: { in: [...tenants] }, id: { in: titles } })),
  ];
  if (text.frequent) {
    const newest = (before: string | undefined, take: number) => readOn({}, before, take);
    const rows = await readNewest(tx, text, new Set(titled), newest, { after, limit });
    if (rows) return rows;
  }
  const said = await findReports(tx, text);
  return readOn({ OR: [{ id: { in: said } }, { issueId: { in: titled } }] }, after, limit);
}

async function whereOf(
  tx: Tx,
  scope: Scope,
  filter: FeedbackFilter,
  tenants: string[],
): Promise<Prisma.FeedbackSubmissionWhereInput> {
  const { since, until } = periodOf(filter);
  const issue = await issueWhere(tx, scope, filter);
  const merged = issue ? await mergedInto(tx, { tenantId: { in: tenants }, ...issue }) : [];
  return {
    tenantId: { in: tenants },
    ...ownReports(scope),
    severity: filter.severity,
    toolCalled: filter.tool,
    agent: filter.agent,
    sessionId: filter.session_id,
    issueId: filter.issue && { in: await membersOf(tx, tenants, filter.issue) },
    issue: issue && { OR: [{ mergedInto: null, ...issue }, { id: { in: merged } }] },
    createdAt: since || until ? { gte: since, lt: until } : undefined,
  };
}

/** The conditions on the reports' issues; none if any issue matches. */
async function issueWhere(
  tx: Tx,
  scope: Scope,
  { state, open, view, label }: FeedbackFilter,
): Promise<Prisma.FeedbackIssueWhereInput | undefined> {
  assertMaySeek(scope, label);
  if (!state && !open && !view && !label) return undefined;
  const { states, mine, growing } = VIEW_RULES[view ?? "all"];
  const wanted = state ? [state] : undefined;
  const all = [wanted, states, open && OPEN_STATES].filter((set) => set !== undefined);
  return {
    AND: all.map((set) => ({ state: { in: [...set] } })),
    OR: mine && (await mineWhere(tx, scope)),
    growing,
    labels: label ? { has: label } : undefined,
  };
}

/** @throws DomainError FORBIDDEN for a gateway that filters by label: labels are for people only */
export function assertMaySeek(scope: Scope, label: string | undefined): void {
  if (scope.actor.kind === "gateway" && label !== undefined)
    throw new DomainError("FORBIDDEN", "Only a person may look for a label: labels are the team’s own.");
}

/** Assigned to this person, or mentioning them; a gateway has neither. */
async function mineWhere(tx: Tx, scope: Scope): Promise<Prisma.FeedbackIssueWhereInput[]> {
  if (scope.actor.kind !== "user") return [];
  const mentions = await tx.$queryRaw<{ id: string }[]>`${mentioning(scope as UserScope)}`;
  return [{ assigneeId: scope.actor.id }, { id: { in: mentions.map(({ id }) => id) } }];
}

/** The issues that are merged into issues of this kind. */
async function mergedInto(tx: Tx, where: Prisma.FeedbackIssueWhereInput): Promise<string[]> {
  const merged = await tx.feedbackIssue.findMany({
    where: { tenantId: where.tenantId, mergedInto: { not: null } },
    select: { id: true, mergedInto: true },
  });
  const leads = merged.flatMap(({ mergedInto: lead }) => lead ?? []);
  if (leads.length === 0) return [];
  const fit = await tx.feedbackIssue.findMany({
    where: { AND: [where, { id: { in: leads } }] },
    select: { id: true },
  });
  const fitting = new Set(fit.map(({ id }) => id));
  return merged.flatMap(({ id, mergedInto: lead }) => (lead && fitting.has(lead) ? id : []));
}

/** @throws DomainError NOT_FOUND, the same for another tenant's as for none */
export async function getFeedback(
  scope: Scope,
  id: string,
  { asSent = readsAsSent(scope) }: Pick<Reading, "asSent"> = {},
): Promise<FeedbackRow> {
  const [row] = await read(scope, async (tx) => {
    const found = isId(id)
      ? await tx.feedbackSubmission.findMany({
          where: { tenantId: { in: [...scope.tenants] }, id, ...ownReports(scope) },
          include: { issue: true },
        })
      : [];
    return named(tx, asSent, found);
  });
  if (!row) throw new DomainError("NOT_FOUND", "There is no such feedback.");
  return row;
}

/**
 * One issue by its reference (FB-12@acme, or FB-12 if only one tenant is possible) or id.
 * @throws DomainError NOT_FOUND, the same for another tenant's as for none
 */
export async function getIssue(scope: Scope, ref: string): Promise<IssueRow> {
  return read(scope, async (tx) => {
    const issue = await findIssue(tx, scope, ref);
    const [row] = issue ? await described(tx, scope, [issue]) : [];
    if (!row) throw new DomainError("NOT_FOUND", "There is no such issue.");
    return row;
  });
}

/** The issue of a reference or id in scope; null if there is none, or more than one. */
export async function findIssue(tx: Tx, scope: Scope, ref: string): Promise<FeedbackIssue | null> {
  const named = readIssueRef(ref);
  if (!named && !isId(ref)) return null;
  const tenants = await tenantIdsOf(tx, scope, named?.tenant ?? undefined);
  const which = named ? { number: named.number } : { id: ref };
  const rows = await tx.feedbackIssue.findMany({ where: { tenantId: { in: tenants }, ...which }, take: 2 });
  return rows.length === 1 ? (rows[0] ?? null) : null;
}

export async function described(tx: Tx, scope: Scope, issues: readonly FeedbackIssue[]): Promise<IssueRow[]> {
  const keys = await tenantKeys(tx, issues);
  const people = scope.actor.kind === "gateway" ? null : await namesOf(tx, issues);
  const leads = await leadsOf(tx, issues);
  const told = await toldOf(tx, issues);
  return issues.map((issue, at) => ({
    ...issueHead(issue, keys.get(issue.tenantId) ?? ""),
    tenant: keys.get(issue.tenantId) ?? "",
    provider: issue.provider,
    tool: issue.tool,
    answer: publicAnswer(leads[at] ?? issue),
    severity: issue.severity as SeverityWord,
    triage: people && triageOf(issue, people),
    mergedInto: refOf(leads[at], issue, keys),
    ...markedBy(issue, told.get(issue.id)),
    createdAt: issue.createdAt,
    updatedAt: issue.updatedAt,
  }));
}

function refOf(
  lead: FeedbackIssue | undefined,
  issue: FeedbackIssue,
  keys: ReadonlyMap<string, string>,
): string | null {
  return lead && lead.id !== issue.id ? issueRef(lead.number, keys.get(lead.tenantId) ?? "") : null;
}

type Told = { id: string; reports: number; firstSeenAt: Date; now: Date };

/** Numbers and first times of reports, including those of merged issues. */
async function toldOf(tx: Tx, issues: readonly FeedbackIssue[]): Promise<Map<string, Told>> {
  const tenants = [...new Set(issues.map(({ tenantId }) => tenantId))];
  const rows = await tx.$queryRaw<Told[]>`
    select i.id, (i.reports + coalesce(sum(m.reports), 0))::int as reports,
           least(i.first_seen_at, min(m.first_seen_at)) as "firstSeenAt", statement_timestamp() as now
    from feedback_issues i left join feedback_issues m on m.tenant_id = i.tenant_id and m.merged_into = i.id
    where i.tenant_id = any(${tenants}::uuid[]) and i.id = any(${issues.map(({ id }) => id)}::uuid[])
    group by i.tenant_id, i.id`;
  return new Map(rows.map((row) => [row.id, row]));
}

function markedBy(issue: FeedbackIssue, told: Told | undefined): Pick<IssueRow, "mark" | "reports"> {
  const { growing, reports } = issue;
  const state = issue.state as IssueState;
  if (!told) return { mark: null, reports };
  return { mark: markOf({ state, growing, firstSeenAt: told.firstSeenAt }, told.now), reports: told.reports };
}

export async function namesOf(
  tx: Tx,
  issues: readonly { assigneeId: string | null }[],
): Promise<Map<string, string>> {
  const ids = [...new Set(issues.flatMap(({ assigneeId }) => assigneeId ?? []))];
  if (ids.length === 0) return new Map();
  const users = await tx.$queryRaw<{ id: string; name: string }[]>`
    select id, name from users where id = any(${ids}::uuid[])`;
  return new Map(users.map(({ id, name }) => [id, name]));
}

/** What people decided about an issue, out of its row. */
export function triageOf(issue: FeedbackIssue, people: ReadonlyMap<string, string>): IssueTriage {
  const { assigneeId } = issue;
  return {
    priority: issue.priority as IssueTriage["priority"],
    claim: issue.claim as IssueTriage["claim"],
    assignee: assigneeId === null ? null : { id: assigneeId, name: people.get(assigneeId) ?? "" },
    labels: issue.labels,
    tracker:
      issue.trackerUrl === null
        ? null
        : {
            url: issue.trackerUrl,
            state: issue.trackerState as TrackerLink["state"],
            checkedAt: issue.trackerCheckedAt,
          },
    declineReason: issue.declineReason as IssueTriage["declineReason"],
    fixedAt: issue.fixedAt,
    snooze:
      issue.state === "snoozed"
        ? {
            until: issue.snoozedUntil,
            reports: issue.snoozeReports,
            severity: issue.snoozeSeverity as SeverityWord | null,
            correction: issue.snoozeCorrection,
            newVersion: issue.snoozeVersion,
          }
        : null,
  };
}

/** A gateway reads its own reports; all gateways of a tenant share known issues. */
function ownReports(scope: Scope): { gatewayId?: string } {
  return scope.actor.kind === "gateway" ? { gatewayId: scope.actor.id } : {};
}

async function tenantKeys(tx: Tx, rows: readonly { tenantId: string }[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map((row) => row.tenantId))];
  const tenants = await tx.tenant.findMany({ where: { id: { in: ids } } });
  return new Map(tenants.map((tenant) => [tenant.id, tenant.key]));
}

async function membersOf(tx: Tx, tenants: readonly string[], issue: string): Promise<string[]> {
  const where = { tenantId: { in: [...tenants] }, mergedInto: issue };
  const merged = await tx.feedbackIssue.findMany({ where, select: { id: true } });
  return [issue, ...merged.map(({ id }) => id)];
}

/** The merge target of each issue, else itself. */
export async function leadsOf(tx: Tx, issues: readonly FeedbackIssue[]): Promise<FeedbackIssue[]> {
  const ids = [...new Set(issues.flatMap(({ mergedInto }) => mergedInto ?? []))];
  if (ids.length === 0) return [...issues];
  const tenants = [...new Set(issues.map(({ tenantId }) => tenantId))];
  const leads = await tx.feedbackIssue.findMany({ where: { tenantId: { in: tenants }, id: { in: ids } } });
  const byId = new Map(leads.map((lead) => [lead.id, lead]));
  return issues.map((issue) => byId.get(issue.mergedInto ?? "") ?? issue);
}

/** Adds keys, names and issues to reports; masks credentials for people who do not triage. */
async function named(tx: Tx, readsWhole: boolean, rows: readonly StoredReport[]): Promise<FeedbackRow[]> {
  const keys = await tenantKeys(tx, rows);
  const gateways = await tx.gateway.findMany({
    where: { id: { in: [...new Set(rows.map((row) => row.gatewayId))] } },
  });
  const names = new Map(gateways.map((gateway) => [gateway.id, gateway.name]));
  const leads = await leadsOf(
    tx,
    rows.map(({ issue }) => issue),
  );
  return rows.map(({ tenantId, gatewayId, issueId: _, issue: own, severity, ...row }, at) => ({
    ...row,
    ...(readsWhole ? {} : maskedTexts(row)),
    severity: severity as SeverityWord,
    tenant: keys.get(tenantId) ?? "",
    gateway: names.get(gatewayId) ?? "",
    issue: issueHead(leads[at] ?? own, keys.get(tenantId) ?? ""),
  }));
}
