import type { Tx } from "@/lib/core/db";
import { parseJson } from "@/lib/core/json/parse";
import { RawJson } from "@/lib/core/json/raw";
import { sha256 } from "@/lib/core/sha256";
import { countFindings } from "@/lib/tools/catalogue/rules";
import { hintsOf } from "@/lib/tools/hints";
import { lintDefinition } from "@/lib/tools/lint";
import { definitionSha256 } from "@/lib/tools/registration";
import { type Listed, readCatalogue, readCheatsheet } from "./catalogues";
import { Chance } from "./chance";
import { DAY_MS, type Plan, type PlannedGateway } from "./plan";
import { insertRows, type RowOf, type Rows } from "./rows";
import { partsOfTool } from "./story";

// One in so many tools was published with fewer words at first.
const CHANGED_ONE_IN = 14;

/** A provider's tools as a gateway registered them, some of them in two versions, with the provider's cheatsheet. */
export function toolRows(plan: Plan, gateway: PlannedGateway, provider: string): Rows {
  const chance = new Chance(`${plan.seed}/tools/${gateway.name}/${provider}`);
  const first = plan.anchor - 56 * DAY_MS + chance.int(0, DAY_MS);
  const rows = { Tool: [] as RowOf<"Tool">[], ToolVersion: [] as RowOf<"ToolVersion">[] };
  for (const tool of readCatalogue(provider)) {
    const { name } = tool;
    const id = chance.id(first);
    const changed = chance.int(1, CHANGED_ONE_IN) === 1;
    const second = plan.anchor - chance.int(4, 30) * DAY_MS;
    const versions = changed ? [earlier(tool), tool] : [tool];
    const told = { version: versions.length, createdAt: first, updatedAt: changed ? second : first };
    const rated = ratingOf(plan.world.ratings, provider, name);
    rows.Tool.push({ id, gatewayId: gateway.id, provider, name, ...rated, ...told });
    for (const [index, one] of versions.entries())
      rows.ToolVersion.push(versionRow(id, index + 1, one, index === 0 ? first : second));
  }
  return { ...rows, ...cheatsheetRows(plan, gateway, provider, chance) };
}

function cheatsheetRows(
  { world, anchor, tenants }: Plan,
  { id: gatewayId }: PlannedGateway,
  provider: string,
  chance: Chance,
): Rows {
  if (!world.cheatsheets.includes(provider)) return {};
  const markdown = readCheatsheet(provider);
  const at = anchor - 16 * DAY_MS;
  const by = tenants[0]?.people[1]?.name ?? "";
  const text = { markdown, etag: sha256(markdown).slice(0, 32), version: 1 };
  const id = chance.id(at);
  return {
    Cheatsheet: [{ ...text, id, gatewayId, provider, updatedBy: by, updatedAt: at }],
    CheatsheetVersion: [{ ...text, cheatsheetId: id, publishedBy: by, publishedAt: at }],
  };
}

/** What people said of it, else what its name suggests; of some, nobody has said anything yet. */
function ratingOf(
  { said, unrated, byName, categories }: Plan["world"]["ratings"],
  provider: string,
  tool: string,
) {
  const name = `${provider}/${tool}`;
  const category = categories[provider] ?? null;
  const [risk, requiresConfirmation, impact] = said[name] ?? [];
  if (risk) return { risk, requiresConfirmation, impact, category };
  const silent = unrated.includes(name) || unrated.includes(provider);
  const [, suggested, confirm] = (silent ? null : byName.find(([pattern]) => pattern.test(name))) ?? [];
  return { risk: suggested, requiresConfirmation: confirm, category };
}

/** What it may have looked like before: the first sentence only, and the last optional parameter not there yet. */
function earlier(tool: Listed): Listed {
  const description = (tool.description ?? "").split(/(?<=\.)\s/)[0] ?? "";
  const { properties = {}, required = [] } = tool.inputSchema as { properties?: object; required?: string[] };
  const last = Object.keys(properties).findLast((name) => !required.includes(name));
  const kept = Object.fromEntries(Object.entries(properties).filter(([name]) => name !== last));
  const same = last === undefined && description === tool.description;
  const inputSchema = { ...tool.inputSchema, properties: kept };
  return { ...tool, description: same ? `${description} (beta)` : description, inputSchema };
}

const UNRATED = {
  risk: undefined,
  requiresConfirmation: undefined,
  impact: undefined,
  category: undefined,
  cheatsheet: false,
};

function versionRow(toolId: string, version: number, tool: Listed, createdAt: number): RowOf<"ToolVersion"> {
  const raw = (value: unknown) => (value ? RawJson.parse(JSON.stringify(value)) : null);
  const { name, description = "" } = tool;
  const input = JSON.stringify(tool.inputSchema);
  const [outputSchema, annotations] = [raw(tool.outputSchema), raw(tool.annotations)];
  const annotationsText = annotations?.text ?? null;
  const inputSchema = new RawJson(input, parseJson(input));
  const hints = hintsOf(annotationsText);
  return {
    toolId,
    version,
    description,
    inputSchema: input,
    outputSchema: outputSchema?.text,
    annotations: annotationsText,
    definitionSha256: definitionSha256({
      ...UNRATED,
      name,
      description,
      inputSchema,
      outputSchema,
      annotations,
    }),
    readOnlyHint: hints.readOnly,
    destructiveHint: hints.destructive,
    ...countFindings(lintDefinition({ name, description, inputSchemaText: input, annotationsText })),
    createdAt,
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
    const ratedAt = plan.anchor - daysAgo * DAY_MS;
    const ratedBy = (tenant ?? plan.tenants[0])?.people[0]?.id ?? "";
    const rating = { risk, requiresConfirmation: confirm, ratedBy, ratedAt };
    rows.push({ id: chance.id(ratedAt), toolId, tenantId: tenant?.id, ...rating });
  }
  return insertRows(tx, { ToolRating: rows });
}

/** Which tool and which of its versions a call was made with. */
export type ToolAt = Awaited<ReturnType<typeof loadTools>>;

/** Which version of a tool was there when. */
export async function loadTools(tx: Tx, plan: Plan) {
  const rows = await tx.$queryRaw<{ key: string; toolId: string; toolVersion: number; at: Date }[]>`
    select t.gateway_id || ' ' || t.provider || ' ' || t.name as key, t.id as "toolId", v.version as "toolVersion",
           v.created_at as at
    from tools t join tool_versions v on v.tool_id = t.id
    where t.gateway_id = any(${plan.gateways.map(({ id }) => id)}::uuid[]) order by v.version desc`;
  const versions = new Map<string, typeof rows>();
  for (const row of rows) versions.set(row.key, [...(versions.get(row.key) ?? []), row]);
  return (gatewayId: string, provider: string, name: string, moment: number) => {
    const found = versions.get(`${gatewayId} ${provider} ${name}`);
    const { toolId, toolVersion } = found?.find(({ at }) => at.getTime() <= moment) ?? found?.at(-1) ?? {};
    return { toolId, toolVersion };
  };
}
