import { groupedBy } from "@/gateway/lint/groups";
import { inOrder } from "@/lib/calls/rules";
import { readList, type Tx } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { PAGE_LIMIT_DEFAULT } from "@/lib/core/limits";
import type { Scope } from "@/lib/core/scope";
import { sha256 } from "@/lib/core/sha256";
import { listLinted } from "@/lib/tools/findings/queries";
import type { LintedTool } from "@/lib/tools/findings/types";
import { type FindingFilter, findingList } from "./list";
import { isMore, keptMistakes, type Narrowed } from "./proofs/queries";
import { usedOtherwise } from "./purposes/finding";
import { otherUses } from "./purposes/queries";
import { neverCalled, prove } from "./rules";
import {
  EVIDENCE_DAYS,
  FINDING_VIEWS,
  type FindingGroup,
  type ProvenFinding,
  type TenantMistake,
} from "./types";
import { type Versions, versionsOf } from "./versions";

type FindingPage = {
  rows: ProvenFinding[];
  nextCursor: string | null;
  counts: Record<FindingFilter["view"], number>;
  /** Whether the limit cut off tools, or refused calls of a tool. */
  capped: { tools: boolean; refusals: boolean };
};

// Findings of a rule with their evidence; its page has all of them.
const GROUP_SHOWN = 3;

type FindingGroups = Pick<FindingPage, "counts" | "capped"> & { groups: FindingGroup[] };

/**
 * Findings of the tools in scope, by cost: calls that prove them × sessions in 14 days, from stored
 * results. Values and version effects are read for the page only.
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
  const { rows, told, ...rest } = await findingsIn(scope, filter, tenants);
  const left = after ? rows.filter((row) => comparePlaces(placeOf(row), after) > 0) : rows;
  const page = findingList.cursor.page(left, limit, placeOf);
  return { ...rest, rows: await told(page.rows), nextCursor: page.nextCursor };
}

/**
 * The same findings by rule, the most expensive rule first, each with the worst of its findings.
 * @param most how many of each rule
 */
export async function listFindingGroups(
  scope: Scope,
  filter: FindingFilter,
  tenants: readonly string[] = scope.tenants,
  most: number = GROUP_SHOWN,
): Promise<FindingGroups> {
  const { rows, told, ...rest } = await findingsIn(scope, filter, tenants);
  const groups = [...groupedBy(rows, ({ code }) => code).values()];
  const worst = groupedBy(await told(groups.flatMap((group) => group.slice(0, most))), ({ code }) => code);
  return {
    ...rest,
    groups: groups
      .flatMap((group) => (group[0] ? [groupOf(group[0], group, worst.get(group[0].code) ?? [])] : []))
      .toSorted(
        (a, b) =>
          b.cost - a.cost ||
          Number(a.severity !== "warning") - Number(b.severity !== "warning") ||
          b.tools - a.tools ||
          inOrder(a.code, b.code),
      ),
  };
}

function groupOf(
  { code, severity }: ProvenFinding,
  group: readonly ProvenFinding[],
  worst: readonly ProvenFinding[],
): FindingGroup {
  return {
    ...{ code, severity, worst, findings: group.length },
    tools: new Set(group.map(({ tool }) => tool.id)).size,
    cost: group.reduce((sum, { cost }) => sum + cost, 0),
  };
}

/** The findings of a view, most expensive first, with the numbers of the other views. */
async function findingsIn(scope: Scope, filter: FindingFilter, tenants: readonly string[]) {
  const { found, capped, told } = await provenFindings(scope, filter, tenants);
  const narrowed = found.filter(
    ({ code, severity }) =>
      (filter.code === undefined || code === filter.code) &&
      (filter.severity === undefined || severity === filter.severity),
  );
  const inView = (view: FindingFilter["view"]) => narrowed.filter((one) => isIn(view, one));
  const counts = Object.fromEntries(FINDING_VIEWS.map((view) => [view, inView(view).length]));
  return {
    rows: inOrderOfCost(inView(filter.view)),
    counts: counts as FindingPage["counts"],
    capped,
    told,
  };
}

function isIn(view: FindingFilter["view"], { mute, cost, gone }: ProvenFinding): boolean {
  if (gone || view === "gone") return gone && view === "gone";
  if (view === "muted") return mute !== null;
  return mute === null && (view === "open" || cost > 0);
}

type Place = [cost: number, severity: number, key: string];

// Keeps the findings of a tool together. With the hash added, the cursor is unique and fits into a
// URL.
const HEAD_CHARS = 32;

function placeOf(finding: ProvenFinding): Place {
  const { tool, code, pointer } = finding;
  const whole = sha256(JSON.stringify([tool.id, code, pointer])).slice(0, HEAD_CHARS);
  const [cost, severity, heads] = headOf(finding);
  return [cost, severity, `${heads} ${whole}`];
}

function headOf({ cost, severity, tool }: ProvenFinding): Place {
  const heads = [tool.provider, tool.name].map((name) => name.slice(0, HEAD_CHARS).toWellFormed());
  return [cost, severity === "warning" ? 0 : 1, heads.join(" ")];
}

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

/**
 * The findings of one tool, those that cost most first, and those that its newest version took
 * away.
 */
export async function listToolFindings(scope: Scope, toolId: string): Promise<ProvenFinding[]> {
  const { found, told } = await provenFindings(scope, { toolId }, scope.tenants);
  return told(inOrderOfCost(found));
}

type Asked = { toolId?: string; gateway?: string; provider?: string; tool?: string };

type Told = (rows: readonly ProvenFinding[]) => Promise<ProvenFinding[]>;

async function provenFindings(scope: Scope, asked: Asked, tenants: readonly string[]) {
  const { tools, capped } = await listLinted(scope, asked);
  const names = [...new Set(tools.map(({ name }) => name))];
  const isOfAll = asked.toolId === undefined && asked.tool === undefined;
  const of: Narrowed = { tenants, names: isOfAll ? null : names };
  const { mistakes, more, calls, since, versions, others } = await readList(scope, async (tx) => ({
    mistakes: byTool(await keptMistakes(tx, of, false)),
    more: await isMore(tx, of),
    calls: await callsOf(tx, tenants, tools),
    since: await windowStart(tx),
    versions: await versionsOf(tx, tools),
    others: await otherUses(tx, tenants, tools),
  }));
  const beside = callsBeside(tools, calls);
  const found = tools.flatMap((tool) => {
    const never = neverCalled(tool, beside(tool), since);
    const other = others.get(tool.id);
    return [
      ...prove(tool, mistakes(tool)),
      ...(never ? [never] : []),
      ...(other ? [usedOtherwise(tool, other)] : []),
      ...versions.gone(tool),
    ];
  });
  const told: Told = (rows) => readList(scope, (tx) => withWords(tx, { rows, tools, tenants, versions }));
  return { found, capped: { tools: capped, refusals: more }, told };
}

type Shown = {
  rows: readonly ProvenFinding[];
  tools: readonly LintedTool[];
  tenants: readonly string[];
  versions: Versions;
};

const keyOf = ({ tool, code, pointer }: ProvenFinding) => JSON.stringify([tool.id, code, pointer]);

/**
 * Adds sent values, and attempts before and after the newest version, to the findings of a page.
 */
async function withWords(tx: Tx, { rows, tools, tenants, versions }: Shown): Promise<ProvenFinding[]> {
  const ids = new Set(rows.map(({ tool }) => tool.id));
  const shown = tools.filter(({ id }) => ids.has(id));
  const names = [...new Set(shown.map(({ name }) => name))];
  const effects = await versions.effects(tx, tenants, shown);
  const isProven = rows.some(({ proof }) => proof !== null);
  const mistakes = isProven ? byTool(await keptMistakes(tx, { tenants, names }, true)) : () => [];
  const whole = new Map(
    shown.flatMap((tool) => prove(tool, mistakes(tool))).map((finding) => [keyOf(finding), finding]),
  );
  return rows.map((row) => {
    const said = row.proof ? (whole.get(keyOf(row)) ?? row) : row;
    const { message, proposal, patch, proof } = said.proof ? said : row;
    const values = proof && row.proof ? { ...row.proof, values: proof.values, message: proof.message } : null;
    return { ...row, message, proposal, patch, proof: values, effect: effects(row) };
  });
}

function byTool(
  rows: readonly (TenantMistake & { gatewayId: string; tool: string; provider: string })[],
): (tool: LintedTool) => readonly TenantMistake[] {
  const placeOf = (gatewayId: string, provider: string, name: string) =>
    JSON.stringify([gatewayId, provider, name]);
  const grouped = groupedBy(rows, ({ gatewayId, provider, tool }) => placeOf(gatewayId, provider, tool));
  return ({ gateway, provider, name }) => grouped.get(placeOf(gateway.id, provider, name)) ?? [];
}

/**
 * Calls by tool name in the window. Tools with the same name share counts, so that none counts as
 * idle by mistake.
 */
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
