import "server-only";
import type { JsonObject } from "@/gateway/lint/definition";
import type { Tx } from "@/lib/core/db";
import { compilePatterns, folded } from "../conditions/patterns";
import type { ArgumentCondition, PolicyMatch } from "../conditions/types";
import type { Policy, PolicyWarning } from "../types";
import { type PlaceFound, placeAt, schemaOf } from "./paths";
import { budgetProblemOf, problemOf } from "./words";

type CatalogueTool = { id: string; gateway: string; provider: string; name: string };

export type MatchedTools = {
  tools: readonly CatalogueTool[];
  /** The policy names no tools: of those that its calls may be to, any may lack an argument. */
  isBroad: boolean;
};

// Limits of what is read and compared; policies and tools beyond them are not checked.
const CATALOGUE_MAX = 5_000;
const COMPARED_MAX = 500_000;
const TOOLS_OF_POLICY_MAX = 40;
const SCHEMAS_MAX = 200;
const SCHEMA_CHARS_MAX = 65_536;

/** What a policy says of the tools themselves. */
export type ToolMatch = Pick<PolicyMatch, "tools" | "providers" | "gateways">;

/** The tools of the catalogue that calls under each policy may be to, as far as limits allow. */
export async function findMatchedTools(
  tx: Tx,
  policies: readonly { match: ToolMatch }[],
): Promise<MatchedTools[]> {
  const all = await tx.$queryRaw<CatalogueTool[]>`
    select t.id, g.name as gateway, t.provider, t.name from tools t join gateways g on g.id = t.gateway_id
    order by t.name, t.provider, g.name limit ${CATALOGUE_MAX}`;
  let left = COMPARED_MAX;
  return policies.map(({ match: { tools, providers, gateways } }) => {
    const matched: CatalogueTool[] = [];
    const fits = [anyOf(tools), anyOf(providers), anyOf(gateways)] as const;
    for (const tool of all) {
      left -= 1;
      if (left < 0 || matched.length === TOOLS_OF_POLICY_MAX) break;
      if (fits[0](tool.name) && fits[1](tool.provider) && fits[2](tool.gateway)) matched.push(tool);
    }
    return { tools: matched, isBroad: tools.every((pattern) => /^\*+$/.test(pattern)) };
  });
}

function anyOf(patterns: readonly string[]): (name: string) => boolean {
  if (patterns.length === 0) return () => true;
  const fits = compilePatterns(patterns);
  return (name) => fits(folded(name));
}

type SchemaOf = (tool: CatalogueTool) => JsonObject | null;

/** The input schemas of these tools, as far as limits allow. */
export async function readSchemas(tx: Tx, matched: readonly MatchedTools[]): Promise<SchemaOf> {
  const ids = [...new Set(matched.flatMap(({ tools }) => tools.map(({ id }) => id)))].slice(0, SCHEMAS_MAX);
  const rows = await tx.$queryRaw<{ id: string; text: string }[]>`
    select t.id, v.input_schema as text from tools t join tool_versions v on v.tool_id = t.id and v.version = t.version
    where t.id = any(${ids}::uuid[]) and length(v.input_schema) <= ${SCHEMA_CHARS_MAX}`;
  const schemas = new Map(rows.map(({ id, text }) => [id, schemaOf(text)]));
  return ({ id }) => schemas.get(id) ?? null;
}

/**
 * Conditions that do not agree with the definitions of the tools that a policy matches: an
 * argument that is not there, or one of another type. One list per policy.
 */
export async function findDefinitionWarnings(
  tx: Tx,
  policies: readonly Policy[],
): Promise<PolicyWarning[][]> {
  const asked = policies.filter(({ match, budget }) => match.arguments.length > 0 || budget?.of);
  if (asked.length === 0) return policies.map(() => []);
  const matched = await findMatchedTools(tx, asked);
  const schemaOfTool = await readSchemas(tx, matched);
  const found = new Map(
    asked.map((policy, at) => [policy, warningsOf(policy, matched[at] ?? NONE_MATCHED, schemaOfTool)]),
  );
  return policies.map((policy) => found.get(policy) ?? []);
}

const NONE_MATCHED: MatchedTools = { tools: [], isBroad: false };

function warningsOf(policy: Policy, matched: MatchedTools, schemaOfTool: SchemaOf): PolicyWarning[] {
  const allows = policy.action === "allow";
  const checked = matched.tools.flatMap((tool) => {
    const schema = schemaOfTool(tool);
    return schema ? [{ tool, schema }] : [];
  });
  const warn = (pointer: string, path: string, problem: (place: PlaceFound) => string | null) => {
    const problems = checked.flatMap(({ tool, schema }) => {
      const words = problem(placeAt(schema, path));
      return words === null ? [] : [{ tool, words }];
    });
    if (matched.isBroad && problems.length < checked.length) return [];
    return toldOnce(pointer, problems, checked.length);
  };
  const onArguments = policy.match.arguments.flatMap((condition: ArgumentCondition, at) =>
    warn(`/match/arguments/${at}`, condition.path, (place) => problemOf(condition, place, allows)),
  );
  const of = policy.budget?.of ?? null;
  const onBudget = of === null ? [] : warn("/budget/of", of, (place) => budgetProblemOf(of, place));
  return [...onArguments, ...onBudget];
}

type Problem = { tool: CatalogueTool; words: string };

/** One warning for a condition: the first tool by name, and the number of others. */
function toldOnce(pointer: string, problems: readonly Problem[], checked: number): PolicyWarning[] {
  const [first] = problems;
  if (!first) return [];
  const said = `The tool ${first.tool.name} of ${first.tool.provider} ${first.words}`;
  const others = problems.length - 1;
  const more =
    others === 0
      ? ""
      : ` ${others} more of the ${checked} tools that this policy matches ${others === 1 ? "differs" : "differ"} from the condition too.`;
  return [{ pointer, message: `${said}${more}` }];
}
