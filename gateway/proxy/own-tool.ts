import type { CallToolResult, Progress, Tool } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import type { Caller } from "./gate";
import { errorResult } from "./outcome";

/** The context of a call of one of our own tools. */
export type OwnCall = {
  caller: Caller;
  signal: AbortSignal;
  progress?: (progress: Progress) => void;
  /** Approvals this session's calls waited for, oldest first. */
  held: readonly string[];
  /** The client's id of the session's last call of a tool. */
  lastCallOf: (tool: string) => string | undefined;
  /** The version the upstream states. */
  upstreamVersion: string | undefined;
  /** Removes an ended approval from `held`. */
  forget: (approvalId: string) => void;
};

export type OwnTool = {
  definition: Tool;
  handle: (args: unknown, call: OwnCall) => Promise<CallToolResult>;
};

/** A schema in MCP's form. */
export function jsonSchema(schema: z.ZodType, io: "input" | "output" = "output"): Tool["inputSchema"] {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io });
  return rest as Tool["inputSchema"];
}

/** The error for an agent that called one of our tools with invalid arguments. */
export function invalid(tool: string, error: z.ZodError): CallToolResult {
  const problems = error.issues
    .map((issue) => `${issue.path.join(".") || "arguments"}: ${issue.message}`)
    .join("; ");
  return errorResult(`${tool} was not accepted: ${problems}. Correct that and call it again.`);
}
