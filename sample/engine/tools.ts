import type { Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { parseJson } from "@/lib/core/json/parse";
import { RawJson } from "@/lib/core/json/raw";
import { sha256 } from "@/lib/core/sha256";
import { countFindings } from "@/lib/tools/catalogue/rules";
import { hintsOf } from "@/lib/tools/hints";
import { lintDefinition } from "@/lib/tools/lint";
import { definitionSha256 } from "@/lib/tools/plan";
import type { ToolAt } from "./approvals";
import { type Listed, readCatalogue, readCheatsheet } from "./catalogues";
import { Chance } from "./chance";
import type { Plan, PlannedGateway } from "./plan";
import { insertRows, type RowOf, type Rows } from "./rows";
import { partsOfTool, type Ratings } from "./world";

const DAY_MS = 86_400_000;
// One in so many tools was published with fewer words at first.
const CHANGED_ONE_IN = 14;

/** Registers a provider's tools, some of them in two versions, with the provider's cheatsheet. */
export async function makeTools(
  tx: Tx,
  plan: Plan,
  gateway: PlannedGateway,
  provider: string,
): Promise<number> {
  const written = await insertRows(tx, toolRows(plan, gateway, provider, await readCatalogue(provider)));
  if (!plan.world.cheatsheets.includes(provider)) return written;
  const markdown = await readCheatsheet(provider);
  const at = new Date(plan.anchor - 16 * DAY_MS);
  const by = plan.tenants[0]?.people[1]?.name ?? "";
  const text = { markdown, etag: sha256(markdown).slice(0, 32) };
  const versions = { create: { ...text, version: 1, publishedBy: by, publishedAt: at } };
  const id = newId();
  await tx.cheatsheet.create({
    data: { ...text, id, gatewayId: gateway.id, provider, updatedBy: by, updatedAt: at, versions },
  });
  return written + 1;
}

/** The tools of a catalogue as a gateway of the sample registered them. */
function toolRows(plan: Plan, gateway: PlannedGateway, provider: string, listed: readonly Listed[]): Rows {
  const chance = new Chance(`${plan.seed}/tools/${gateway.name}/${provider}`);
  const first = plan.anchor - 56 * DAY_MS + chance.int(0, DAY_MS);
  const rows = { Tool: [] as RowOf<"Tool">[], ToolVersion: [] as RowOf<"ToolVersion">[] };
  for (const tool of listed) {
    const id = chance.id(first);
    const changed = chance.int(1, CHANGED_ONE_IN) === 1;
    const second = plan.anchor - chance.int(4, 30) * DAY_MS;
    const versions = changed ? [earlier(tool), tool] : [tool];
    rows.Tool.push({
      id,
      gatewayId: gateway.id,
      provider,
      name: tool.name,
      ...ratingOf(plan.world.ratings, provider, tool.name),
      version: versions.length,
      createdAt: new Date(first),
      updatedAt: new Date(changed ? second : first),
    });
    for (const [index, one] of versions.entries())
      rows.ToolVersion.push(versionRow(id, index + 1, one, new Date(index === 0 ? first : second)));
  }
  return rows;
}

/** What people said of it, else what its name suggests; of some, nobody has said anything yet. */
function ratingOf({ said, unrated, byName, categories }: Ratings, provider: string, tool: string) {
  const name = `${provider}/${tool}`;
  const category = categories[provider] ?? null;
  const [risk, requiresConfirmation, impact] = said[name] ?? [];
  if (risk) return { risk, requiresConfirmation, impact, category };
  const silent = unrated.includes(name) || unrated.includes(provider);
  const [, suggested, confirm] = (silent ? null : byName.find(([pattern]) => pattern.test(name))) ?? [];
  return { risk: suggested ?? null, requiresConfirmation: confirm ?? null, impact: null, category };
}

/** What it may have looked like before: the first sentence only, and the last optional parameter not there yet. */
function earlier(tool: Listed): Listed {
  const description = (tool.description ?? "").split(/(?<=\.)\s/)[0] ?? "";
  const properties = (tool.inputSchema.properties ?? {}) as Record<string, unknown>;
  const required = (tool.inputSchema.required ?? []) as string[];
  const last = Object.keys(properties).findLast((name) => !required.includes(name));
  const kept = Object.fromEntries(Object.entries(properties).filter(([name]) => name !== last));
  const same = last === undefined && description === tool.description;
  const inputSchema = { ...tool.inputSchema, properties: kept };
  return { ...tool, description: same ? `${description} (beta)` : description, inputSchema };
}

function versionRow(toolId: string, version: number, tool: Listed, at: Date): RowOf<"ToolVersion"> {
  const raw = (value: unknown) => (value ? RawJson.parse(JSON.stringify(value)) : null);
  const input = JSON.stringify(tool.inputSchema);
  const [outputSchema, annotations] = [raw(tool.outputSchema), raw(tool.annotations)];
  const { name, description = "" } = tool;
  const hints = hintsOf(annotations?.text ?? null);
  const annotationsText = annotations?.text ?? null;
  const inputSchema = new RawJson(input, parseJson(input));
  const unrated = {
    risk: undefined,
    requiresConfirmation: undefined,
    impact: undefined,
    category: undefined,
  };
  const given = { name, description, inputSchema, outputSchema, annotations, ...unrated, cheatsheet: false };
  return {
    toolId,
    version,
    description,
    inputSchema: input,
    outputSchema: outputSchema?.text,
    annotations: annotationsText,
    definitionSha256: definitionSha256(given),
    readOnlyHint: hints.readOnly,
    destructiveHint: hints.destructive,
    ...countFindings(lintDefinition({ name, description, inputSchemaText: input, annotationsText })),
    createdAt: at,
  };
}

/** What people decided about tools. */
export async function makeOverrides(tx: Tx, plan: Plan): Promise<number> {
  const chance = new Chance(`${plan.seed}/overrides`);
  const gatewayId = { in: plan.gateways.map(({ id }) => id) };
  const rows: RowOf<"ToolRating">[] = [];
  for (const { tool, company, daysAgo, risk, confirm } of plan.world.overrides) {
    const { provider, tool: name } = partsOfTool(tool);
    const { id: toolId } = await tx.tool.findFirstOrThrow({ where: { gatewayId, provider, name } });
    const tenant = plan.tenants.find(({ key }) => key === company);
    const at = plan.anchor - daysAgo * DAY_MS;
    const ratedBy = (tenant ?? plan.tenants[0])?.people[0]?.id ?? "";
    const rating = { risk, requiresConfirmation: confirm, ratedBy, ratedAt: new Date(at) };
    rows.push({ id: chance.id(at), toolId, tenantId: tenant?.id, ...rating });
  }
  return insertRows(tx, { ToolRating: rows });
}

/** Which version of a tool was there when. */
export async function loadTools(tx: Tx, plan: Plan): Promise<ToolAt> {
  const rows = await tx.$queryRaw<{ key: string; id: string; version: number; at: Date }[]>`
    select t.gateway_id || ' ' || t.provider || ' ' || t.name as key, t.id, v.version, v.created_at as at
    from tools t join tool_versions v on v.tool_id = t.id
    where t.gateway_id = any(${plan.gateways.map(({ id }) => id)}::uuid[]) order by v.version desc`;
  const versions = new Map<string, typeof rows>();
  for (const row of rows) versions.set(row.key, [...(versions.get(row.key) ?? []), row]);
  return (gatewayId, provider, name, at) => {
    const found = versions.get(`${gatewayId} ${provider} ${name}`);
    return found?.find((version) => version.at.getTime() <= at) ?? found?.at(-1) ?? null;
  };
}
