import { groupedBy } from "@/gateway/lint/grouped";
import { readList, type Tx } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { PAGE_LIMIT_DEFAULT } from "@/lib/core/limits";
import type { Scope } from "@/lib/core/scope";
import { sha256 } from "@/lib/core/sha256";
import { Prisma } from "@/lib/generated/prisma/client";
import { listLinted } from "@/lib/tools/findings/queries";
import type { LintedTool } from "@/lib/tools/findings/types";
import type { Row } from "../hot-spots/types";
import { inOrder } from "../rules";
import { type FindingFilter, findingList } from "./list";
import { usedOtherwise } from "./purposes/finding";
import { otherUses } from "./purposes/queries";
import { violationsOf } from "./refusals";
import { neverCalled, prove } from "./rules";
import {
  EVIDENCE_DAYS,
  FINDING_VIEWS,
  type ProvenFinding,
  REFUSALS_MAX,
  type Refusal,
  TOOL_REFUSALS_MAX,
} from "./types";
import { versionsOf } from "./versions";

// Longer arguments are not looked into: what was sent is then known only where the gateway reported it.
const ARGUMENTS_CHARS_MAX = 4_096;

type RefusalRow = {
  gatewayId: string;
  provider: string | null;
  tool: string;
  session: string | null;
  validation: Row[];
  argumentsText: string | null;
};

type FindingPage = {
  rows: ProvenFinding[];
  nextCursor: string | null;
  counts: Record<FindingFilter["view"], number>;
  /** Whether only the first tools, or only the newest refusals, were looked at. */
  capped: { tools: boolean; refusals: boolean };
};

/**
 * The findings of the tools in scope with what they cost, the most expensive first: calls that prove them times sessions in 14 days.
 * @param tenants whose calls count, of those in scope
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export async function listFindings(
  scope: Scope,
  filter: FindingFilter,
  tenants: readonly string[] = scope.tenants,
  limit: number = PAGE_LIMIT_DEFAULT,
): Promise<FindingPage> {
  const after = findingList.cursor.read(filter.cursor);
  const { found, capped } = await provenFindings(scope, filter, tenants, REFUSALS_MAX);
  const narrowed = found.filter(
    ({ code, severity }) =>
      (filter.code === undefined || code === filter.code) &&
      (filter.severity === undefined || severity === filter.severity),
  );
  const inView = (view: FindingFilter["view"]) => narrowed.filter((one) => isIn(view, one));
  const rows = inOrderOfCost(inView(filter.view));
  const rest = after ? rows.filter((row) => comparePlaces(placeOf(row), after) > 0) : rows;
  const page = findingList.cursor.page(rest, limit, placeOf);
  return {
    rows: page.rows,
    nextCursor: page.nextCursor,
    counts: Object.fromEntries(
      FINDING_VIEWS.map((view) => [view, inView(view).length]),
    ) as FindingPage["counts"],
    capped,
  };
}

function isIn(view: FindingFilter["view"], { mute, cost, gone }: ProvenFinding): boolean {
  if (gone || view === "gone") return gone && view === "gone";
  if (view === "muted") return mute !== null;
  return mute === null && (view === "open" || cost > 0);
}

type Place = [cost: number, severity: number, key: string];

// Enough to keep the findings of one tool together; the hash tells them apart, in a cursor that fits into an address.
const HEAD_CHARS = 32;

function placeOf(finding: ProvenFinding): Place {
  const { tool, code, pointer } = finding;
  const whole = sha256(JSON.stringify([tool.id, code, pointer])).slice(0, HEAD_CHARS);
  const [cost, severity, heads] = headOf(finding);
  return [cost, severity, `${heads} ${whole}`];
}

/** A place without its hash, which only few need. */
function headOf({ cost, severity, tool }: ProvenFinding): Place {
  const heads = [tool.provider, tool.name].map((name) => name.slice(0, HEAD_CHARS).toWellFormed());
  return [cost, severity === "warning" ? 0 : 1, heads.join(" ")];
}

/** In the order of their places. The hash counts only where one head begins with the other. */
function inOrderOfCost(findings: readonly ProvenFinding[]): ProvenFinding[] {
  return findings
    .map((row) => ({ row, head: headOf(row) }))
    .toSorted((a, b) => {
      const isTold = !a.head[2].startsWith(b.head[2]) && !b.head[2].startsWith(a.head[2]);
      const first = b.head[0] - a.head[0] || a.head[1] - b.head[1];
      return (
        first || (isTold ? inOrder(a.head[2], b.head[2]) : comparePlaces(placeOf(a.row), placeOf(b.row)))
      );
    })
    .map(({ row }) => row);
}

function comparePlaces(a: Place, b: Place): number {
  return b[0] - a[0] || a[1] - b[1] || inOrder(a[2], b[2]);
}

/** The findings of one tool, those that cost most first, and those that its newest version took away. */
export async function listToolFindings(scope: Scope, toolId: string): Promise<ProvenFinding[]> {
  const { found } = await provenFindings(scope, { toolId }, scope.tenants, TOOL_REFUSALS_MAX);
  return inOrderOfCost(found);
}

type Asked = { toolId?: string; gateway?: string; provider?: string; tool?: string };

async function provenFindings(scope: Scope, asked: Asked, tenants: readonly string[], most: number) {
  const { tools, capped } = await listLinted(scope, asked);
  const names = [...new Set(tools.map(({ name }) => name))];
  const only = asked.toolId === undefined && asked.tool === undefined ? null : names;
  const { refusals, calls, since, versions, others } = await readList(scope, async (tx) => ({
    refusals: await refusalRows(tx, tenants, only, most + 1),
    calls: await callsOf(tx, tenants, tools),
    since: await windowStart(tx),
    versions: await versionsOf(tx, tenants, tools),
    others: await otherUses(tx, tenants, tools),
  }));
  const refused = groupedBy(refusals.slice(0, most), ({ gatewayId, tool }) => `${gatewayId} ${tool}`);
  const beside = callsBeside(tools, calls);
  const found = tools.flatMap((tool) => {
    const never = neverCalled(tool, beside(tool), since);
    const rows = refused.get(`${tool.gateway.id} ${tool.name}`) ?? [];
    const other = others.get(tool.id);
    const own = [
      ...prove(tool, refusalsOf(tool, rows)),
      ...(never ? [never] : []),
      ...(other ? [usedOtherwise(tool, other)] : []),
    ];
    return [...own.map((one) => ({ ...one, effect: versions.left(one) })), ...versions.gone(tool)];
  });
  return { found, capped: { tools: capped, refusals: refusals.length > most } };
}

/** The newest refused calls. Each tenant's are read from their own end of the index: of all together the database sorts them all. */
function refusalRows(tx: Tx, tenants: readonly string[], names: readonly string[] | null, most: number) {
  return tx.$queryRaw<RefusalRow[]>`
    select a."gatewayId", a.provider, a.tool, a.session, a.validation, a."argumentsText"
    from unnest(${[...tenants]}::uuid[]) as s(tenant_id) cross join lateral (
      select a.gateway_id as "gatewayId", a.provider, a.tool, a.session_id as session, a.validation, a.occurred_at,
             case when length(a.arguments_text) <= ${ARGUMENTS_CHARS_MAX}::int then a.arguments_text end as "argumentsText"
      from tool_calls a
      where a.tenant_id = s.tenant_id and a.outcome = 'validation_error' and a.validation is not null
        and a.occurred_at >= now() - make_interval(days => ${EVIDENCE_DAYS}::int)
        ${names === null ? Prisma.empty : Prisma.sql`and a.tool = any(${[...names]}::text[])`}
      order by a.occurred_at desc limit ${most}::int) a
    order by a.occurred_at desc limit ${most}::int`;
}

/** The refused calls of one tool, of those of its name. A call that names no provider counts for its tool's name. */
function refusalsOf(tool: LintedTool, rows: readonly RefusalRow[]): Refusal[] {
  return rows
    .filter(({ provider }) => provider === null || provider === tool.provider)
    .map(({ session, validation, argumentsText }) => ({
      session,
      violations: violationsOf(validation, argumentsText),
    }));
}

/** Calls by tool name since the window began; namesakes count together, so that nobody is called idle by mistake. */
async function callsOf(
  tx: Tx,
  tenants: readonly string[],
  tools: readonly LintedTool[],
): Promise<Map<string, number>> {
  const names = [...new Set(tools.map(({ name }) => name))];
  const rows = await tx.$queryRaw<{ name: string; calls: number }[]>`
    select c.name, sum(c.calls)::int as calls from tool_call_counts c
    where c.tenant_id = any(${[...tenants]}::uuid[]) and c.kind = 'tool' and c.name = any(${names}::text[])
      and c.day > (now() at time zone 'UTC')::date - ${EVIDENCE_DAYS}::int
    group by c.name`;
  return new Map(rows.map(({ name, calls }) => [name, calls]));
}

/** The calls of a tool's name, and those of the other names of its provider. */
function callsBeside(tools: readonly LintedTool[], calls: ReadonlyMap<string, number>) {
  const providerOf = ({ gateway, provider }: LintedTool) => `${gateway.id} ${provider}`;
  const all = new Map<string, number>();
  for (const [key, family] of groupedBy(tools, providerOf)) {
    const names = new Set(family.map(({ name }) => name));
    all.set(
      key,
      [...names].reduce((sum, name) => sum + (calls.get(name) ?? 0), 0),
    );
  }
  return (tool: LintedTool) => {
    const own = calls.get(tool.name) ?? 0;
    return { own, neighbours: (all.get(providerOf(tool)) ?? 0) - own };
  };
}

async function windowStart(tx: Tx): Promise<Date> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`select now() as now`;
  return new Date((row?.now.getTime() ?? 0) - EVIDENCE_DAYS * DAY_MS);
}
