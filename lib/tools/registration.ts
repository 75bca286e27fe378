import { ingest, type Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { serializeJson } from "@/lib/core/json/raw";
import { type GatewayScope, NO_TENANT } from "@/lib/core/scope";
import { assertCoversGateway } from "@/lib/gateways/queries";
import { announce } from "@/lib/live/announce";
import { keepRules, type Ruled, ruledAtRegistration } from "./by-rule/intake";
import { storeCheatsheet } from "./cheatsheet/commands";
import { countsOf, storeCounts } from "./finding-counts";
import type { LintedTool } from "./findings/types";
import { hintsOf } from "./hints";
import { lintStored } from "./lint-results";
import { lockCatalogue } from "./lock";
import { type Plan, planTool, type StoredTool } from "./plan";
import { type Asked, type ProposalPlan, planProposals, storeProposals } from "./proposals/intake";
import { lowersUnknown } from "./proposals/rules";
import { listEffectiveRatings, onlyTenant, ruleRatingOf } from "./queries";
import type { GivenTool, PutTools } from "./schema";
import type { RegisteredTool } from "./types";

type Planned = { id: string; given: GivenTool; plan: Plan; ruled: Ruled };

/**
 * Registers a provider's tools. A changed definition is a new version; concurrent equal lists
 * create one. Missing tools stay. A lowering rating becomes a proposal. The answer has the risk for
 * the key's tenant, or for all with several.
 * @throws DomainError FORBIDDEN if the list changes anything and the key covers only some of the
 * gateway's tenants
 */
export function registerTools(scope: GatewayScope, input: PutTools): Promise<RegisteredTool[]> {
  const gatewayId = scope.actor.id;
  return ingest(scope, async (tx) => {
    await lockCatalogue(tx, gatewayId, input.provider);
    const rules = await keepRules(tx);
    const stored = await storedTools(tx, gatewayId, input);
    const planned = input.tools.map((given): Planned => {
      const before = stored.get(given.name);
      const ruled = ruledAtRegistration(rules, input.provider, given, before?.rule);
      return { id: before?.id ?? newId(), given, plan: planTool(given, before), ruled };
    });
    const proposals = await planProposals(
      tx,
      planned.map((one) => askedOf(input.provider, one)),
    );
    const changed = planned.some(({ plan }) => plan.changed !== "unchanged");
    const proposes = proposals.fresh.length + proposals.withdrawn.length > 0;
    if (changed || proposes) await assertCoversGateway(tx, scope, "tools");
    await store(tx, gatewayId, input.provider, planned);
    if (input.cheatsheet !== null) {
      const { provider, cheatsheet: markdown } = input;
      await storeCheatsheet(tx, scope, { gatewayId, provider, markdown });
    }
    if (changed || proposes) await announce(tx, "tool", NO_TENANT, gatewayId);
    const linted = await lintStored(
      tx,
      planned.map(({ id }) => id),
    );
    const answered = await answers(tx, scope, input.provider, { planned, proposals, linted });
    await storeCounts(tx, linted.map(countsOf));
    await storeProposals(tx, scope, input.provider, proposals);
    return answered;
  });
}

function askedOf(provider: string, { id, given, plan }: Planned): Asked {
  return {
    toolId: id,
    provider,
    name: given.name,
    given: given.risk !== undefined || given.requiresConfirmation !== undefined,
    redefined: plan.redefined,
    ...plan.rating,
  };
}

type StoredRow = Omit<StoredTool, "rule"> & Parameters<typeof ruleRatingOf>[0];

async function storedTools(tx: Tx, gatewayId: string, input: PutTools): Promise<Map<string, StoredTool>> {
  const rows = await tx.$queryRaw<StoredRow[]>`
    select t.id, t.name, t.version, t.risk::text as risk, t.requires_confirmation as "requiresConfirmation", t.impact,
           t.category, v.description, v.input_schema as "inputSchema", v.output_schema as "outputSchema", v.annotations,
           v.definition_sha256 as "definitionSha256", t.rule_risk::text as "ruleRisk",
           t.rule_confirmation as "ruleConfirmation", t.rule_name as "ruleName"
    from tools t join tool_versions v on v.tool_id = t.id and v.version = t.version
    where t.gateway_id = ${gatewayId}::uuid and t.provider = ${input.provider}
      and t.name = any(${input.tools.map((tool) => tool.name)}::text[])`;
  return new Map(rows.map((row) => [row.name, { ...row, rule: ruleRatingOf(row) }]));
}

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
      insert into tools (id, gateway_id, provider, name, risk, requires_confirmation, impact, category, version, rule_risk,
                         rule_confirmation, rule_name, updated_at)
      select id, ${gatewayId}::uuid, ${provider}, name, risk::risk, requires_confirmation, impact, category, version,
             rule_risk::risk, rule_confirmation, rule_name, clock_timestamp()
      from json_to_recordset(${serializeJson(created)}::json)
        as r(id uuid, name text, risk text, requires_confirmation boolean, impact text, category text, version int,
             rule_risk text, rule_confirmation boolean, rule_name text)`;
  if (updated.length > 0)
    await tx.$executeRaw`
      update tools t
      set risk = coalesce(r.risk::risk, t.risk), impact = coalesce(r.impact, t.impact),
          requires_confirmation = coalesce(r.requires_confirmation, t.requires_confirmation),
          category = coalesce(r.category, t.category), version = r.version, updated_at = clock_timestamp(),
          rule_risk = case when r.redefined then r.rule_risk::risk else t.rule_risk end,
          rule_confirmation = case when r.redefined then r.rule_confirmation else t.rule_confirmation end,
          rule_name = case when r.redefined then r.rule_name else t.rule_name end
      from json_to_recordset(${serializeJson(updated)}::json)
        as r(id uuid, risk text, requires_confirmation boolean, impact text, category text, version int, redefined boolean,
             rule_risk text, rule_confirmation boolean, rule_name text)
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

function toolRow({ id, given, plan, ruled: { rule } }: Planned) {
  const { name, impact, category } = given;
  const { risk, requiresConfirmation } = plan.rating.holds;
  return {
    id,
    name,
    risk,
    requires_confirmation: requiresConfirmation,
    impact,
    category,
    version: plan.version,
    redefined: plan.redefined,
    rule_risk: rule?.risk,
    rule_confirmation: rule?.requiresConfirmation,
    rule_name: rule?.name,
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

type Judged = { planned: readonly Planned[]; proposals: ProposalPlan; linted: readonly LintedTool[] };

async function answers(
  tx: Tx,
  scope: GatewayScope,
  provider: string,
  { planned, proposals, linted }: Judged,
): Promise<RegisteredTool[]> {
  const ratings = await listEffectiveRatings(tx, scope.actor.id, onlyTenant(scope));
  const ratingOf = new Map(ratings.map((rating) => [rating.id, rating]));
  const foundIn = new Map(linted.map(({ id, found }) => [id, found]));
  return planned.flatMap(({ id, given, plan, ruled }) => {
    const rating = ratingOf.get(id);
    if (!rating) return [];
    return [
      {
        id,
        name: given.name,
        provider,
        version: plan.version,
        risk: rating.risk,
        requiresConfirmation: rating.requiresConfirmation,
        findings: [...(foundIn.get(id) ?? [])],
        changed: plan.changed,
        changes: plan.changes,
        proposed: proposals.after.get(id) ?? null,
        lessGuarded: plan.changed === "created" && lowersUnknown(plan.rating.holds, ruled),
      },
    ];
  });
}
