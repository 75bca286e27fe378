import { standingRisk } from "../rating";
import type { ToolRow } from "./types";

export const TOOL_COLUMNS = [
  "id",
  "gateway",
  "provider",
  "tool",
  "version",
  "risk",
  "risk_source",
  "category",
  "impact",
  "read_only_hint",
  "destructive_hint",
  "warnings",
  "remarks",
  "definition_changed_since_rated",
  "updated_at",
] as const satisfies (keyof ToolRecord)[];

export type ToolRecord = ReturnType<typeof toolRecord>;

/** A tool of the catalogue for a file. */
export function toolRecord(tool: ToolRow) {
  const { id, gateway, provider, name, version, standing, hints, findings } = tool;
  const { risk, source } = standingRisk(standing);
  return {
    ...{ id, gateway: gateway.name, provider, tool: name, version, risk, risk_source: source },
    ...{ category: tool.category, impact: tool.impact },
    read_only_hint: hints.readOnly,
    destructive_hint: hints.destructive,
    warnings: findings.warnings,
    remarks: findings.remarks,
    definition_changed_since_rated: tool.redefined,
    updated_at: tool.updatedAt,
  };
}
