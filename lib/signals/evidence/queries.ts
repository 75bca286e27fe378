import type { CallRow } from "@/lib/calls/wire";
import { readList, type Tx } from "@/lib/core/db";
import { firstIdOfDay } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { weeksUntil } from "@/lib/core/weeks";
import type { IssueView } from "@/lib/feedback/inbox/types";
import { Prisma } from "@/lib/generated/prisma/client";
import { metSchema, namedIn, signalOf } from "./rules";
import { EVIDENCE_WEEKS, type IssueEvidence, type MetSchema, type SheetRead, SIGNAL_MAX } from "./types";

const SHOWN = 5;

const NAMES_SHOWN = 8;

const SESSIONS_READ = 100;

type About = Pick<IssueView, "id" | "tenant" | "tool" | "provider" | "toolId">;

type Place = { tenant: string; id: string; tool: string | null; provider: string | null; from: string };

/**
 * Evidence for an issue beyond the words of its reports, over the last twelve weeks.
 * @param call the newest report's call from `findReportLinks`; null if there is none
 */
export async function getIssueEvidence(
  scope: UserScope,
  issue: About,
  call: CallRow | null,
  now: Date,
): Promise<IssueEvidence> {
  const weeks = weeksUntil(now, EVIDENCE_WEEKS);
  const from = weeks[0]?.from ?? "";
  return readList(scope, async (tx) => {
    const [owner] = await tx.$queryRaw<{ id: string }[]>`
      select t.id from tenants t where t.key = ${issue.tenant} and t.id = any(${[...scope.tenants]}::uuid[])`;
    const place = { ...issue, tenant: owner?.id ?? "", from };
    const reported = await reportsOf(tx, place);
    const versions = issue.toolId === null ? [] : await versionsOf(tx, issue.toolId, from);
    const done = await doneAbout(tx, place);
    const schema = call && (await schemaOf(tx, call));
    const inWindow = reported.weeks.reduce((sum, one) => sum + one.reports, 0);
    return {
      call,
      schema,
      cheatsheet: await sheetOf(tx, issue, call, schema),
      weeks: weeks.map((week) => ({
        ...week,
        reports: reported.weeks.find((one) => one.week === week.from)?.reports ?? 0,
        versions: versions.filter(({ week: of }) => of === week.from).map(({ version }) => version),
      })),
      agents: reported.agents,
      models: await modelsOf(tx, place),
      signal: signalOf({ reports: inWindow, ...done.counts }),
      ...done.newest,
    };
  });
}

const reportsIn = ({ tenant, id, from }: Place) => Prisma.sql`
  select s.agent, s.created_at from feedback_members(${tenant}::uuid, ${id}::uuid) m
  join feedback_submissions s on s.tenant_id = ${tenant}::uuid and s.issue_id = m.id
  where s.created_at >= ${from}::date and s.id >= ${firstIdOfDay(from)}::uuid`;

type Reported = { weeks: { week: string; reports: number }[]; agents: { name: string; reports: number }[] };

async function reportsOf(tx: Tx, place: Place): Promise<Reported> {
  const rows = await tx.$queryRaw<{ week: string | null; name: string | null; reports: number }[]>`
    select to_char(week, 'YYYY-MM-DD') as week, agent as name, count(*)::int as reports
    from (select r.agent, date_trunc('week', r.created_at at time zone 'UTC') as week from (${reportsIn(place)}) r) n
    group by grouping sets ((week), (agent)) order by reports desc, name`;
  return {
    weeks: rows.flatMap(({ week, reports }) => (week === null ? [] : [{ week, reports }])),
    agents: rows
      .flatMap(({ week, name, reports }) => (week === null && name !== null ? [{ name, reports }] : []))
      .slice(0, NAMES_SHOWN),
  };
}

/** Only calls name models. Uses the tool's calls in the sessions of the newest reports. */
async function modelsOf(tx: Tx, place: Place): Promise<IssueEvidence["models"]> {
  if (place.tool === null) return [];
  return tx.$queryRaw<IssueEvidence["models"]>`
    with told as materialized (
      select distinct session_id from (
        select n.session_id from feedback_members(${place.tenant}::uuid, ${place.id}::uuid) m cross join lateral (
          select s.session_id, s.id from feedback_submissions s
          where s.tenant_id = ${place.tenant}::uuid and s.issue_id = m.id and s.session_id is not null
            and s.id >= ${firstIdOfDay(place.from)}::uuid
          order by s.id desc limit ${SESSIONS_READ}::int) n
        order by n.id desc limit ${SESSIONS_READ}::int) newest)
    select c.model as name, count(*)::int as calls
    from told cross join lateral (
      select a.model from tool_calls a where a.tenant_id = ${place.tenant}::uuid and a.session_id = told.session_id
        and a.tool = ${place.tool} and a.occurred_at >= ${place.from}::date
      order by a.occurred_at desc limit ${SESSIONS_READ}::int) c
    where c.model is not null group by c.model order by calls desc, name limit ${NAMES_SHOWN}::int`;
}

/** The definition at the call's gateway at that time; the first one for older calls. */
async function schemaOf(tx: Tx, call: CallRow): Promise<MetSchema | null> {
  const at = Prisma.sql`v.created_at <= ${call.occurredAt.toISOString()}::timestamptz`;
  const [met] = await tx.$queryRaw<{ toolId: string; version: number; inputSchema: string }[]>`
    select v.tool_id as "toolId", v.version, v.input_schema as "inputSchema"
    from tools t join gateways g on g.id = t.gateway_id join tool_versions v on v.tool_id = t.id
    where g.name = ${call.gateway} and t.name = ${call.tool} and t.provider = coalesce(${call.provider}, t.provider)
    order by ${at} desc, case when ${at} then -v.version else v.version end, t.updated_at desc limit 1`;
  return met ? metSchema(call, met) : null;
}

type SheetRow = {
  provider: string;
  gateway: string | null;
  version: number | null;
  updatedAt: Date;
  markdown: string;
};

/**
 * The cheatsheet served by the call's gateway; without a call, by the gateway of the issue's tool.
 */
async function sheetOf(
  tx: Tx,
  issue: About,
  call: CallRow | null,
  schema: MetSchema | null,
): Promise<SheetRead | null> {
  const [row] = await tx.$queryRaw<SheetRow[]>`
    select about.provider, s.gateway, s.version, s."updatedAt", s.markdown
    from (select coalesce(${issue.provider ?? call?.provider ?? null}::text, t.provider) as provider,
                 coalesce(${call?.gateway ?? null}::text, g.name) as gateway
          from (select ${issue.toolId ?? schema?.toolId ?? null}::uuid as id) tool
          left join tools t on t.id = tool.id left join gateways g on g.id = t.gateway_id) about
    left join lateral (
      select g.name as gateway, c.version, c.updated_at as "updatedAt", c.markdown
      from cheatsheets c left join gateways g on g.id = c.gateway_id
      where c.provider = about.provider and (c.gateway_id is null or g.name = about.gateway)
      order by c.gateway_id nulls last limit 1) s on true
    where about.provider is not null`;
  if (!row) return null;
  const { provider, gateway, version, updatedAt, markdown } = row;
  if (version === null) return { provider, published: null };
  const wrong = schema?.wrong.map(({ name }) => name) ?? [];
  return { provider, published: { gateway, version, updatedAt, ...namedIn(markdown, wrong) } };
}

function versionsOf(tx: Tx, toolId: string, from: string): Promise<{ version: number; week: string }[]> {
  return tx.$queryRaw`
    select v.version, to_char(date_trunc('week', v.created_at at time zone 'UTC'), 'YYYY-MM-DD') as week
    from tool_versions v where v.tool_id = ${toolId}::uuid and v.created_at >= ${from}::date order by v.version`;
}

type Counts = { corrections: number; rejections: number; edits: number };
type Newest = Pick<IssueEvidence, "corrections" | "rejections" | "edits">;

/** Corrections, rejections and edits by people about the tool. */
async function doneAbout(tx: Tx, place: Place): Promise<{ counts: Counts; newest: Newest }> {
  const none = {
    counts: { corrections: 0, rejections: 0, edits: 0 },
    newest: { corrections: [], rejections: [], edits: [] },
  };
  if (place.tool === null) return none;
  const { tenant, tool, provider, from } = place;
  const held = Prisma.sql`a.tenant_id = ${tenant}::uuid and a.tool = ${tool}
    and (${provider}::text is null or a.provider is null or a.provider = ${provider}) and a.created_at >= ${from}::date and a.id >= ${firstIdOfDay(from)}::uuid`;
  const rejected = Prisma.sql`
    select a.id, a.summary, v.user_name as by, v.reason, v.created_at as at from approvals a
    join votes v on v.tenant_id = a.tenant_id and v.approval_id = a.id and v.verdict = 'reject' and v.revision = a.revision
    where ${held} and a.decision = 'rejected' order by a.id desc limit ${SIGNAL_MAX}::int`;
  const edited = Prisma.sql`
    select a.id, a.summary, u.name as by, null::text as reason, r.created_at as at from approvals a
    join approval_revisions r on r.tenant_id = a.tenant_id and r.approval_id = a.id and r.edited_by is not null
    left join users u on u.id = r.edited_by
    where ${held} order by a.id desc, r.revision desc limit ${SIGNAL_MAX}::int`;
  const corrected = Prisma.sql`
    select c.id, c.utterance, c.session_id as "sessionId", c.created_at as at from corrections c
    where c.tenant_id = ${tenant}::uuid and c.tool = ${tool} and c.created_at >= ${from}::date and c.id >= ${firstIdOfDay(from)}::uuid
    order by c.id desc limit ${SIGNAL_MAX}::int`;
  const [rejections, edits, corrections] = [
    await counted<Newest["rejections"][number]>(tx, rejected),
    await counted<Newest["edits"][number]>(tx, edited),
    await counted<Newest["corrections"][number]>(tx, corrected),
  ];
  return {
    counts: { corrections: corrections.count, rejections: rejections.count, edits: edits.count },
    newest: { corrections: corrections.rows, rejections: rejections.rows, edits: edits.rows },
  };
}

async function counted<R>(tx: Tx, rows: Prisma.Sql): Promise<{ count: number; rows: R[] }> {
  const found = await tx.$queryRaw<(R & { count: number })[]>`
    with found as materialized (${rows})
    select f.*, (select count(*)::int from found) as count from found f limit ${SHOWN}::int`;
  return { count: found[0]?.count ?? 0, rows: found.map(({ count: _, ...row }) => row as unknown as R) };
}
