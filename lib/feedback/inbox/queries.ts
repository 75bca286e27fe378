import { savedHere } from "@/lib/auth/people/saved-views";
import { camelKeys } from "@/lib/core/casing";
import { read, readList, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { periodOf } from "@/lib/core/list/days";
import type { Scope, UserScope } from "@/lib/core/scope";
import { type FeedbackIssue, Prisma } from "@/lib/generated/prisma/client";
import { tenantIdsOf } from "@/lib/tenants/queries";
import { mentioning } from "../comments/queries";
import { firstSeen } from "../first-sighting";
import { issueHead, leadsOf, namesOf, triageOf } from "../queries";
import { issueRef, readIssueRef } from "../rules";
import { findIssues } from "../searching";
import { markOf } from "../triage/mark";
import type { IssueState, SeverityWord } from "../types";
import { courseOf } from "./course";
import { countOf, type KeptCount, keptCounts } from "./kept-counts";
import { type InboxFilter, inboxList } from "./list";
import { keptQuery, VIEW_RULES } from "./rules";
import {
  INBOX_COUNT_MAX,
  INBOX_VIEWS,
  type InboxOrder,
  type InboxPage,
  type InboxRow,
  type InboxView,
  type IssueView,
  REPORTS_TOLD_APART,
  ROW_TOLD_APART,
} from "./types";

const INBOX_PAGE = 50;

const CHOICES_MAX = 100;

// Filter options come from the reports of these weeks.
const CHOSEN_WEEKS = 52;

/**
 * A page of issues, last seen or strongest signal first.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export function listInbox(scope: UserScope, filter: InboxFilter): Promise<InboxPage> {
  return readList(scope, async (tx) => {
    const tenants = await tenantIdsOf(tx, scope, filter.tenant);
    const where = await conditionsOf(tx, scope, filter, tenants);
    const after = inboxList.cursor.read(filter.cursor);
    const rows = await readRows(tx, tenants, where, { order: filter.sort, after, limit: INBOX_PAGE + 1 });
    return {
      ...inboxList.cursor.page(rows, INBOX_PAGE, (row) => [row.lastSeenAt, row.id, row.signal]),
      ...(await readAround(tx, scope, filter)),
    };
  });
}

type StoredRow = Omit<InboxRow, "ref" | "mark"> & { number: number; growing: boolean; now: Date };

type Slice = {
  order?: InboxOrder;
  after?: readonly [lastSeenAt: Date, id: string, signal: number] | null;
  /** `limit` per state, instead of in total. */
  states?: readonly IssueState[];
  limit: number;
};

/** Issues that match, those last seen first where no other order is asked for. */
export async function readRows(
  tx: Tx,
  tenants: readonly string[],
  where: readonly Prisma.Sql[],
  { order, after, states, limit }: Slice,
): Promise<InboxRow[]> {
  const signal = order === "signal";
  const by = Prisma.raw(signal ? "signal" : "last_seen_at");
  const from =
    after && (signal ? Prisma.sql`${after[2]}::int` : Prisma.sql`${after[0].toISOString()}::timestamptz`);
  const place = after && from ? [Prisma.sql`(i.${by}, i.id) < (${from}, ${after[1]}::uuid)`] : [];
  const part = states
    ? { of: Prisma.sql`unnest(${[...states]}::text[]) of(state)`, where: [Prisma.sql`i.state = of.state`] }
    : { of: Prisma.sql`(values (null)) of(state)`, where: [] };
  const all = Prisma.join([Prisma.sql`i.tenant_id = owner.id`, ...part.where, ...where, ...place], " and ");
  // Picks the rows over all tenants first, and reads details only for those.
  const rows = await tx.$queryRaw<StoredRow[]>`
    with picked as materialized (
      select * from (
        select i.*, row_number() over (partition by of.state order by i.${by} desc, i.id desc) as place
        from unnest(${[...tenants]}::uuid[]) owner(id) cross join ${part.of} cross join lateral (
          select i.* from feedback_issues i where ${all} order by i.${by} desc, i.id desc limit ${limit}::int) i) ranked
      where ranked.place <= ${limit}::int)
    select r.id, r.number, r.growing, statement_timestamp() as now, r.title, r.state, r.severity, r.provider, r.tool, t.key as tenant, r.reports + coalesce((
             select sum(m.reports)::int from feedback_issues m where m.tenant_id = r.tenant_id and m.merged_into = r.id), 0) as reports, r.signal, c.sessions, c.agents, ${courseOf(Prisma.sql`r`)} as course,
           (r.answer is not null or r.workaround is not null or r.fixed_in is not null) as answered, r.updated_at as "updatedAt", r.returns_to as "returnsTo",
           ${firstSeen(Prisma.sql`r`)} as "firstSeenAt", r.last_seen_at as "lastSeenAt"
    from picked r join tenants t on t.id = r.tenant_id cross join lateral (${toldApart(Prisma.sql`r`, ROW_TOLD_APART)}) c
    order by r.${by} desc, r.id desc`;
  return rows.map(({ number, growing, now, ...row }) => ({
    ...row,
    ref: issueRef(number, row.tenant),
    mark: markOf({ ...row, growing }, now),
  }));
}

/** Distinct sessions and agents among the newest reports of an issue and of merged ones. */
export function toldApart(issue: Prisma.Sql, reports: number): Prisma.Sql {
  return Prisma.sql`
    select count(distinct n.session_id)::int as sessions, count(distinct n.agent)::int as agents
    from feedback_members(${issue}.tenant_id, ${issue}.id) m
    cross join lateral (select s.session_id, s.agent from feedback_submissions s
          where s.tenant_id = ${issue}.tenant_id and s.issue_id = m.id order by s.id desc limit ${reports}::int) n`;
}

/** Assigned to the reader, or with a comment that mentions them; a gateway has none. */
function isMine(scope: Scope): Prisma.Sql {
  if (scope.actor.kind !== "user") return Prisma.sql`false`;
  return Prisma.sql`i.id in (
    select a.id from feedback_issues a where a.tenant_id = any(${[...scope.tenants]}::uuid[])
      and a.assignee_id = ${scope.actor.id}::uuid union all ${mentioning(scope as UserScope)})`;
}

function viewCondition(scope: Scope, view: InboxView): Prisma.Sql {
  const { states, mine, growing } = VIEW_RULES[view];
  const parts = [
    states && Prisma.sql`i.state = any(${[...states]}::text[])`,
    mine && isMine(scope),
    growing && Prisma.sql`i.growing`,
    // An issue from an undone split is merged and has nothing to read.
    Prisma.sql`(i.state <> 'merged' or i.reports > 0)`,
  ].filter((part) => part !== undefined);
  return Prisma.join(parts, " and ");
}

/** What a list's issues have to be; they are called `i`. */
export async function conditionsOf(
  tx: Tx,
  scope: Scope,
  { q, ...filter }: Omit<InboxFilter, "cursor">,
  tenants: readonly string[],
): Promise<Prisma.Sql[]> {
  const plain = conditions(scope, filter);
  return q === undefined ? plain : [...plain, await textCondition(tx, scope, q, tenants)];
}

/** The same for a filter without words and tenants: needs no query. */
export function conditions(scope: Scope, filter: Omit<InboxFilter, "cursor" | "q" | "tenant">): Prisma.Sql[] {
  const { since, until } = periodOf(filter);
  const parts = [
    viewCondition(scope, filter.view),
    filter.tool !== undefined && Prisma.sql`i.tool = ${filter.tool}`,
    filter.severity !== undefined && Prisma.sql`i.severity = ${filter.severity}`,
    filter.state !== undefined && Prisma.sql`i.state = ${filter.state}`,
    filter.agent !== undefined &&
      Prisma.sql`exists (select 1 from feedback_members(i.tenant_id, i.id) m
        join feedback_submissions s on s.tenant_id = i.tenant_id and s.issue_id = m.id where s.agent = ${filter.agent})`,
    filter.label !== undefined && Prisma.sql`i.labels @> array[${filter.label}]::text[]`,
    filter.reported !== undefined && Prisma.sql`i.reports > 0`,
    since !== undefined && Prisma.sql`i.last_seen_at >= ${since.toISOString()}::timestamptz`,
    until !== undefined && Prisma.sql`${firstSeen(Prisma.sql`i`)} < ${until.toISOString()}::timestamptz`,
  ];
  return parts.filter((part) => part !== false);
}

async function textCondition(
  tx: Tx,
  scope: Scope,
  q: string,
  tenants: readonly string[],
): Promise<Prisma.Sql> {
  const ref = readIssueRef(q);
  if (ref)
    return Prisma.sql`i.number = ${ref.number}::int
      and (${ref.tenant}::text is null or i.tenant_id = (select t.id from tenants t where t.key = ${ref.tenant}))`;
  if (isId(q)) return Prisma.sql`i.id = ${q}::uuid`;
  return Prisma.sql`i.id = any(${await findIssues(tx, scope, q, tenants)}::uuid[])`;
}

/** The number of issues `i`, up to INBOX_COUNT_MAX. Counts by tenant, to stop early. */
export function countUpTo(scope: UserScope, where: readonly Prisma.Sql[]): Prisma.Sql {
  return Prisma.sql`(select count(*)::int from (
    select 1 from unnest(${[...scope.tenants]}::uuid[]) own(id) cross join lateral (
      select 1 from feedback_issues i where i.tenant_id = own.id and ${Prisma.join([...where], " and ")}
      limit ${INBOX_COUNT_MAX}::int) n limit ${INBOX_COUNT_MAX}::int) counted)`;
}

/** The most frequent names in reports, by kind, as one column. */
function reportedNames(tenants: readonly string[]): Prisma.Sql {
  return Prisma.sql`(select coalesce(json_object_agg(k.kind, k.names), '{}') from (
    select n.kind, array_agg(n.name order by n.name) as names from (
      select c.kind, c.name, row_number() over (partition by c.kind order by sum(c.reports) desc, c.name) as place
      from feedback_counts c where c.tenant_id = any(${[...tenants]}::uuid[]) and c.kind in ('tool', 'agent')
        and c.week > statement_timestamp() - make_interval(weeks => ${CHOSEN_WEEKS}::int)
      group by c.kind, c.name having sum(c.reports) > 0) n
    where n.place <= ${CHOICES_MAX}::int group by n.kind) k)`;
}

type Around = Pick<InboxPage, "counts" | "choices" | "saved" | "asOf">;

type AroundRow = Pick<Around, "asOf" | "saved"> & {
  kept: KeptCount[];
  mine: number;
  names: { tool?: string[]; agent?: string[] };
  tenants: string[];
};

export async function readAround(tx: Tx, scope: UserScope, filter: InboxFilter): Promise<Around> {
  const { tenants } = scope;
  const [row] = await tx.$queryRaw<AroundRow[]>`
    select statement_timestamp() as "asOf", ${savedHere(scope, "feedback", keptQuery(filter))} as saved,
           ${keptCounts(tenants)} as kept, ${countUpTo(scope, [viewCondition(scope, "mine")])} as mine, ${reportedNames(tenants)} as names,
           array(select key from tenants where id = any(${[...tenants]}::uuid[]) order by key limit ${CHOICES_MAX}::int) as tenants`;
  if (!row) throw new Error("the database returned nothing");
  const { asOf, saved, kept, mine, names } = row;
  const counts = INBOX_VIEWS.map((view) => [view, view === "mine" ? mine : countOf(kept, VIEW_RULES[view])]);
  return {
    asOf,
    saved,
    counts: Object.fromEntries(counts),
    choices: { tools: names.tool ?? [], agents: names.agent ?? [], tenants: row.tenants },
  };
}

/** An issue's row in raw SQL: Prisma's query takes as long as the rest of the page. */
async function readIssue(tx: Tx, scope: UserScope, id: string): Promise<FeedbackIssue | null> {
  const [row] = await tx.$queryRaw<object[]>`
    select * from feedback_issues where tenant_id = any(${[...scope.tenants]}::uuid[]) and id = ${id}::uuid`;
  return row ? (camelKeys(row) as FeedbackIssue) : null;
}

type ToldApart = {
  tenant: string;
  sessions: number;
  agents: string[];
  reports: number;
  firstSeenAt: Date;
  merged: number[];
  now: Date;
};

/** @throws DomainError NOT_FOUND, the same for another tenant's as for none */
export function getIssueView(scope: UserScope, id: string): Promise<IssueView> {
  return read(scope, async (tx) => {
    const issue = isId(id) ? await readIssue(tx, scope, id) : null;
    if (!issue) throw new DomainError("NOT_FOUND", "There is no such feedback.");
    const [told] = await tx.$queryRaw<ToldApart[]>`
      select (select key from tenants where id = ${issue.tenantId}::uuid) as tenant, statement_timestamp() as now,
             count(distinct n.session_id)::int as sessions,
             coalesce(array_agg(distinct n.agent order by n.agent) filter (where n.agent is not null), '{}') as agents,
             (select sum(f.reports)::int from feedback_issues f where f.tenant_id = ${issue.tenantId}::uuid
                and f.id in (select id from feedback_members(${issue.tenantId}::uuid, ${issue.id}::uuid))) as reports,
             (select min(f.first_seen_at) from feedback_issues f where f.tenant_id = ${issue.tenantId}::uuid
                and f.id in (select id from feedback_members(${issue.tenantId}::uuid, ${issue.id}::uuid))) as "firstSeenAt",
             array(select f.number from feedback_issues f where f.tenant_id = ${issue.tenantId}::uuid
                     and f.merged_into = ${issue.id}::uuid order by f.number) as merged
      from feedback_members(${issue.tenantId}::uuid, ${issue.id}::uuid) m
      cross join lateral (select s.session_id, s.agent from feedback_submissions s where s.tenant_id = ${issue.tenantId}::uuid
            and s.issue_id = m.id order by s.id desc limit ${REPORTS_TOLD_APART}::int) n`;
    const tenant = told?.tenant ?? "";
    const { severity, provider, tool, updatedAt, firstSeenAt, lastSeenAt } = issue;
    const [lead] = issue.mergedInto === null ? [] : await leadsOf(tx, [issue]);
    const { state, answer: message, workaround, fixedIn } = issue;
    return {
      ...issueHead(issue, tenant),
      tenant,
      severity: severity as SeverityWord,
      provider,
      tool,
      toolId: await findToolId(tx, tenant, { provider, tool }),
      triage: triageOf(issue, await namesOf(tx, [issue])),
      answer: { state: state as IssueState, message, workaround, fixedIn },
      updatedAt,
      mergedInto: lead ? issueHead(lead, tenant) : null,
      merged: (told?.merged ?? []).map((number) => issueRef(number, tenant)),
      reports: told?.reports ?? issue.reports,
      sessions: told?.sessions ?? 0,
      agents: told?.agents ?? [],
      firstSeenAt: told?.firstSeenAt ?? firstSeenAt,
      lastSeenAt,
      mark: told
        ? markOf(
            { state: state as IssueState, growing: issue.growing, firstSeenAt: told.firstSeenAt },
            told.now,
          )
        : null,
    };
  });
}

/** A catalogued tool of that name on a gateway that serves the tenant. */
export async function findToolId(
  tx: Tx,
  tenant: string,
  { provider, tool }: { provider: string | null; tool: string | null },
): Promise<string | null> {
  if (tool === null) return null;
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    select t.id from tools t
    where t.name = ${tool} and t.provider = coalesce(${provider}, t.provider)
      and exists (select 1 from gateway_tenants g join tenants o on o.id = g.tenant_id
                  where g.gateway_id = t.gateway_id and o.key = ${tenant})
    order by t.updated_at desc limit 1`;
  return row?.id ?? null;
}
