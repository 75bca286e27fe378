import { JsonError, type JsonNode, parseJson } from "@/lib/core/json/parse";
import { SchemaJudge } from "./json-schema/judge";
import { NotChecked } from "./json-schema/obstacles";
import type { ContractCheck } from "./types";

// Larger schemas take too long for a page; real ones have 1 to 40 KiB.
export const SCHEMA_CHARS_MAX = 256 * 1024;

/**
 * Validates arguments against the tool's input schema; defaults and removals of the schema are
 * ignored. Server only (uses zod and node:vm).
 */
export function validateAgainstSchema(node: JsonNode, inputSchemaText: string): ContractCheck {
  if (inputSchemaText.length > SCHEMA_CHARS_MAX)
    return { checked: false, why: "its definition is too large" };
  try {
    const definition = parseJson(inputSchemaText);
    if (definition.kind !== "object")
      return { checked: false, why: "its definition is not a JSON Schema object" };
    const judge = new SchemaJudge(definition, inputSchemaText);
    const { violations } = judge.judge(node);
    return { checked: true, violations: [...violations], skipped: [...judge.skipped] };
  } catch (error) {
    if (error instanceof NotChecked) return { checked: false, why: error.message };
    if (error instanceof JsonError) return { checked: false, why: "its definition is not readable JSON" };
    throw error;
  }
}
