import { snakeName } from "@/lib/core/casing";
import { sha256 } from "@/lib/core/sha256";
import { redactTarget } from "@/lib/core/text/redaction";

/** A database row, or the columns of it that a deed is about, as Prisma names them. */
export type Row = Readonly<Record<string, unknown>>;

/** What a row's details say, ready for canonical JSON. */
type Details = Record<string, unknown>;

// The trail stays for ever, and more people read it than the rows it is about. Texts whose names match are never in it …
const SECRET = /password|hash|cipher|secret|token|redemption_key/;
// … of contents only the digest is, because they go when their time is over …
const CONTENT =
  /_text$|_schema$|_headers$|^(body|response_body|markdown|preview|facts|correlation|annotations)$/;
// … and these say nothing that the trail's own columns do not.
const NEEDLESS = /^(id|tenant_id|created_at|updated_at|fold|preferences)$/;

/** Longer texts stand in the trail as their digest; every reason, answer and address a person gives is shorter. */
const TEXT_CHARACTERS_MAX = 4_000;

/**
 * What differs between a row before and after, as `{field: {from, to}}` in wire words; of a row that was made or deleted (the
 * other one is null), what was in it. Columns that only one of the two holds say nothing. Secrets are left out.
 */
export function changesBetween(before: Row | null, after: Row | null): Details {
  const row = after ?? before ?? {};
  const details: Details = {};
  for (const name of Object.keys(row)) {
    const wire = snakeName(name);
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

/** A switch such as `tokens_approve_critical` is named after secrets and holds none. */
const isSecret = (name: string, value: unknown) => SECRET.test(name) && typeof value !== "boolean";

function isEmpty(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** A value as it may stand in the trail. */
function told(name: string, value: unknown): unknown {
  const plain = plainOf(value);
  if (plain === null) return null;
  const text = typeof plain === "string" ? plain : JSON.stringify(plain);
  if (CONTENT.test(name) || isNested(plain) || text.length > TEXT_CHARACTERS_MAX)
    return { sha256: sha256(text), characters: text.length };
  return name.endsWith("url") ? redactTarget(text) : plain;
}

/** JSON with nothing lost: times to the millisecond, numbers beyond a double's as text. */
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
