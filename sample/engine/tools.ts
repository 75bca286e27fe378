import { parseJson } from "@/lib/core/json/parse";
import { RawJson } from "@/lib/core/json/raw";
import { sha256 } from "@/lib/core/sha256";
import { hintsOf } from "@/lib/tools/hints";
import { definitionSha256 } from "@/lib/tools/plan";
import { type Listed, readCatalogue, readCheatsheet } from "./catalogues";
import { Chance } from "./chance";
import { DAY_MS, LEARNT_DAYS, type Plan, type PlannedGateway } from "./plan";
import type { RowOf, Rows } from "./rows";

// One in this many tools had a shorter first definition.
const CHANGED_ONE_IN = 14;

/** A provider's tools as registered; some were redefined later. */
function registered(plan: Plan, { id: gatewayId, name }: PlannedGateway, provider: string) {
  const chance = new Chance(`${plan.seed}/tools/${name}/${provider}`);
  const first = plan.anchor - 56 * DAY_MS + chance.int(0, DAY_MS);
  return readCatalogue(provider).map((tool) => {
    const id = chance.id(first);
    const mended = plan.world.mended[`${provider}/${tool.name}`];
    const changed = chance.int(1, CHANGED_ONE_IN) === 1 || mended !== undefined;
    const drawn = chance.int(4, 30);
    const second = changed ? plan.anchor - (mended?.daysAgo ?? drawn) * DAY_MS : null;
    return { id, gatewayId, provider, tool, first, second, loose: mended?.loose };
  });
}

export type Registry = ReturnType<typeof registryOf>;

export function registryOf(plan: Plan) {
  const all = plan.gateways.flatMap((one) =>
    one.providers.flatMap((provider) => registered(plan, one, provider)),
  );
  return new Map(all.map((one) => [`${one.provider}/${one.tool.name}`, one]));
}

/** The tool of a call and its version at that time. */
export function toolAt(registry: Registry, name: string, at: number) {
  const { id: toolId, second } = registry.get(name) ?? {};
  return { toolId, toolVersion: second && second <= at ? 2 : 1 };
}

/** A provider's tools with their versions and the provider's cheatsheet. */
export function toolRows(plan: Plan, registry: Registry, provider: string): Rows {
  const tools = [...registry.values()].filter((one) => one.provider === provider);
  return {
    Tool: tools.map(({ tool: { name }, first, second, loose: _, ...of }) => {
      const rated = ratingOf(plan.world.ratings, provider, name);
      return { ...of, name, ...rated, version: second ? 2 : 1, createdAt: first, updatedAt: second ?? first };
    }),
    ToolVersion: tools.flatMap(({ id, tool, first, second, loose }) =>
      second
        ? [
            versionRow(id, 1, loose ? loosely(tool, loose) : earlier(tool), first),
            versionRow(id, 2, tool, second),
          ]
        : [versionRow(id, 1, tool, first)],
    ),
    ...cheatsheetRows(plan, tools[0]?.gatewayId, provider),
  };
}

function cheatsheetRows(
  { seed, world, anchor: at, tenants }: Plan,
  gatewayId: string | undefined,
  provider: string,
) {
  if (!world.cheatsheets.includes(provider)) return {};
  const markdown = readCheatsheet(provider);
  const publishedAt = at - LEARNT_DAYS * DAY_MS;
  const publishedBy = tenants[0]?.people[1]?.name ?? "";
  const text = { markdown, etag: sha256(markdown).slice(0, 32), version: 1 };
  const id = new Chance(`${seed}/cheatsheets/${provider}`).id(publishedAt);
  return {
    Cheatsheet: [{ ...text, id, gatewayId, provider, updatedBy: publishedBy, updatedAt: publishedAt }],
    CheatsheetVersion: [{ ...text, cheatsheetId: id, publishedBy, publishedAt }],
  };
}

/** Rating by people, else from its name; some tools are unrated. */
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

/** A plausible earlier definition: only the first sentence, without the last optional parameter. */
function earlier(tool: Listed): Listed {
  const description = (tool.description ?? "").split(/(?<=\.)\s/)[0] ?? "";
  const { properties = {}, required = [] } = tool.inputSchema as { properties?: object; required?: string[] };
  const last = Object.keys(properties).findLast((name) => !required.includes(name));
  const kept = Object.fromEntries(Object.entries(properties).filter(([name]) => name !== last));
  const same = last === undefined && description === tool.description;
  const inputSchema = { ...tool.inputSchema, properties: kept };
  return { ...tool, description: same ? `${description} (beta)` : description, inputSchema };
}

/** The same with a parameter reduced to its type. */
function loosely(tool: Listed, name: string): Listed {
  const { properties = {} } = tool.inputSchema as { properties?: Record<string, { type?: unknown }> };
  const bare = { type: properties[name]?.type };
  return { ...tool, inputSchema: { ...tool.inputSchema, properties: { ...properties, [name]: bare } } };
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
    createdAt,
  };
}

export function overrideRows(plan: Plan, registry: Registry): RowOf<"ToolRating">[] {
  const chance = new Chance(`${plan.seed}/overrides`);
  return plan.world.overrides.map(({ tool, company, daysAgo, risk, confirm: requiresConfirmation }) => {
    const tenant = plan.tenants.find(({ key }) => key === company);
    const ratedAt = plan.anchor - daysAgo * DAY_MS;
    const ratedBy = (tenant ?? plan.tenants[0])?.people[0]?.id ?? "";
    const { toolId = "", toolVersion } = toolAt(registry, tool, ratedAt);
    const of = { toolId, toolVersion, tenantId: tenant?.id };
    return { ...of, id: chance.id(ratedAt), risk, requiresConfirmation, ratedBy, ratedAt };
  });
}
