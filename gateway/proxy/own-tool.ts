import type { CallToolResult, Progress, Tool } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import type { Caller } from "./gate";
import { errorResult } from "./outcome";

/** What a call of one of our own tools comes with. */
export type OwnCall = {
  caller: Caller;
  signal: AbortSignal;
  progress?: (progress: Progress) => void;
  /** The approvals that this session's calls waited for, oldest first. */
  held: readonly string[];
  /** The client's own id of the session's last call of a tool. */
  lastCallOf: (tool: string) => string | undefined;
  /** The version that the upstream states. */
  upstreamVersion: string | undefined;
  /** Takes one that has ended out of `held` for later calls. */
  forget: (approvalId: string) => void;
};

export type OwnTool = {
  definition: Tool;
  handle: (args: unknown, call: OwnCall) => Promise<CallToolResult>;
};

/** A schema as MCP takes it. */
export function jsonSchema(schema: z.ZodType, io: "input" | "output" = "output"): Tool["inputSchema"] {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io });
  return rest as Tool["inputSchema"];
}

/** What an agent reads that called one of our tools wrongly. */
export function invalid(tool: string, error: z.ZodError): CallToolResult {
  const problems = error.issues
    .map((issue) => `${issue.path.join(".") || "arguments"}: ${issue.message}`)
    .join("; ");
  return errorResult(`${tool} was not accepted: ${problems}. Correct that and call it again.`);
}
