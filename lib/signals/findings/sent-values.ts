import { isSecret, secretSpans } from "@/lib/arguments/secrets";
import { type JsonNode, parseJson } from "@/lib/core/json/parse";
import { isSecretName, redactProse } from "@/lib/core/text/prose";
import { redactJson } from "@/lib/core/text/redaction";
import type { Told, Violation } from "./types";

// Values of refused calls and messages of tools, without secrets.

/**
 * A displayable value. `repeatable` if a proposal can repeat it: complete, no object or list,
 * nothing removed.
 */
type Shown = Omit<Told, "calls">;

export const VALUES_SHOWN = 8;

const VALUE_CHARS = 80;

const SECRET: Shown = { value: "(a secret)", repeatable: false };

// Removing secrets reads the whole value. If every call sends another value, the rarest are
// skipped.
const VALUES_READ_MAX = 50;

/** The values that were sent, most frequent first, each with whether a proposal may repeat it. */
export function valuesOf(violations: readonly Violation[]): Told[] {
  const sent = new Map<string, { field: string; value: string; calls: number }>();
  for (const { field, value } of violations) {
    if (value === null) continue;
    const key = `${field} ${value}`;
    sent.set(key, { field, value, calls: (sent.get(key)?.calls ?? 0) + 1 });
  }
  const most = [...sent.values()].toSorted((a, b) => b.calls - a.calls).slice(0, VALUES_READ_MAX);
  const counts = new Map<string, { told: Shown; calls: number }>();
  for (const { field, value, calls } of most) {
    const told = toldOf(field, value);
    counts.set(told.value, { told, calls: (counts.get(told.value)?.calls ?? 0) + calls });
  }
  return [...counts.values()]
    .map(({ told, calls }) => ({ ...told, calls }))
    .sort((a, b) => b.calls - a.calls)
    .slice(0, VALUES_SHOWN);
}

const isSecretField = (field: string): boolean => {
  const names = field.split(/[.[\]]+/);
  return isSecret(names) || names.some(isSecretName);
};

const isEmpty = (value: string): boolean => value === '""';

/** The head of a value without secrets; nothing if the field's name looks like a secret. */
function toldOf(field: string, value: string): Shown {
  if (isEmpty(value)) return { value, repeatable: true };
  if (isSecretField(field)) return SECRET;
  const safe = withoutSecrets(value);
  const shown = safe.length <= VALUE_CHARS ? safe : `${safe.slice(0, VALUE_CHARS - 1).toWellFormed()}…`;
  return { value: shown, repeatable: shown === value && !/^\s*[[{]/.test(value) };
}

function withoutSecrets(text: string): string {
  const node = nodeOf(text);
  if (node === null) return redactProse(redactJson(text));
  if (node.kind === "string" && nodeOf(node.value) !== null) {
    const inner = withoutSecrets(node.value);
    if (inner !== node.value) return JSON.stringify(inner);
  }
  return redactJson(spliced(text, node));
}

function spliced(text: string, node: JsonNode): string {
  let from = 0;
  const out: string[] = [];
  for (const { start, end } of secretSpans(node)) {
    out.push(text.slice(from, start), '"[redacted]"');
    from = end;
  }
  return [...out, text.slice(from)].join("");
}

function nodeOf(text: string): JsonNode | null {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

// Validators often quote the value.
const QUOTED = /"[^"\n]{1,4096}"|'[^'\n]{1,4096}'|`[^`\n]{1,4096}`/g;

const WORD = /[\p{L}\p{N}_-]{3,}/gu;

const wordsOf = (text: string): string[] => text.match(WORD) ?? [];

/** A tool's message without secrets. If the value holds a secret, also without quotes of it. */
export function shownMessage({ field, kind, value, message }: Violation): string {
  const safe = redactProse(message);
  if (kind === "missing" || kind === "unknown" || (value !== null && isEmpty(value))) return safe;
  const left = isSecretField(field) ? "" : value === null ? null : withoutSecrets(value);
  if (left === value) return safe;
  const told = new Set(wordsOf(left ?? ""));
  const hidden = new Set(wordsOf(value ?? "").filter((word) => !told.has(word)));
  return safe.replace(QUOTED, "[redacted]").replace(WORD, (word) => (hidden.has(word) ? "[redacted]" : word));
}
