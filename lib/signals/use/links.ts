import type { LogFilter } from "@/lib/calls/log/list";
import type { HotSpot, ToolUse, UseRow } from "./types";

type Whose = { tool: { name: string; gateway: string }; use: ToolUse };

/** The calls that a tool's figures are of, as the log's filter. */
export function callsOfTool({ tool, use }: Whose): LogFilter {
  return { tool: tool.name, gateway: tool.gateway, provider: use.provider, since: use.since };
}

/**
 * The calls of one row; null where the log has no filter for them, which is those that named
 * nothing.
 */
export function callsOfRow(whose: Whose, { name, from, to }: UseRow): LogFilter | null {
  const all = callsOfTool(whose);
  const { by } = whose.use;
  if (by === "version") return { ...all, ...heldIn(whose.use, { from, to }) };
  return name === "" ? null : { ...all, [by]: name };
}

/**
 * The retries of a row's attempts. Null if a retry may belong to another row: it can use another
 * method, and a session can continue as another agent.
 */
export function retriesOfRow(whose: Whose, row: UseRow): LogFilter | null {
  const { by } = whose.use;
  const filter = by === "version" || by === "gateway" ? callsOfRow(whose, row) : null;
  return filter && { ...filter, attempt: "retried" };
}

export function callsOfSpot(whose: Whose, { spot, version }: HotSpot): LogFilter {
  const held = whose.use.held.find((one) => one.version === version);
  return { ...callsOfTool(whose), spot, ...(held ? heldIn(whose.use, held) : {}) };
}

function heldIn({ since }: ToolUse, { from, to }: Pick<UseRow, "from" | "to">): LogFilter {
  const begins = from?.toISOString() ?? "";
  return { since: begins > since ? begins : since, until: to?.toISOString() };
}
