import type { Scope } from "@/lib/core/scope";
import { type KnownIssue, listKnownIssues } from "@/lib/feedback/known-issues";
import { policiesOfTools } from "@/lib/policies/tool-outcomes";
import { listKnownTools } from "@/lib/tools/known/queries";
import type { KnownTool, Told } from "@/lib/tools/known/types";
import { onlyTenant } from "@/lib/tools/queries";
import { listToolStandings, type ToolStandings } from "./boundaries/queries";
import { AXIS_SESSIONS_MIN } from "./boundaries/types";
import type { CountsOfTools } from "./health/counts";
import { listHealthCounts } from "./health/queries";
import { healthOf } from "./health/rules";
import { HEALTH_DAYS } from "./health/types";

/**
 * Tools an agent can see, with recent health, referrals and known problems.
 * @param tenantId whose ratings and calls count; null if several are possible, then no tenant's
 * problems are included
 * @throws DomainError NOT_FOUND as `listKnownTools`
 */
export async function listToldTools(
  scope: Scope,
  filter: { provider?: string; gateway?: string },
  tenantId: string | null = onlyTenant(scope),
): Promise<KnownTool[]> {
  const tools = await listKnownTools(scope, filter, tenantId);
  if (tools.length === 0) return tools;
  const names = [...new Set(tools.map(({ name }) => name))];
  const [countsOf, standings, issues] = await Promise.all([
    listHealthCounts(scope, tenantId, tools),
    listToolStandings(scope, tools, tenantId),
    tenantId === null ? [] : listKnownIssues(scope, tenantId, names),
  ]);
  const facts = { countsOf, standings, issues };
  const policyOf = await policiesOfTools(scope, tenantId);
  return tools.map((tool) => ({ ...tool, policy: policyOf(tool), told: toldOf(tool, tools, facts) }));
}

type Facts = {
  countsOf: CountsOfTools;
  standings: ToolStandings;
  issues: readonly KnownIssue[];
};

function healthToldOf(
  tool: KnownTool,
  standing: ReturnType<ToolStandings["get"]>,
  { countsOf }: Facts,
): Told["health"] {
  const lowUse = standing?.utility.repeated ?? false;
  const { state, ran, failed } = healthOf(countsOf(tool).counts, lowUse);
  return { state, days: HEALTH_DAYS, ran, failed, lowUse };
}

function toldOf(tool: KnownTool, all: readonly KnownTool[], facts: Facts): Told {
  const standing = facts.standings.get(tool.id);
  // Agents invent axis names. A name is shown only once several sessions used it.
  const axes = (standing?.axes ?? []).filter(({ sessions }) => sessions >= AXIS_SESSIONS_MIN);
  const told = new Set(axes.map(({ axis }) => axis));
  const prefer = (standing?.successors ?? [])
    .filter(({ axis }) => told.has(axis))
    .filter(({ provider, tool: name }) =>
      all.some((one) => one.name === name && (provider === null || one.provider === provider)),
    );
  return {
    health: healthToldOf(tool, standing, facts),
    boundary:
      standing?.cohesion === "warning"
        ? {
            axes: axes.map(({ axis }) => axis),
            prefer: prefer.map(({ axis, provider, tool: name }) => ({ for: axis, provider, tool: name })),
          }
        : null,
    issues: facts.issues.filter(
      (issue) => issue.tool === tool.name && (issue.provider === null || issue.provider === tool.provider),
    ),
  };
}
