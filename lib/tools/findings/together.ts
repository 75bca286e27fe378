import { groupedBy } from "@/gateway/lint/groups";
import { lintTogether } from "@/gateway/lint/provider-checks";
import type { Finding } from "@/gateway/lint/types";
import { sha256 } from "@/lib/core/sha256";
import { plainDefinition } from "../lint";
import { Kept } from "./cache";
import { LINTED_MAX, type LintedTool } from "./types";

const providerOf = ({ gateway, provider }: Pick<LintedTool, "gateway" | "provider">): string =>
  `${gateway.id} ${provider}`;

/**
 * Adds findings about all tools of a provider to the first tool they name.
 * @param all every tool of these providers
 */
export function withTogether(tools: readonly LintedTool[], all: readonly LintedTool[]): LintedTool[] {
  const more = new Map<string, Finding[]>();
  for (const [id, family] of groupedBy(all, providerOf))
    for (const { tools: names, ...finding } of foundIn(id, family)) {
      const first = family.find(({ name }) => name === names[0]);
      // The reference gateway asks for the rationale itself, so its catalogues never have it.
      if (first && finding.code !== "no_rationale")
        more.set(first.id, [...(more.get(first.id) ?? []), finding]);
    }
  return tools.map((tool) => ({ ...tool, found: [...tool.found, ...(more.get(tool.id) ?? [])] }));
}

const kept = new Kept<ReturnType<typeof lintTogether>>(LINTED_MAX);

function foundIn(provider: string, family: readonly LintedTool[]): ReturnType<typeof lintTogether> {
  const from = sha256(JSON.stringify(family.map(({ id, sha256: definition }) => [id, definition])));
  return kept.get(provider, from, () => lintTogether(family.map(asDefinition)));
}

const asDefinition = ({ name, description, inputSchemaText }: LintedTool) =>
  plainDefinition({ name, description, inputSchemaText, annotationsText: null, risk: null });
