import type { Tx } from "@/lib/core/db";
import { serializeJson } from "@/lib/core/json/raw";
import { redactProse } from "@/lib/core/text/prose";
import type { LintedTool } from "@/lib/tools/findings/types";
import { isHabit } from "./rules";
import { type OtherUse, PURPOSE_DAYS, RATIONALES_SHOWN } from "./types";
import { wordingsOf } from "./wordings";

const RATIONALES_READ = 20;

type Row = {
  toolId: string;
  calls: number;
  sessions: number;
  judged: number;
  rationales: string[];
  better: OtherUse["better"];
};

/**
 * Tools used for another purpose than their current description, from stored results. Deleted calls
 * no longer count, so a habit may end before the next pass. Calls whose rationale retention removed
 * count, but have no words.
 * @param tenants whose calls count; each needs the habit separately
 */
export async function otherUses(
  tx: Tx,
  tenants: readonly string[],
  tools: readonly Pick<LintedTool, "id" | "version">[],
): Promise<Map<string, OtherUse>> {
  if (tools.length === 0) return new Map();
  const asked = tools.map(({ id, version }) => ({ id, version }));
  const rows = await tx.$queryRaw<Row[]>`
    with kept as materialized (
      select f.tenant_id, f.tool_id, count(*)::int as calls, count(distinct coalesce(f.session_id, ''))::int as sessions,
             max(f.judged)::int as judged, mode() within group (order by f.better_tool_id) as better
      from json_to_recordset(${serializeJson(asked)}::json) as k(id uuid, version int)
      join tool_other_purposes f on f.tenant_id = any(${[...tenants]}::uuid[]) and f.tool_id = k.id and f.version = k.version
        and f.occurred_at >= now() - make_interval(days => ${PURPOSE_DAYS}::int)
      group by 1, 2)
    select k.tool_id as "toolId", k.calls, k.sessions, k.judged, said.rationales,
           case when t.id is not null then json_build_object('id', t.id, 'name', t.name, 'description', v.description) end as better
    from kept k
    cross join lateral (
      select coalesce(json_agg(n.rationale order by n.occurred_at desc, n.id desc), '[]') as rationales from (
        select a.rationale, a.occurred_at, a.id from tool_other_purposes f
        join tool_calls a on a.tenant_id = f.tenant_id and a.occurred_at = f.occurred_at and a.id = f.call_id
        where f.tenant_id = k.tenant_id and f.tool_id = k.tool_id and a.rationale is not null
        order by f.occurred_at desc, f.call_id desc limit ${RATIONALES_READ}::int) n) said
    left join tools t on t.id = k.better
    left join tool_versions v on v.tool_id = t.id and v.version = t.version
    order by k.calls desc, k.tenant_id`;
  const found = new Map<string, OtherUse>();
  for (const { toolId, ...row } of rows)
    if (isHabit(row)) found.set(toolId, together(found.get(toolId), row));
  return found;
}

function together(known: OtherUse | undefined, { rationales, ...row }: Omit<Row, "toolId">): OtherUse {
  const all = [...(known?.rationales ?? []), ...rationales.map((one) => redactProse(one.trim()))];
  const said = wordingsOf(all.map((rationale) => ({ rationale }))).flatMap(
    ([first]) => first?.rationale ?? [],
  );
  return {
    calls: (known?.calls ?? 0) + row.calls,
    judged: (known?.judged ?? 0) + row.judged,
    sessions: (known?.sessions ?? 0) + row.sessions,
    rationales: said.slice(0, RATIONALES_SHOWN),
    better: known ? known.better : row.better,
    intents: [],
  };
}
