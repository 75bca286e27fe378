import { sha256 } from "@/lib/core/sha256";
import { templateKey, templateText } from "./rules";

/**
 * Template id, computed from its content: the same in every tenant and process, without a lookup.
 */
export function templateId(provider: string | null, tool: string, text: string): string {
  const hex = sha256(JSON.stringify([provider ?? "", tool, templateKey(text)]));
  // UUID version 8, whose bits are free to choose.
  const cells = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return cells.join("-");
}

export function templateOf(call: { provider: string | null; tool: string; rationale: string }): string {
  return templateId(call.provider, call.tool, templateText(call.rationale));
}
