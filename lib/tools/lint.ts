import { definitionFrom, type Json, type ToolDefinition } from "@/gateway/lint/definition";
import { lintTool } from "@/gateway/lint/lint";
import { type Place, placesOf } from "@/gateway/lint/places";
import type { Finding } from "@/gateway/lint/types";
import type { RiskWord } from "@/lib/core/risk";

type StoredDefinition = {
  name: string;
  description: string;
  inputSchemaText: string;
  annotationsText: string | null;
  risk: RiskWord | null;
};

export type Beside = { names: readonly string[]; cheatsheet: boolean };

/** A definition, with its individually muted undescribed parameters. */
type ToLint = StoredDefinition & { apart?: readonly string[] };

const NOTHING_BESIDE: Beside = { names: [], cheatsheet: false };

/** Findings in a definition, at most 50, by the rules of gateway/lint. */
export function lintDefinition(stored: ToLint, beside: Beside = NOTHING_BESIDE): Finding[] {
  const definition = plainDefinition(stored);
  return lintTool(
    { ...definition, cheatsheet: beside.cheatsheet },
    { names: beside.names, serverManaged: [], apart: stored.apart },
  );
}

export function plainDefinition(stored: StoredDefinition): ToolDefinition {
  const definition = definitionFrom({
    name: stored.name,
    description: stored.description,
    inputSchema: plain(stored.inputSchemaText),
    annotations: stored.annotationsText === null ? {} : plain(stored.annotationsText),
    risk: stored.risk ?? "",
  });
  if (!definition) throw new Error("a stored tool has no name");
  return definition;
}

/** The parameters of a stored schema and the fields inside them, as findings name them. */
export function placesIn(inputSchemaText: string): Place[] {
  const schema = plain(inputSchemaText);
  return typeof schema === "object" && schema !== null && !Array.isArray(schema) ? placesOf(schema) : [];
}

/** The rules need no exact digits, so plain values are enough. */
function plain(text: string): Json {
  return JSON.parse(text);
}
