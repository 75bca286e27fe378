import * as z from "zod";

/** One JSON line per event on stderr; stdout belongs to MCP. Never give it arguments, results or secrets. */
export function log(
  level: "info" | "warn" | "error",
  message: string,
  fields: Record<string, unknown> = {},
): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
}

export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The fault of a message without its content, which such errors quote. */
export function faultOf(error: unknown): string {
  const [issue] = error instanceof z.ZodError ? error.issues : [];
  const words = issue ? `${issue.path.join(".") || "the message"}: ${issue.message}` : reason(error);
  // An apostrophe inside a word does not open a quotation.
  return words.replace(/[\s:,]*(?:["{[]|'(?!(?<=[a-z]')(?:s|t|re|ve|ll|d)\b)).*$/s, "") || "It is not MCP.";
}
