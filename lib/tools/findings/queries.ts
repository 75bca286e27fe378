import { read, type Tx } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { gatewayInScope } from "../catalogue/queries";
import { lintWhere } from "../lint-results";
import { withTogether } from "./together";
import { LINTED_MAX, type LintedFilter, type LintedTool } from "./types";

/** The tools in scope with lint findings, at most 2,000; `capped` if there are more. */
export function listLinted(
  scope: Scope,
  { toolId, gateway, provider, tool }: LintedFilter = {},
): Promise<{ tools: LintedTool[]; capped: boolean }> {
  const conditions = [
    gatewayInScope(scope),
    ...(toolId === undefined ? [] : [Prisma.sql`t.id = ${toolId}::uuid`]),
    ...(gateway === undefined ? [] : [Prisma.sql`g.name = ${gateway}`]),
    ...(provider === undefined ? [] : [Prisma.sql`t.provider = ${provider}`]),
    ...(tool === undefined ? [] : [Prisma.sql`t.name = ${tool}`]),
  ];
  return read(scope, async (tx) => {
    const tools = await lintWhere(tx, Prisma.join(conditions, " and "), LINTED_MAX + 1);
    const shown = tools.slice(0, LINTED_MAX);
    const all = toolId === undefined && tool === undefined ? shown : await lintBeside(tx, shown);
    return { tools: withTogether(shown, all), capped: tools.length > LINTED_MAX };
  });
}

/** All tools of the providers of these, with what the rules say of each. */
export function lintBeside(tx: Tx, tools: readonly LintedTool[]): Promise<LintedTool[]> {
  const gateways = [...new Set(tools.map(({ gateway }) => gateway.id))];
  const providers = [...new Set(tools.map(({ provider }) => provider))];
  return lintWhere(
    tx,
    Prisma.sql`t.gateway_id = any(${gateways}::uuid[]) and t.provider = any(${providers}::text[])`,
    LINTED_MAX,
  );
}
