import { snake } from "@/lib/core/casing";
import { sha256 } from "@/lib/core/sha256";
import { redactTarget } from "@/lib/core/text/redaction";

export type Row = Readonly<Record<string, unknown>>;

type Details = Record<string, unknown>;

// The trail is permanent and has more readers than the rows it describes. Columns with these names
// are never in it …
const SECRET = /password|hash|cipher|secret|token|redemption_key/;
// … of contents it has only the digest, because the contents are deleted later …
const CONTENT =
  /_text$|_schema$|_headers$|^(body|response_body|markdown|preview|facts|correlation|annotations)$/;
// … and these repeat the trail's own columns.
const NEEDLESS = /^(id|tenant_id|created_at|updated_at|fold|seats|preferences)$/;

/** Longer texts become a digest. Every reason, answer and address of a person is shorter. */
const TEXT_CHARACTERS_MAX = 4_000;

/**
 * Differences of a row as `{field: {from, to}}` in wire names; for a new or deleted row (one side
 * null) its content. Skips columns that only one side has, and secrets.
 */
export function changesBetween(before: Row | null, after: Row | null): Details {
  const row = after ?? before ?? {};
  const details: Details = {};
  for (const name of Object.keys(row)) {
    const wire = snake(name);
    if (isSecret(wire, row[name]) || NEEDLESS.test(wire)) continue;
    const to = told(wire, row[name]);
    if (!before || !after) {
      if (!isEmpty(to)) details[wire] = to;
    } else if (name in before && textOf(before[name]) !== textOf(after[name])) {
      details[wire] = { from: told(wire, before[name]), to };
    }
  }
  return details;
}

/** A boolean such as `tokens_approve_critical` has a matching name but holds no secret. */
const isSecret = (name: string, value: unknown) => SECRET.test(name) && typeof value !== "boolean";

function isEmpty(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function told(name: string, value: unknown): unknown {
  const plain = plainOf(value);
  if (plain === null) return null;
  const text = typeof plain === "string" ? plain : JSON.stringify(plain);
  if (CONTENT.test(name) || isNested(plain) || text.length > TEXT_CHARACTERS_MAX)
    return { sha256: sha256(text), characters: text.length };
  return name.endsWith("url") ? redactTarget(text) : plain;
}

/** Lossless JSON: times to the millisecond, numbers beyond double precision as text. */
function plainOf(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return value.map(plainOf);
  if (typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainOf(member)]));
}

const textOf = (value: unknown) => JSON.stringify(plainOf(value));

function isNested(plain: unknown): boolean {
  return Array.isArray(plain) ? plain.some(isNested) : typeof plain === "object" && plain !== null;
}
