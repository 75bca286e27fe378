import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/sdk/types.js";
import { exactText } from "./exact-numbers";
import { isObject, type Members, withoutNulls } from "./odd-messages";

/** Content types with known members, so that null means absent. Other types pass unchanged. */
const KNOWN_TYPES: ReadonlySet<unknown> = new Set(["text", "image", "audio", "resource", "resource_link"]);

/**
 * How servers say that there was no error. Any other value is an error: hiding a failure is the
 * worse mistake.
 */
const NO_ERROR: ReadonlySet<unknown> = new Set([false, "false", 0, "0", ""]);

/**
 * A tool's result in MCP's form: with `content`, possibly empty. Unknown members and content types
 * stay.
 */
export function toolResult(given: Members): CallToolResult {
  const members = withoutNulls(given);
  const { content, isError } = members;
  return {
    ...members,
    content: blocksOf(content).map(mended),
    ...(isError === undefined ? {} : { isError: !NO_ERROR.has(isError) }),
  } as CallToolResult;
}

function blocksOf(content: unknown): unknown[] {
  if (Array.isArray(content)) return content;
  return content === undefined ? [] : [content];
}

function mended(block: unknown): ContentBlock {
  if (!isObject(block)) return { type: "text", text: typeof block === "string" ? block : exactText(block) };
  if (!KNOWN_TYPES.has(block.type)) return block as ContentBlock;
  const members = withoutNulls(block);
  const whole = {
    ...members,
    ...(isObject(members.annotations) ? { annotations: withoutNulls(members.annotations) } : {}),
    ...(isObject(members.resource) ? { resource: withoutNulls(members.resource) } : {}),
  };
  return (block.type === "text" ? { ...whole, text: textOf(block.text) } : whole) as ContentBlock;
}

function textOf(text: unknown): string {
  if (typeof text === "string") return text;
  return text === undefined || text === null ? "" : exactText(text);
}
