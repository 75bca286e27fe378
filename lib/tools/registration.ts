import { ingest, type Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { canonicalJson } from "@/lib/core/json/canonical";
import { parseJson } from "@/lib/core/json/parse";
import { type RawJson, serializeJson } from "@/lib/core/json/raw";
import type { RiskWord } from "@/lib/core/risk";
import { type GatewayScope, NO_TENANT } from "@/lib/core/scope";
import { sha256 } from "@/lib/core/sha256";
import { announce } from "@/lib/live/announce";
import { countFindings } from "./catalogue/rules";
import { storeCheatsheet } from "./cheatsheet/commands";
import { hintsOf } from "./hints";
import { lintDefinition } from "./lint";
import { listEffectiveRatings, onlyTenant } from "./queries";
import type { GivenTool, PutTools } from "./schema";
import type { RegisteredTool, ToolChange } from "./types";

type Planned = { id: string; given: GivenTool; plan: Plan };

/**
 * Takes in a provider's tools as its server lists them. A changed definition is a new version; equal lists at once make one.
 * Tools that are missing from the list stay. Risk in the answer is what holds for the key's tenant, or for all if it has several.
 */
export function registerTools(scope: GatewayScope, input: PutTools): Promise<RegisteredTool[]> {
  const gatewayId = scope.actor.id;
  return ingest(scope, async (tx) => {
    const lock = `tools:${JSON.stringify([gatewayId, input.provider])}`;
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
    const stored = await storedTools(tx, gatewayId, input);
    const planned = input.tools.map((given): Planned => {
      const before = stored.get(given.name);
      return { id: before?.id ?? newId(), given, plan: planTool(given, before) };
    });
    await store(tx, gatewayId, input.provider, planned);
    if (input.cheatsheet !== null) {
      const { provider, cheatsheet: markdown } = input;
      await storeCheatsheet(tx, scope, { gatewayId, provider, markdown });
    }
    if (planned.some(({ plan }) => plan.changed !== "unchanged"))
      await announce(tx, "tool", NO_TENANT, gatewayId);
    const answered = await answers(tx, scope, input.provider, planned);
    await storeFindings(tx, answered);
    return answered;
  });
}

async function storedTools(tx: Tx, gatewayId: string, input: PutTools): Promise<Map<string, StoredTool>> {
  const rows = await tx.$queryRaw<StoredTool[]>`
    select t.id, t.name, t.version, t.risk::text as risk, t.requires_confirmation as "requiresConfirmation", t.impact,
           t.category, v.description, v.input_schema as "inputSchema", v.output_schema as "outputSchema", v.annotations,
           v.definition_sha256 as "definitionSha256"
    from tools t join tool_versions v on v.tool_id = t.id and v.version = t.version
    where t.gateway_id = ${gatewayId}::uuid and t.provider = ${input.provider}
      and t.name = any(${input.tools.map((tool) => tool.name)}::text[])`;
  return new Map(rows.map((row) => [row.name, row]));
}

/** One statement each for new tools, changed tools and new definitions, however many there are. */
async function store(
  tx: Tx,
  gatewayId: string,
  provider: string,
  planned: readonly Planned[],
): Promise<void> {
  const created = planned.filter(({ plan }) => plan.changed === "created").map(toolRow);
  const updated = planned.filter(({ plan }) => plan.changed === "updated").map(toolRow);
  const versions = planned.filter(({ plan }) => plan.redefined).map(versionRow);
  if (created.length > 0)
    await tx.$executeRaw`
      insert into tools (id, gateway_id, provider, name, risk, requires_confirmation, impact, category, version, updated_at)
      select id, ${gatewayId}::uuid, ${provider}, name, risk::risk, requires_confirmation, impact, category, version,
             clock_timestamp()
      from json_to_recordset(${serializeJson(created)}::json)
        as r(id uuid, name text, risk text, requires_confirmation boolean, impact text, category text, version int)`;
  if (updated.length > 0)
    await tx.$executeRaw`
      update tools t
      set risk = coalesce(r.risk::risk, t.risk), impact = coalesce(r.impact, t.impact),
          requires_confirmation = coalesce(r.requires_confirmation, t.requires_confirmation),
          category = coalesce(r.category, t.category), version = r.version, updated_at = clock_timestamp()
      from json_to_recordset(${serializeJson(updated)}::json)
        as r(id uuid, risk text, requires_confirmation boolean, impact text, category text, version int)
      where t.gateway_id = ${gatewayId}::uuid and t.id = r.id`;
  if (versions.length > 0)
    await tx.$executeRaw`
      insert into tool_versions (tool_id, version, description, input_schema, output_schema, annotations, definition_sha256,
                                 read_only_hint, destructive_hint)
      select tool_id, version, description, input_schema, output_schema, annotations, definition_sha256, read_only_hint,
             destructive_hint
      from json_to_recordset(${serializeJson(versions)}::json)
        as r(tool_id uuid, version int, description text, input_schema text, output_schema text, annotations text,
             definition_sha256 text, read_only_hint boolean, destructive_hint boolean)`;
}

function toolRow({ id, given, plan }: Planned) {
  const { name, risk, requiresConfirmation, impact, category } = given;
  return {
    id,
    name,
    risk,
    requires_confirmation: requiresConfirmation,
    impact,
    category,
    version: plan.version,
  };
}

function versionRow({ id, given, plan }: Planned) {
  const hints = hintsOf(given.annotations?.text ?? null);
  return {
    tool_id: id,
    version: plan.version,
    description: given.description,
    input_schema: given.inputSchema.text,
    output_schema: given.outputSchema?.text,
    annotations: given.annotations?.text,
    definition_sha256: plan.definitionSha256,
    read_only_hint: hints.readOnly,
    destructive_hint: hints.destructive,
  };
}

/** Counts of the lint beside the definitions, so that lists can filter by them. Rules that changed since correct themselves here. */
async function storeFindings(tx: Tx, answers: readonly RegisteredTool[]): Promise<void> {
  const counted = answers.map(({ id, version, findings }) => ({ id, version, ...countFindings(findings) }));
  await tx.$executeRaw`
    update tool_versions v set warnings = r.warnings, remarks = r.remarks
    from json_to_recordset(${serializeJson(counted)}::json) as r(id uuid, version int, warnings int, remarks int)
    where v.tool_id = r.id and v.version = r.version
      and (v.warnings, v.remarks) is distinct from (r.warnings, r.remarks)`;
}

async function answers(
  tx: Tx,
  scope: GatewayScope,
  provider: string,
  planned: readonly Planned[],
): Promise<RegisteredTool[]> {
  const ratings = await listEffectiveRatings(tx, scope.actor.id, onlyTenant(scope));
  const ratingOf = new Map(ratings.map((rating) => [rating.id, rating]));
  return planned.flatMap(({ id, given, plan }) => {
    const rating = ratingOf.get(id);
    if (!rating) return [];
    const { name, description, inputSchema, annotations } = given;
    const definition = {
      name,
      description,
      inputSchemaText: inputSchema.text,
      annotationsText: annotations?.text ?? null,
    };
    return [
      {
        id,
        name,
        provider,
        version: plan.version,
        risk: rating.risk,
        requiresConfirmation: rating.requiresConfirmation,
        findings: lintDefinition(definition),
        changed: plan.changed,
        changes: plan.changes,
      },
    ];
  });
}

/** A tool as the catalogue has it, with its newest definition. */
type StoredTool = {
  id: string;
  name: string;
  version: number;
  risk: RiskWord | null;
  requiresConfirmation: boolean | null;
  impact: string | null;
  category: string | null;
  description: string;
  inputSchema: string;
  outputSchema: string | null;
  annotations: string | null;
  definitionSha256: string;
};

type Plan = {
  changed: "created" | "updated" | "unchanged";
  changes: ToolChange[];
  version: number;
  /** Whether the definition is a new version. */
  redefined: boolean;
  definitionSha256: string;
};

/** Hex SHA-256 over the canonical form of what makes a definition: white space and key order do not. */
export function definitionSha256(tool: GivenTool): string {
  const part = (raw: RawJson | null) => (raw === null ? "null" : canonicalJson(raw.node));
  return sha256(
    `{"annotations":${part(tool.annotations)},"description":${JSON.stringify(tool.description)},` +
      `"inputSchema":${part(tool.inputSchema)},"outputSchema":${part(tool.outputSchema)}}`,
  );
}

/** What registering a tool changes. Ratings that are not given stay. */
function planTool(given: GivenTool, stored: StoredTool | undefined): Plan {
  const digest = definitionSha256(given);
  if (!stored)
    return { changed: "created", changes: [], version: 1, redefined: true, definitionSha256: digest };
  const definition = digest === stored.definitionSha256 ? [] : definitionChanges(given, stored);
  const changes = [...definition, ...ratingChanges(given, stored)];
  const redefined = definition.length > 0;
  return {
    changed: changes.length > 0 ? "updated" : "unchanged",
    changes,
    version: stored.version + (redefined ? 1 : 0),
    redefined,
    definitionSha256: digest,
  };
}

function definitionChanges(given: GivenTool, stored: StoredTool): ToolChange[] {
  const changes: ToolChange[] = given.description === stored.description ? [] : ["description"];
  for (const part of ["inputSchema", "outputSchema", "annotations"] as const)
    if (differs(given[part], stored[part])) changes.push(part);
  return changes;
}

function differs(given: RawJson | null, stored: string | null): boolean {
  if (given === null || stored === null) return given !== stored;
  return canonicalJson(given.node) !== canonicalJson(parseJson(stored));
}

function ratingChanges(given: GivenTool, stored: StoredTool): ToolChange[] {
  const pairs: [ToolChange, unknown, unknown][] = [
    ["risk", given.risk, stored.risk],
    ["requires_confirmation", given.requiresConfirmation, stored.requiresConfirmation],
    ["impact", given.impact, stored.impact],
    ["category", given.category, stored.category],
  ];
  return pairs.filter(([, now, before]) => now !== undefined && now !== before).map(([change]) => change);
}
