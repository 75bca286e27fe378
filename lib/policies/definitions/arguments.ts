import "server-only";
import { read } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import type { ArgumentOffer, ArgumentOffers } from "../offers";
import { describedPaths } from "./paths";
import { findMatchedTools, readSchemas, type ToolMatch } from "./queries";
import { typesWords } from "./words";

const ARGUMENTS_OFFERED_MAX = 300;
const DESCRIPTION_SHOWN = 120;

/**
 * The arguments of the tools that these patterns match; none for patterns that match any tool.
 * @throws DomainError FORBIDDEN
 */
export async function findArgumentOffers(scope: Scope, match: ToolMatch): Promise<ArgumentOffers> {
  assertMayAdministerAll(scope, "see the tools of every tenant");
  const { tools, providers, gateways } = match;
  if ([...tools, ...providers, ...gateways].length === 0) return { arguments: [], tools: 0 };
  const schemas = await read(scope, async (tx) => {
    const matched = await findMatchedTools(tx, [{ match }]);
    const schemaOf = await readSchemas(tx, matched);
    return matched.flatMap((one) => one.tools.map(schemaOf).filter((schema) => schema !== null));
  });
  const found = new Map<string, Omit<ArgumentOffer, "types"> & { types: Set<string> }>();
  for (const schema of schemas)
    for (const { path, types, description } of describedPaths(schema)) {
      const one = found.get(path) ?? { path, types: new Set(), description, tools: 0 };
      for (const type of types) one.types.add(type);
      found.set(path, { ...one, description: one.description || description, tools: one.tools + 1 });
    }
  const offered = [...found.values()].sort((a, b) => b.tools - a.tools).slice(0, ARGUMENTS_OFFERED_MAX);
  return {
    tools: schemas.length,
    arguments: offered.map(({ types, description, ...one }) => ({
      ...one,
      types: types.size === 0 ? "" : typesWords(types),
      description: description.slice(0, DESCRIPTION_SHOWN),
    })),
  };
}
