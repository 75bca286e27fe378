import { SERVER_MANAGED } from "@/gateway/lint/words";
import { read } from "@/lib/core/db";
import { parseJson } from "@/lib/core/json/parse";
import type { RiskWord } from "@/lib/core/risk";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { gatewayInScope } from "./catalogue/queries";
import { type Parameter, parametersOf } from "./definition";
import { listEffectiveRatings, noSuchGateway, onlyTenant } from "./queries";
import type { KnownEntry, KnownParameter, KnownTools } from "./wire";

/** A tool as an agent should know it. */
export type KnownTool = {
  provider: string;
  name: string;
  description: string;
  risk: RiskWord;
  requiresConfirmation: boolean;
  parameters: readonly Parameter[];
};

/** Whether agents should not see a parameter because the server fills it; a required one they see, for a call cannot do without. */
export function isServerManaged(parameter: Parameter): boolean {
  return !parameter.required && (parameter.readOnly || SERVER_MANAGED.includes(parameter.name));
}

// How much of each tool is told. The first level whose whole text fits is used, so all tools are cut alike.
type Level = {
  parameters: "all" | "undescribed" | "required" | "none";
  description: "whole" | "sentence" | "none";
};

const LEVELS: readonly Level[] = [
  { parameters: "all", description: "whole" },
  { parameters: "all", description: "sentence" },
  { parameters: "undescribed", description: "sentence" },
  { parameters: "required", description: "sentence" },
  { parameters: "required", description: "none" },
  { parameters: "none", description: "none" },
];

/** The `<known_tools>` block of a prompt, at most `budget` characters. The same tools and budget always give the same text. */
export function knownToolsText(tools: readonly KnownTool[], budget: number): string {
  return withinBudget(tools, budget, renderText).text;
}

/** The same as JSON text. */
export function knownToolsJson(tools: readonly KnownTool[], budget: number): string {
  return withinBudget(tools, budget, (known) => JSON.stringify(known)).text;
}

function withinBudget(
  tools: readonly KnownTool[],
  budget: number,
  render: (known: KnownTools) => string,
): { text: string } {
  const ordered = tools.toSorted((a, b) => compare(a.provider, b.provider) || compare(a.name, b.name));
  for (const level of LEVELS) {
    const text = render({ tools: ordered.map((tool) => entry(tool, level)), omitted: 0 });
    if (text.length <= budget) return { text };
  }
  return { text: head(ordered, budget, render) };
}

/** Names alone do not fit: as many tools as do, found by halving. */
function head(ordered: readonly KnownTool[], budget: number, render: (known: KnownTools) => string): string {
  const last = LEVELS.at(-1) as Level;
  const entries = ordered.map((tool) => entry(tool, last));
  const first = (count: number) =>
    render({ tools: entries.slice(0, count), omitted: entries.length - count });
  let fits = 0;
  let fails = entries.length;
  while (fails - fits > 1) {
    const middle = (fits + fails) >> 1;
    if (first(middle).length <= budget) fits = middle;
    else fails = middle;
  }
  return first(fits);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function entry(tool: KnownTool, level: Level): KnownEntry {
  const description = describe(tool.description, level);
  const visible = tool.parameters.filter((parameter) => !isServerManaged(parameter));
  const told = level.parameters === "required" ? visible.filter((parameter) => parameter.required) : visible;
  return {
    provider: oneLine(tool.provider),
    name: oneLine(tool.name),
    ...(description ? { description } : {}),
    risk: tool.risk,
    requires_confirmation: tool.requiresConfirmation,
    ...(level.parameters === "none"
      ? {}
      : { parameters: told.map((parameter) => knownParameter(parameter, level.parameters === "all")) }),
  };
}

function knownParameter(parameter: Parameter, described: boolean): KnownParameter {
  const description = described ? oneLine(parameter.description ?? "") : "";
  return {
    name: oneLine(parameter.name),
    type: oneLine(parameter.type),
    required: parameter.required,
    ...(description ? { description } : {}),
    ...(described && parameter.defaultText !== null ? { default: oneLine(parameter.defaultText) } : {}),
  };
}

function describe(text: string, level: Level): string {
  if (level.description === "none") return "";
  const line = oneLine(text);
  return level.description === "whole" ? line : (/^.{1,200}?[.!?](?=\s|$)/u.exec(line)?.[0] ?? cut(line));
}

function cut(line: string): string {
  return line.length <= 200 ? line : `${line.slice(0, 199).toWellFormed()}…`;
}

/** Text of others cannot end our block, nor start a line that looks like ours. */
function oneLine(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/<(?=\/?known_tools)/gi, "‹")
    .trim();
}

function renderText({ tools, omitted }: KnownTools): string {
  const lines = ["<known_tools>"];
  let provider: string | null = null;
  for (const tool of tools) {
    if (tool.provider !== provider) lines.push(`## ${tool.provider}`);
    provider = tool.provider;
    lines.push(...toolLines(tool));
  }
  if (omitted > 0) lines.push(`(${omitted} more tools do not fit here)`);
  return [...lines, "</known_tools>"].join("\n");
}

function toolLines(tool: KnownEntry): string[] {
  const asks = tool.requires_confirmation ? ", waits for a person" : "";
  const title = `### ${tool.name} (${tool.risk} risk${asks})`;
  const parameters = (tool.parameters ?? []).map(
    ({ name, required, type, description, default: fallback }) =>
      `- ${name}${required ? " (required)" : ""} [${type}]${fallback === undefined ? "" : ` = ${fallback}`}${description ? `: ${description}` : ""}`,
  );
  return [title, ...(tool.description ? [tool.description] : []), ...parameters];
}

// A prompt never holds more; the rest of a larger catalogue is counted, not read.
const KNOWN_MAX = 2_000;

const serves = (tenantId: string) => Prisma.sql`and exists (
  select 1 from gateway_tenants s where s.gateway_id = g.id and s.tenant_id = ${tenantId}::uuid)`;

type KnownRow = { id: string; gatewayId: string; description: string; inputSchema: string };

/**
 * The tools an agent may know of: the gateway's own, or for a person those of one gateway or of all in scope.
 * @param tenantId whose ratings count, one of the scope's; null: what holds where no tenant has its own
 * @throws DomainError NOT_FOUND when the named gateway is not in scope or does not serve that tenant
 */
export function listKnownTools(
  scope: Scope,
  filter: { provider?: string; gateway?: string },
  tenantId: string | null = onlyTenant(scope),
): Promise<KnownTool[]> {
  return read(scope, async (tx) => {
    const gateways = await tx.$queryRaw<{ id: string }[]>`
      select g.id from gateways g where ${gatewayInScope(scope)}
      ${filter.gateway === undefined ? Prisma.empty : Prisma.sql`and g.name = ${filter.gateway}`}
      ${tenantId === null ? Prisma.empty : serves(tenantId)} order by g.name`;
    if (filter.gateway !== undefined && gateways.length === 0) throw noSuchGateway();
    const ids = gateways.map((gateway) => gateway.id);
    const rows = await tx.$queryRaw<KnownRow[]>`
      select t.id, t.gateway_id as "gatewayId", v.description, v.input_schema as "inputSchema"
      from tools t join tool_versions v on v.tool_id = t.id and v.version = t.version
      where t.gateway_id = any(${ids}::uuid[])
        ${filter.provider === undefined ? Prisma.empty : Prisma.sql`and t.provider = ${filter.provider}`}
      order by t.provider, t.name, t.id limit ${KNOWN_MAX}`;
    const ratings = new Map<string, Rated>();
    for (const gatewayId of new Set(rows.map((row) => row.gatewayId)))
      for (const rating of await listEffectiveRatings(tx, gatewayId, tenantId))
        ratings.set(rating.id, rating);
    return rows.flatMap((row) => {
      const rating = ratings.get(row.id);
      return rating ? [knownTool(row, rating)] : [];
    });
  });
}

type Rated = { provider: string; name: string; risk: RiskWord; requiresConfirmation: boolean };

function knownTool(row: KnownRow, rating: Rated): KnownTool {
  return {
    provider: rating.provider,
    name: rating.name,
    description: row.description,
    risk: rating.risk,
    requiresConfirmation: rating.requiresConfirmation,
    parameters: parametersOf({ text: row.inputSchema, root: parseJson(row.inputSchema) }),
  };
}
