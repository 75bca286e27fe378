import { keysOf } from "./literals";
import type { Key } from "./types";

// Text around a sentence: names of errors and tools, and paths.

// Prefixes that programs add to a library's message.
const WRAPPERS =
  /^\s*(?:(?:MCP error -?\d+|Error|ValueError|TypeError|ToolError|McpError|ZodError|ValidationError|RequestValidationError|AxiosError|HTTP(?: status)? \d{3}|\d{3}(?: [A-Z][A-Za-z]+){0,2}|Unprocessable (?:Entity|Content)|Bad Request|Invalid params|Input validation error|Validation (?:error|failed)|Schema validation (?:error|failed)|Invalid (?:tool |function |request )?(?:arguments|parameters|input|params|call|body|payload)(?!: expected)(?: for tool ["'`]?[\w./-]+["'`]?)?|Error (?:executing|calling) tool ["'`]?[\w./-]+["'`]?|Tool ["'`]?[\w./-]+["'`]? (?:failed|call failed)|(?:Arguments?|Parameters?|Input) (?:validation|are invalid|is invalid)(?: failed)?|jsonschema(?:\.exceptions)?\.ValidationError|pydantic(?:_core)?(?:\._pydantic_core)?\.ValidationError|validation_error|(?:The )?(?:given )?(?:request|input|data|payload|body)(?: \w{1,20})? (?:is|was) (?:invalid|malformed|not valid))\s*(?::\s*|\n+|\s-\s|,\s(?=[A-Z])))+/i;

const MADE = /^<?[\w.]{0,80}(?:Error|Exception)(?:\(|: )["'](.+)["'],?\)?>?$/s;

// Signs of failure. zod's own is not among them, because it marks where its sentences begin.
const SIGNS = /^(?:[✗✘×❌⛔⚠]\uFE0F?\s*)+/u;

// "rejected (must be <= 1)": the sentence is in brackets.
const BRACKETED = /^[^\n()]{1,80} \(([^()\n]+)\)[.!]?$/;

/** A message without its wrappers; for `ValidationError("…")`, the text inside. */
export function unwrapped(message: string): string {
  const bare = message.replace(WRAPPERS, "").trim().replace(SIGNS, "");
  return MADE.exec(bare)?.[1] ?? bare;
}

/** A message without a bracketed tool name at its end, and the bracketed text alone. */
export function unbracketed(text: string): string[] {
  const [, inside] = BRACKETED.exec(text) ?? [];
  const before = text.replace(/ \([\w./-]{1,100}\)$/, "");
  return [before, inside ?? ""].filter((part) => part !== "" && part !== text);
}

/** Prefixes of other programs before a sentence. */
export const PREFIX = /^([^\n:]{1,80}?)(?::| -)\s+(?=\S)/;

const BEFORE =
  /^(?:\[((?:[^\][\s]|\[[^\][\s]{0,80}\]){1,200})\]:?|<([^>\s]{1,200})>:?|([\w.[\]]{1,200}) [-–—]|([\w.[\]]{1,200}(?: -> [\w.[\]]{1,200}){1,9}):|(\$[.[][^\s:]{0,200}):?|([\w/$][^\s:"']{0,200}):)\s+(?=\S)/;

// Characters at the end that may contain a path.
const BEHIND_MAX = 300;
const BEHIND =
  /\s[([]?(?:at|in|on|path|field|location|param|parameter|property|instance|at path|in field|at field|on instance):? ?["'`]?([$/[\w][\w.'"[\]/-]{0,200}?)["'`]?[)\]]?\.?$/;

/** A path before a sentence (in brackets or before a dash) or after it; no keys without one. */
export function placeAround(text: string): { keys: Key[]; sentence: string } {
  const before = BEFORE.exec(text);
  const behind = before ? null : BEHIND.exec(text.slice(-BEHIND_MAX));
  const place = (before ? before.slice(1) : (behind ?? []).slice(1)).find((one) => one !== undefined) ?? "";
  const sentence = before
    ? text.slice(before[0].length)
    : text.slice(0, text.length - (behind?.[0].length ?? 0));
  return { keys: keysOf(place.replace(/^['"]|['"]$/g, "")), sentence };
}

/** Characters of a sentence that are read: longer texts are lists of errors. */
export const SENTENCE_MAX = 4_000;

/** What readers of sentences are given: without the blanks that say nothing, and no longer than sentences are. */
export function sentences(text: string): string {
  const blanks = text.replace(/[^\S\n]{9,}/g, " ").replace(/\n(?:[^\S\n]*\n)+/g, "\n");
  return blanks.slice(0, SENTENCE_MAX).trim();
}
