import "server-only";
import type { Finding } from "@/gateway/lint/types";
import type { Tx } from "@/lib/core/db";
import type { RiskWord } from "@/lib/core/risk";
import { sha256 } from "@/lib/core/sha256";
import { Prisma } from "@/lib/generated/prisma/client";
import { Kept } from "./findings/cache";
import { muteKey } from "./findings/rules";
import { type FindingKey, LINTED_MAX, type LintedTool, type Mute } from "./findings/types";
import { type Beside, lintDefinition } from "./lint";

type Row = {
  id: string;
  gatewayId: string;
  gatewayName: string;
  provider: string;
  name: string;
  version: number;
  sha256: string;
  createdAt: Date;
  risk: RiskWord | null;
  description: string;
  inputSchema: string;
  annotations: string | null;
};

type MuteRow = Mute & Omit<FindingKey, "version">;

const rows = (tx: Tx, condition: Prisma.Sql, most: number) => tx.$queryRaw<Row[]>`
  select t.id, t.gateway_id as "gatewayId", g.name as "gatewayName", t.provider, t.name, t.version, t.created_at as "createdAt",
         t.risk::text as risk, v.description, v.input_schema as "inputSchema", v.annotations,
         v.definition_sha256 as sha256
  from tools t join gateways g on g.id = t.gateway_id join tool_versions v on v.tool_id = t.id and v.version = t.version
  where ${condition} order by t.provider, t.name, t.id limit ${most}`;

export async function lintStored(tx: Tx, toolIds: readonly string[]): Promise<LintedTool[]> {
  return lintWhere(tx, Prisma.sql`t.id = any(${[...toolIds]}::uuid[])`, toolIds.length);
}

/**
 * Lint results of the tools (`t`) of matching gateways (`g`), by provider and name, up to a limit.
 */
export async function lintWhere(tx: Tx, condition: Prisma.Sql, most: number): Promise<LintedTool[]> {
  const tools = await rows(tx, condition, most);
  if (tools.length === 0) return [];
  const beside = await besideOf(tx, tools);
  const mutes = await mutesOf(tx, tools);
  return tools.map((tool) => ({
    id: tool.id,
    gateway: { id: tool.gatewayId, name: tool.gatewayName },
    provider: tool.provider,
    name: tool.name,
    version: tool.version,
    sha256: tool.sha256,
    createdAt: tool.createdAt,
    description: tool.description,
    inputSchemaText: tool.inputSchema,
    found: foundIn(tool, beside.get(providerKey(tool)) ?? NOTHING, apartIn(mutes.get(tool.id))),
    mutes: mutes.get(tool.id) ?? new Map(),
  }));
}

export type Before = { version: number; from: Date; until: Date; found: readonly Finding[] };

/** Previous versions of tools redefined in the last days, by tool. */
export async function lintBefore(
  tx: Tx,
  toolIds: readonly string[],
  days: number,
): Promise<Map<string, Before>> {
  const former = await tx.$queryRaw<(Row & { from: Date; until: Date })[]>`
    select t.id, t.gateway_id as "gatewayId", '' as "gatewayName", t.provider, t.name, p.version, t.created_at as "createdAt",
           t.risk::text as risk, p.description, p.input_schema as "inputSchema", p.annotations,
           p.definition_sha256 as sha256, p.created_at as "from", v.created_at as until
    from tools t join tool_versions v on v.tool_id = t.id and v.version = t.version
    join tool_versions p on p.tool_id = t.id and p.version = t.version - 1
    where t.id = any(${[...toolIds]}::uuid[]) and v.created_at >= now() - make_interval(days => ${days}::int)`;
  if (former.length === 0) return new Map();
  const beside = await besideOf(tx, former);
  return new Map(
    former.map(({ from, until, ...tool }) => {
      const found = foundIn({ ...tool, id: `${tool.id} before` }, beside.get(providerKey(tool)) ?? NOTHING);
      return [tool.id, { version: tool.version, from, until, found }];
    }),
  );
}

// Cache per process. The version alone is not unique: a rolled-back transaction frees its number.
const kept = new Kept<readonly Finding[]>(2 * LINTED_MAX);

function foundIn(tool: Row, beside: Known, apart: readonly string[] = []): readonly Finding[] {
  const from = JSON.stringify([
    tool.version,
    tool.sha256,
    tool.risk,
    beside.cheatsheet,
    beside.digest,
    apart,
  ]);
  const definition = { ...tool, inputSchemaText: tool.inputSchema, annotationsText: tool.annotations, apart };
  return kept.get(tool.id, from, () => lintDefinition(definition, beside));
}

/**
 * Individually muted undescribed parameters, which stay muted when others of the tool share a
 * remark.
 */
function apartIn(mutes: ReadonlyMap<string, Mute> = new Map()): string[] {
  const prefix = muteKey({ code: "undescribed_parameter", pointer: "" });
  return [...mutes.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
}

type Known = Beside & { digest: string };

const NOTHING: Known = { names: [], cheatsheet: false, digest: "" };

const providerKey = ({ gatewayId, provider }: { gatewayId: string; provider: string }) =>
  `${gatewayId} ${provider}`;

async function besideOf(tx: Tx, tools: readonly Row[]): Promise<Map<string, Known>> {
  const gateways = [...new Set(tools.map(({ gatewayId }) => gatewayId))];
  const providers = [...new Set(tools.map(({ provider }) => provider))];
  const found = await tx.$queryRaw<(Beside & { gatewayId: string; provider: string })[]>`
    select t.gateway_id as "gatewayId", t.provider, array_agg(t.name order by t.name) as names,
           exists (select 1 from cheatsheets c where c.provider = t.provider
                   and (c.gateway_id is null or c.gateway_id = t.gateway_id)) as cheatsheet
    from tools t where t.gateway_id = any(${gateways}::uuid[]) and t.provider = any(${providers}::text[])
    group by t.gateway_id, t.provider`;
  return new Map(
    found.map(({ names, cheatsheet, ...place }) => {
      const digest = sha256(JSON.stringify(names));
      return [providerKey(place), { names, cheatsheet, digest }];
    }),
  );
}

async function mutesOf(tx: Tx, tools: readonly Row[]): Promise<Map<string, Map<string, Mute>>> {
  const found = await tx.$queryRaw<MuteRow[]>`
    select m.tool_id as "toolId", m.code, m.pointer, m.reason, u.name as by, m.muted_at as at
    from tool_finding_mutes m join tools t on t.id = m.tool_id and t.version = m.version
    left join users u on u.id = m.muted_by
    where m.tool_id in (select unnest(${tools.map(({ id }) => id)}::uuid[]))`;
  const byTool = new Map<string, Map<string, Mute>>();
  for (const { toolId, code, pointer, reason, by, at } of found) {
    const mutes = byTool.get(toolId) ?? new Map<string, Mute>();
    byTool.set(toolId, mutes.set(muteKey({ code, pointer }), { reason, by, at }));
  }
  return byTool;
}
