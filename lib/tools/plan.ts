import { canonicalJson } from "@/lib/core/json/canonical";
import { type JsonNode, parseJson } from "@/lib/core/json/parse";
import type { RawJson } from "@/lib/core/json/raw";
import type { RiskWord } from "@/lib/core/risk";
import { sha256 } from "@/lib/core/sha256";
import type { NamedRuleRating } from "./by-rule/types";
import { withoutInstants } from "./instants";
import { type Registered, registeredRating } from "./proposals/rules";
import type { Rating } from "./rating";
import type { GivenTool } from "./schema";
import type { ToolChange } from "./types";

export type StoredTool = {
  id: string;
  name: string;
  version: number;
  risk: RiskWord | null;
  requiresConfirmation: boolean | null;
  rule: NamedRuleRating | null;
  impact: string | null;
  category: string | null;
  description: string;
  inputSchema: string;
  outputSchema: string | null;
  annotations: string | null;
  definitionSha256: string;
};

export type Plan = {
  changed: "created" | "updated" | "unchanged";
  changes: ToolChange[];
  version: number;
  redefined: boolean;
  definitionSha256: string;
  rating: Registered;
};

/** Hex SHA-256 of the canonical definition, independent of white space and key order. */
export function definitionSha256(tool: GivenTool): string {
  const part = (raw: RawJson | null) => (raw === null ? "null" : canonicalJson(raw.node));
  return sha256(
    `{"annotations":${part(tool.annotations)},"description":${JSON.stringify(tool.description)},` +
      `"inputSchema":${part(tool.inputSchema)},"outputSchema":${part(tool.outputSchema)}}`,
  );
}

/**
 * Changes by a registration. Other times under `default` or `examples` are no change. Omitted
 * ratings stay. A new tool has no rating to lower.
 */
export function planTool(given: GivenTool, stored: StoredTool | undefined): Plan {
  const digest = definitionSha256(given);
  const asked = {
    risk: given.risk ?? stored?.risk ?? null,
    requiresConfirmation: given.requiresConfirmation ?? stored?.requiresConfirmation ?? null,
  };
  if (!stored) {
    const rating = { holds: asked, proposed: null };
    return { changed: "created", changes: [], version: 1, redefined: true, definitionSha256: digest, rating };
  }
  const rating = registeredRating(stored, asked, stored.rule);
  const definition = digest === stored.definitionSha256 ? [] : definitionChanges(given, stored);
  const changes = [...definition, ...otherChanges({ ...given, ...rating.holds }, stored)];
  const redefined = definition.length > 0;
  return {
    changed: changes.length > 0 ? "updated" : "unchanged",
    changes,
    version: stored.version + (redefined ? 1 : 0),
    redefined,
    definitionSha256: digest,
    rating,
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
  const form = (node: JsonNode) => canonicalJson(withoutInstants(node));
  return form(given.node) !== form(parseJson(stored));
}

type Others = Pick<GivenTool, "impact" | "category"> & Rating;

function otherChanges(given: Others, stored: StoredTool): ToolChange[] {
  const pairs: [ToolChange, unknown, unknown][] = [
    ["risk", given.risk, stored.risk],
    ["requires_confirmation", given.requiresConfirmation, stored.requiresConfirmation],
    ["impact", given.impact, stored.impact],
    ["category", given.category, stored.category],
  ];
  return pairs.filter(([, now, before]) => now !== undefined && now !== before).map(([change]) => change);
}
