import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  type CallToolResult,
  ErrorCode,
  McpError,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/sdk/types.js";
import type { AuditOutcome, AuditRow, DenyCode, ExecutionReport } from "../client/types";
import { exactText } from "./exact-numbers";
import { referred, selfReportOf } from "./referral";
import { acceptableText } from "./row";

/**
 * One execution: the agent's result and Countersign's outcome. `unknown`: forwarded, and cut off
 * before the tool responded.
 */
export type ToolRun = {
  state: "succeeded" | "failed" | "unknown";
  result: CallToolResult;
  error?: { code: string; message: string };
  outcome: AuditOutcome;
  /** The tool's referral, in its own words. */
  referral?: AuditRow["referral"];
  durationMs: number;
};

/** The call did not leave the gateway, so the tool cannot have seen it. */
export class NotSent extends Error {}

/** Countersign keeps 64 KiB of a result; the difference is room for the envelope. */
const RESULT_BYTES_MAX = 60 * 1024;
const ERROR_CHARS_MAX = 8_000;

/** A plain-text result. */
export function textResult(text: string, extra: Partial<CallToolResult> = {}): CallToolResult {
  return { content: [{ type: "text", text }], ...extra };
}

/** A plain-text result with `isError`. */
export function errorResult(text: string, extra: Partial<CallToolResult> = {}): CallToolResult {
  return textResult(text, { isError: true, ...extra });
}

/** The text of a result, for people and error messages. */
function textOf(result: CallToolResult): string {
  return result.content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
}

/**
 * A run with a response of the tool. A self-report in the result takes precedence over `isError`.
 * @param hasOutputSchema whether the tool declares an output schema
 */
export function finishedRun(result: CallToolResult, durationMs: number, hasOutputSchema = false): ToolRun {
  const said = selfReportOf(result);
  if (said)
    return { state: "succeeded", ...said, result: referred(result, said, hasOutputSchema), durationMs };
  if (!result.isError) {
    const empty = result.content.length === 0 && result.structuredContent === undefined;
    return { state: "succeeded", result, outcome: empty ? "empty_result" : "ok", durationMs };
  }
  const message = textOf(result).slice(0, ERROR_CHARS_MAX) || "The tool reported an error without a message.";
  return {
    state: "failed",
    result,
    error: { code: "TOOL_ERROR", message },
    outcome: outcomeOfToolError(message),
    durationMs,
  };
}

// Official SDKs report protocol errors inside a tool result, with the code in the text.
function outcomeOfToolError(message: string): AuditOutcome {
  if (/^(MCP error -32602: )?(Input validation error|Invalid arguments)/.test(message))
    return "validation_error";
  if (/^MCP error -32602: Tool .* not found/.test(message)) return "unknown_tool";
  if (/^MCP error -32602/.test(message)) return "validation_error";
  // The Python SDK passes pydantic's errors on.
  if (/^(Error executing tool \S+: )?\d+ validation errors? for /.test(message)) return "validation_error";
  return "execution_error";
}

const CUT_OFF =
  "The tool had been started and was cut off before it answered: it may or may not have taken effect. Do not repeat the call; check the state first or ask a person.";

/** The pages a user has to open before the tool works, for an agent to show. */
function pagesOf(error: unknown): string[] {
  if (!(error instanceof UrlElicitationRequiredError) || !Array.isArray(error.elicitations)) return [];
  return error.elicitations
    .filter((asked) => typeof asked?.url === "string")
    .map(({ url, message }) => `Ask the user to open ${url} (${message})`);
}

/** A run without the tool's response. */
export function failedRun(error: unknown, durationMs: number): ToolRun {
  const { code, outcome } = classify(error);
  const message = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_CHARS_MAX);
  const cut = wasCutOff(error);
  // Not in the stored error, because an address may contain a token.
  const words = [message, ...pagesOf(error), ...(cut ? [CUT_OFF] : [])].join("\n");
  return {
    state: cut ? "unknown" : "failed",
    result: errorResult(words),
    error: { code, message },
    outcome,
    durationMs,
  };
}

/** Code of a run that never started. */
export const NOT_RUN = "NOT_RUN";

export function refusedRun(message: string): ToolRun {
  const error = { code: NOT_RUN, message };
  return { state: "failed", result: errorResult(message), error, outcome: "upstream_error", durationMs: 0 };
}

const NEVER_CONNECTED = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);

/** Whether the call may have reached the tool although no response arrived. */
function wasCutOff(error: unknown): boolean {
  if (error instanceof McpError)
    return error.code === ErrorCode.RequestTimeout || error.code === ErrorCode.ConnectionClosed;
  if (error instanceof StreamableHTTPError) return !(error.code && error.code >= 400 && error.code < 500);
  if (!(error instanceof Error)) return true;
  if (error.message === "Not connected" || error instanceof NotSent) return false;
  const cause = error.cause;
  return !(cause instanceof Error && "code" in cause && NEVER_CONNECTED.has(String(cause.code)));
}

function classify(error: unknown): { code: string; outcome: AuditOutcome } {
  if (!(error instanceof McpError)) return { code: "UPSTREAM_ERROR", outcome: "upstream_error" };
  switch (error.code) {
    case ErrorCode.RequestTimeout:
      return { code: "TIMEOUT", outcome: "timeout" };
    case ErrorCode.InvalidParams:
      return { code: "INVALID_ARGUMENTS", outcome: "validation_error" };
    case ErrorCode.MethodNotFound:
      return { code: "UNKNOWN_TOOL", outcome: "unknown_tool" };
    default:
      return { code: "UPSTREAM_ERROR", outcome: "upstream_error" };
  }
}

/** The audit outcome of a call that Countersign refused. */
export function outcomeOfDenial(code: DenyCode): AuditOutcome {
  if (code === "REJECTED" || code === "CHANGES_REQUESTED") return "denied";
  return code === "EXPIRED" ? "expired" : "blocked";
}

/** The execution report of a run; a long result is truncated and says so. */
export function reportOf(run: ToolRun, executionId: string): ExecutionReport {
  const report = { executionId, durationMs: run.durationMs };
  if (run.state !== "succeeded") {
    const message = acceptableText(run.error?.message) || "The tool gave no reason.";
    return { ...report, state: run.state, error: run.error && { ...run.error, message } };
  }
  return { ...report, state: "succeeded", result: shortened(run.result) };
}

function shortened(result: CallToolResult): unknown {
  const size = Buffer.byteLength(exactText(result));
  if (size <= RESULT_BYTES_MAX) return result;
  const head = Buffer.from(textOf(result))
    .subarray(0, RESULT_BYTES_MAX / 2)
    .toString("utf8");
  return { content: [{ type: "text", text: head }], truncated: true, bytes: size };
}
