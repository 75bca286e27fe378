import { lintTogether } from "@/gateway/lint/provider-checks";
import type { Finding } from "@/gateway/lint/types";
import { plainDefinition } from "../lint";
import type { LintedTool } from "./types";

/** A gateway's provider, whose tools agents see together. */
const providerOf = ({ gateway, provider }: Pick<LintedTool, "gateway" | "provider">): string =>
  `${gateway.id} ${provider}`;

/**
 * The tools with what is found in all of their provider's together; each such finding is the first tool's that it names.
 * @param all every tool of these providers
 */
export function withTogether(tools: readonly LintedTool[], all: readonly LintedTool[]): LintedTool[] {
  const more = new Map<string, Finding[]>();
  for (const family of familiesOf(all).values())
    for (const { tools: names, ...finding } of lintTogether(family.map(asDefinition))) {
      const first = family.find(({ name }) => name === names[0]);
      // The reference gateway asks for the rationale itself, so a catalogue never has it.
      if (first && finding.code !== "no_rationale")
        more.set(first.id, [...(more.get(first.id) ?? []), finding]);
    }
  return tools.map((tool) => ({ ...tool, found: [...tool.found, ...(more.get(tool.id) ?? [])] }));
}

function familiesOf(tools: readonly LintedTool[]): Map<string, LintedTool[]> {
  const families = new Map<string, LintedTool[]>();
  for (const tool of tools) {
    const family = families.get(providerOf(tool));
    if (family) family.push(tool);
    else families.set(providerOf(tool), [tool]);
  }
  return families;
}

const asDefinition = ({ name, description, inputSchemaText }: LintedTool) =>
  plainDefinition({ name, description, inputSchemaText, annotationsText: null, risk: null });
