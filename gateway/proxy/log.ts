import * as z from "zod";

/** One JSON line per event on stderr; stdout belongs to MCP. Never give it arguments, results or secrets. */
export function log(
  level: "info" | "warn" | "error",
  message: string,
  fields: Record<string, unknown> = {},
): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
}

/** The words of anything thrown. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What is wrong with a message, without what it says: errors about messages quote them. */
export function faultOf(error: unknown): string {
  const [issue] = error instanceof z.ZodError ? error.issues : [];
  const words = issue ? `${issue.path.join(".") || "the message"}: ${issue.message}` : reason(error);
  // An apostrophe inside a word opens no quotation.
  return words.replace(/[\s:,]*(?:["{[]|'(?!(?<=[a-z]')(?:s|t|re|ve|ll|d)\b)).*$/s, "") || "It is not MCP.";
}
