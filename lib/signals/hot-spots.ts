import "server-only";
import { isObject, keysOf } from "@/gateway/refusals/literals";
import { parseMessage, parseRows } from "@/gateway/refusals/messages";
import type { Json, Row, Violation } from "@/gateway/refusals/types";
import { isSecret, maskSecret } from "@/lib/arguments/secrets";
import { toPointer } from "@/lib/core/json/pointers";
import { sha256 } from "@/lib/core/sha256";
import { redactText } from "@/lib/core/text/prose";
import type { Refusal } from "./attempts/types";

const VALUE_MAX = 200;

const ALLOWED_MAX = 40;

// Per call. The first fields of a thoroughly wrong call say enough.
const REFUSALS_MAX = 20;

const hash = (parts: unknown, length: number) => sha256(JSON.stringify(parts)).slice(0, length);

function spotOf(tool: string, path: string | null, keyword: string): string {
  return hash([tool, path, keyword], 16);
}

function sentOf(value: string | null): string {
  return value === null ? "" : hash(value, 12);
}

// Characters read of an error message; the rest only costs time.
const READ_MAX = 2_000;

/** A refused call, as far as it describes its arguments. */
export type Refused = {
  arguments: Json;
  rows: readonly Row[] | null;
  message: string | null;
  /**
   * Whether the outcome says that the arguments were refused. Otherwise the message has to name
   * fields.
   */
  isRefusal: boolean;
};

/**
 * Violations from validation rows, or else from the message. Hot-spots, attempts and findings all
 * use them.
 */
export function saidOf({ arguments: args, isRefusal, ...refused }: Refused): Violation[] {
  const { rows } = refused;
  const message = refused.message?.slice(0, READ_MAX).toWellFormed() ?? null;
  const said = rows?.length ? parseRows(rows, args) : message === null ? [] : parseMessage(message, args);
  const clear = said.every(({ path, keyword }) => path !== null && keyword !== "other");
  return isRefusal || clear ? said : [];
}

/** The same by field, each field and keyword once. */
export function refusalsOf({ tool, ...refused }: Refused & { tool: string }): {
  refusals: Refusal[];
  blamed: string[] | null;
} {
  const said = saidOf({ ...refused, rows: refused.rows?.slice(0, REFUSALS_MAX) ?? null });
  const found = new Map<string, Refusal>();
  for (const one of said.slice(0, REFUSALS_MAX)) {
    const refusal = refusalOf(tool, one);
    if (!found.has(refusal.spot)) found.set(refusal.spot, refusal);
  }
  const paths = said.map(({ path }) => (path === null ? null : String(keysOf(path)[0])));
  const blamed = paths.length === 0 || paths.includes(null) ? null : paths.filter((path) => path !== null);
  return { refusals: [...found.values()], blamed };
}

/** A field that a retry dropped after an error about other fields. */
export function lostRefusal(tool: string, field: string, blamed: readonly string[]): Refusal {
  const path = toPointer([field]);
  const value = blamed.join(", ").slice(0, VALUE_MAX);
  return {
    ...{ spot: spotOf(tool, path, "lost"), path, keyword: "lost", value },
    ...{ sent: sentOf(value), masked: null, allowed: [] },
  };
}

function refusalOf(tool: string, { path, keyword, value, allowed }: Violation): Refusal {
  const keys = path === null ? [] : keysOf(path);
  const general = path === null ? null : path.replace(/\/\d+(?=\/|$)/g, "/*");
  const text = value === undefined ? null : valueText(value);
  const mask = text === null ? null : maskSecret(keys, typeof value === "string" ? value : text);
  const shown = mask || text === null ? null : redactText(text);
  return {
    spot: spotOf(tool, general, keyword),
    path: general,
    keyword,
    value: shown,
    // Secrets of the same length count as equal, because their content is not stored.
    sent: sentOf(mask ? `secret ${mask.length}` : shown),
    masked: mask?.length ?? null,
    allowed: (allowed ?? []).slice(0, ALLOWED_MAX).map(valueText),
  };
}

/** A value as JSON, cut, without values under secret names. */
function valueText(value: Json): string {
  const text = JSON.stringify(withoutSecrets(value));
  // Postgres text cannot hold NUL; JSON escapes it.
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX - 1)}…` : text;
}

function withoutSecrets(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, VALUE_MAX).map(withoutSecrets);
  if (!isObject(value)) return typeof value === "string" ? value.slice(0, VALUE_MAX) : value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, VALUE_MAX)
      .map(([key, inner]) => [key, isSecret([key]) && inner !== null ? "•••" : withoutSecrets(inner)]),
  );
}
