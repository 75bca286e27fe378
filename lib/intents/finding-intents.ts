import { readList, type Tx } from "@/lib/core/db";
import { isId } from "@/lib/core/ids";
import { RATIONALE_MAX } from "@/lib/core/limits";
import type { Scope } from "@/lib/core/scope";
import { otherUses } from "@/lib/signals/findings/purposes/queries";
import { type OtherUse, PURPOSE_DAYS } from "@/lib/signals/findings/purposes/types";
import type { ProvenFinding } from "@/lib/signals/findings/types";
import { intentsOfCalls } from "./queries";
import type { OddJob } from "./types";

// Newest misused calls of a tool whose rationale is compared with templates. Masking one takes at
// least a tenth of a millisecond.
const CALLS_READ = 40;
const INTENTS_SHOWN = 3;

type Misused = {
  toolId: string;
  version: number;
  name: string;
  id: string;
  tenant: string;
  provider: string | null;
  tool: string;
  rationale: string;
};

type Asked = { id: string; version: number; name: string };

/** The newest calls of these versions that were made for another purpose, with their words. */
function misusedCalls(tx: Tx, tenants: readonly string[], tools: readonly Asked[]): Promise<Misused[]> {
  return tx.$queryRaw`
    select k.id as "toolId", k.version, k.name, f.call_id as id, o.key as tenant, f.provider, f.tool, f.rationale
    from json_to_recordset(${JSON.stringify(tools)}::json) as k(id uuid, version int, name text) cross join lateral (
      select p.tenant_id, p.call_id, a.provider, a.tool, left(a.rationale, ${RATIONALE_MAX}::int) as rationale
      from tool_other_purposes p
      join tool_calls a on a.tenant_id = p.tenant_id and a.occurred_at = p.occurred_at and a.id = p.call_id
      where p.tenant_id = any(${[...tenants]}::uuid[]) and p.tool = k.name and p.tool_id = k.id and p.version = k.version
        and p.occurred_at >= now() - make_interval(days => ${PURPOSE_DAYS}::int) and a.rationale is not null
      order by p.occurred_at desc, p.call_id desc limit ${CALLS_READ}::int) f
    join tenants o on o.id = f.tenant_id`;
}

/**
 * The same findings. Those about another purpose name the intents of their calls.
 * @param tenants whose calls count, of those in scope
 */
export async function withFindingIntents<T extends ProvenFinding>(
  scope: Scope,
  findings: readonly T[],
  tenants: readonly string[] = scope.tenants,
): Promise<T[]> {
  const tools = findings.flatMap(({ other, tool }) => (other ? [tool] : []));
  if (tools.length === 0) return [...findings];
  const asked = tools.map(({ id, version, name }) => ({ id, version, name }));
  const calls = await readList(scope, (tx) => misusedCalls(tx, tenants, asked));
  const intents = await intentsOfCalls(scope, calls);
  return findings.map((finding) => {
    if (!finding.other) return finding;
    const own = calls.flatMap(({ toolId, id }) =>
      toolId === finding.tool.id ? (intents.get(id) ?? []) : [],
    );
    return { ...finding, other: { ...finding.other, intents: mostCalled(own) } };
  });
}

type Named = { id: string; name: string };

function mostCalled(intents: readonly Named[]): Named[] {
  const counted = new Map<string, Named & { calls: number }>();
  for (const { id, name } of intents) counted.set(id, { id, name, calls: (counted.get(id)?.calls ?? 0) + 1 });
  return [...counted.values()]
    .toSorted((a, b) => b.calls - a.calls || (a.id < b.id ? -1 : 1))
    .slice(0, INTENTS_SHOWN)
    .map(({ id, name }) => ({ id, name }));
}

/**
 * Tools whose calls with this intent are made for something that their description does not say,
 * most calls first. Only of findings that hold and that no one muted.
 */
export async function oddJobsOf(scope: Scope, intentId: string): Promise<OddJob[]> {
  if (!isId(intentId)) return [];
  const { calls, uses } = await readList(scope, async (tx) => {
    const tools = await misusedTools(tx, scope, intentId);
    if (!tools[0]) return { calls: [], uses: new Map<string, OtherUse>() };
    const tenants = [tools[0].tenantId];
    return { calls: await misusedCalls(tx, tenants, tools), uses: await otherUses(tx, tenants, tools) };
  });
  const intents = await intentsOfCalls(scope, calls);
  const own = calls.filter(({ id }) => intents.get(id)?.id === intentId);
  return [...uses]
    .map(([toolId, { better }]) => {
      const of = own.filter((call) => call.toolId === toolId);
      return { toolId, name: of[0]?.name ?? "", calls: of.length, better: better && nameOf(better) };
    })
    .filter(({ calls: said }) => said > 0)
    .toSorted((a, b) => b.calls - a.calls || (a.toolId < b.toolId ? -1 : 1));
}

const nameOf = ({ id, name }: Named): Named => ({ id, name });

// Far more than one intent has; a tenant may have two thousand.
const TOOLS_READ = 20;

function misusedTools(tx: Tx, scope: Scope, intentId: string): Promise<(Asked & { tenantId: string })[]> {
  return tx.$queryRaw`
    select distinct t.id, t.version, t.name, i.tenant_id as "tenantId"
    from intents i join tool_other_purposes p on p.tenant_id = i.tenant_id and p.tool = any(i.tools)
    join tools t on t.id = p.tool_id and t.version = p.version and t.name = p.tool
    where i.tenant_id = any(${[...scope.tenants]}::uuid[]) and i.id = ${intentId}::uuid
      and not exists (select 1 from tool_finding_mutes m
        where m.tool_id = t.id and m.version = t.version and m.code = 'other_purpose' and m.pointer = '/description')
    order by t.name, t.id limit ${TOOLS_READ}::int`;
}
