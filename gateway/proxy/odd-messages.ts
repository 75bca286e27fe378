import {
  ErrorCode,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  LoggingLevelSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { changedAt } from "../client/json-text";
import { exactText, marked } from "./exact-numbers";

// The SDK drops messages that differ slightly from its types, and their waiters wait in vain.
// Servers often write null for absent values, or add members; the meaning is clear.

export type Members = Record<string, unknown>;

export function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The members without those that are null. */
export function withoutNulls(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

/**
 * The messages of a server's text for the SDK. Null becomes absent, members outside of JSON-RPC are
 * dropped, and numbers in results, log messages and requests to the agent are marked.
 * @throws Error when it is not JSON, or contains no message
 */
export function readMessages(text: string): JSONRPCMessage[] {
  const read: unknown = JSON.parse(text);
  const exact = hasExactParams(read)
    ? (JSON.parse(changedAt(text, ["params"], marked)) as unknown)
    : (Array.isArray(read) ? read : [read]).some(isExact)
      ? (JSON.parse(marked(text)) as unknown)
      : read;
  return (Array.isArray(exact) ? exact : [exact]).map((message) =>
    JSONRPCMessageSchema.parse(mended(message)),
  );
}

/** Requests and log messages passed to the agent; the SDK reads the params of the others. */
const EXACT_PARAMS: ReadonlySet<unknown> = new Set([
  "sampling/createMessage",
  "elicitation/create",
  "notifications/message",
]);

function hasExactParams(message: unknown): boolean {
  return isObject(message) && EXACT_PARAMS.has(message.method);
}

/** Whether a message is forwarded unchanged; the SDK reads the response to `initialize`. */
function isExact(message: unknown): boolean {
  return isObject(message) && isObject(message.result) && !isHandshake(message.result);
}

function isHandshake(result: Members): boolean {
  return typeof result.protocolVersion === "string";
}

function mended(message: unknown): unknown {
  if (!isObject(message)) return message;
  const { id, method, params, error } = message;
  const envelope = { jsonrpc: "2.0", ...(id === undefined || id === null ? {} : { id }) };
  if (typeof method === "string")
    return { ...envelope, method, ...(isObject(params) ? { params: mendedParams(method, params) } : {}) };
  if (error !== undefined && error !== null) return { ...envelope, error: mendedError(error) };
  // JavaScript omits an undefined result.
  if ("result" in message || "id" in envelope)
    return { ...envelope, result: mendedResult(message.result ?? null) };
  return message;
}

function mendedParams(method: string, params: Members): Members {
  const { _meta: meta, ...given } = withoutNulls(params);
  const mended = MENDED_PARAMS[method]?.(given) ?? given;
  return isObject(meta) ? { ...mended, _meta: mendedMeta(withoutNulls(meta)) } : mended;
}

const MENDED_PARAMS: Record<string, (params: Members) => Members> = {
  "notifications/progress": mendedProgress,
  "notifications/message": mendedLog,
};

/** A client drops a log message without a valid level. */
function mendedLog({ level, data, logger, ...others }: Members): Members {
  const known = LoggingLevelSchema.safeParse(level === "warn" ? "warning" : level);
  return {
    ...others,
    level: known.data ?? "info",
    ...(typeof logger === "string" ? { logger } : {}),
    data: data ?? null,
  };
}

/** The report itself keeps a call from timing out. */
function mendedProgress({ progress, total, message, ...others }: Members): Members {
  return {
    ...others,
    progress: Number.isFinite(Number(progress)) ? Number(progress) : 0,
    ...(typeof total === "number" ? { total } : {}),
    ...(typeof message === "string" ? { message } : {}),
  };
}

function mendedError(error: unknown): Members {
  if (!isObject(error)) return { code: ErrorCode.InternalError, message: textOf(error) };
  const code = Number.isInteger(error.code) ? error.code : ErrorCode.InternalError;
  const { data } = error;
  return {
    code,
    message: textOf(error.message ?? ""),
    ...(data === undefined || data === null ? {} : { data }),
  };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : exactText(value));

function mendedResult(result: unknown): Members {
  if (result === null) return {};
  // Not an MCP result, but an agent can still read it.
  if (!isObject(result)) return { content: [{ type: "text", text: textOf(result) }] };
  const { _meta: meta, ...given } = withoutNulls(result);
  const whole = isObject(meta) ? { ...given, _meta: mendedMeta(meta) } : given;
  return isHandshake(given) ? mendedHandshake(whole) : whole;
}

/** The SDK reads two members of it. */
function mendedMeta(meta: Members): Members {
  const { progressToken, "io.modelcontextprotocol/related-task": task, ...others } = meta;
  return {
    ...others,
    ...(typeof progressToken === "string" || Number.isInteger(progressToken) ? { progressToken } : {}),
    ...(isObject(task) && typeof task.taskId === "string"
      ? { "io.modelcontextprotocol/related-task": task }
      : {}),
  };
}

function mendedHandshake({ capabilities, serverInfo, instructions, ...others }: Members): Members {
  const info = isObject(serverInfo) ? withoutNulls(serverInfo) : {};
  return {
    ...others,
    ...(typeof instructions === "string" ? { instructions } : {}),
    capabilities: isObject(capabilities) ? mendedCapabilities(capabilities) : {},
    serverInfo: { ...info, name: textOf(info.name ?? ""), version: textOf(info.version ?? "") },
  };
}

function mendedCapabilities(capabilities: Members): Members {
  return Object.fromEntries(
    Object.entries(withoutNulls(capabilities)).flatMap(([name, given]) => {
      if (given === false) return [];
      return [[name, isObject(given) ? withoutNulls(given) : {}]];
    }),
  );
}
