import { bookkeep, read, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import { type GatewayScope, proveScope, type Scope, systemScope, type UserScope } from "@/lib/core/scope";
import { sha256 } from "@/lib/core/sha256";
import { PERSON, type PersonRow, personScope } from "./person-scope";
import { findKnown, tooManyUnknown } from "./unknown";

// A revoked credential must be refused everywhere within 1 s; the rest is for running requests.
const CACHE_MS = 750;

// Limits memory; far above the number of credentials that one process sees in 750 ms.
const CACHE_ENTRIES = 10_000;

// Precision of "last used": a write per request would cost more than the request.
const LAST_USED_SECONDS = 60;

const TOKEN_CHARACTERS_MAX = 300;

type BearerScope = UserScope | GatewayScope;

type Entry = { askedAt: number; scope: Promise<BearerScope | null | number> };

const system = systemScope("authentication");

// One cache per process, even if a bundler loads this module twice.
const store = globalThis as { countersignBearers?: Map<string, Entry> };

const tenantIdsOf = new WeakMap<Scope, ReadonlyMap<string, string>>();

/**
 * The sender of a request by its `Authorization: Bearer` header: a gateway key (`csk_…`) or a
 * personal token (`cst_…`).
 * @throws DomainError UNAUTHENTICATED, RATE_LIMITED
 */
export async function authenticateBearer(request: Request): Promise<BearerScope> {
  const bearer = bearerOf(request);
  const hash = sha256(bearer);
  // Personal tokens are not cached: a disabled person is refused at the next request.
  const scope = await (bearer.startsWith("csk_")
    ? cachedGatewayScope(hash)
    : findKnown(hash, () => findTokenScope(hash)));
  if (typeof scope === "number") throw tooManyUnknown(scope);
  if (!scope) {
    throw new DomainError(
      "UNAUTHENTICATED",
      "This key or token is unknown, revoked or expired. Nothing was done; create a new one and send it.",
    );
  }
  return scope;
}

/**
 * The id of the tenant that the caller names.
 * @throws DomainError FORBIDDEN, the same text whether the tenant does not exist or is not the
 * caller's
 */
export async function resolveTenant(scope: Scope, key: string): Promise<string> {
  const id = (await gatewayTenants(scope)).get(key);
  if (id === undefined) {
    throw new DomainError(
      "FORBIDDEN",
      `These credentials may not act for the tenant "${key.slice(0, 100)}". Nothing was done; name one of their own tenants.`,
    );
  }
  return id;
}

export async function gatewayTenants(scope: Scope): Promise<ReadonlyMap<string, string>> {
  const known = tenantIdsOf.get(scope);
  if (known) return known;
  const rows = await read(scope, (tx) =>
    tx.tenant.findMany({ where: { id: { in: [...scope.tenants] } }, select: { id: true, key: true } }),
  );
  const ids = new Map(rows.map((row) => [row.key, row.id]));
  tenantIdsOf.set(scope, ids);
  return ids;
}

/** The same without a query, for a scope from this request's authentication; empty for others. */
export function knownTenants(scope: Scope): ReadonlyMap<string, string> {
  return tenantIdsOf.get(scope) ?? new Map();
}

function bearerOf(request: Request): string {
  const header = request.headers.get("authorization") ?? "";
  const token = /^bearer +([\x21-\x7e]+) *$/i.exec(header)?.[1] ?? "";
  if (token.length <= TOKEN_CHARACTERS_MAX && /^cs[kt]_/.test(token)) return token;
  throw new DomainError(
    "UNAUTHENTICATED",
    header === ""
      ? "The Authorization header is missing. Nothing was done; send Authorization: Bearer with a gateway key (csk_…) or a personal token (cst_…)."
      : "The Authorization header holds neither a gateway key (csk_…) nor a personal token (cst_…). Nothing was done; send it as Authorization: Bearer csk_….",
  );
}

function cachedGatewayScope(hash: string): Promise<BearerScope | null | number> {
  store.countersignBearers ??= new Map();
  const cache = store.countersignBearers;
  const now = performance.now();
  const entry = cache.get(hash);
  if (entry && now - entry.askedAt < CACHE_MS) return entry.scope;
  // The age counts from before the query, so an entry is never older than it claims.
  const scope = findKnown(hash, () => findGatewayScope(hash));
  cache.delete(hash);
  if (cache.size >= CACHE_ENTRIES) dropOldest(cache);
  const fresh = { askedAt: now, scope };
  cache.set(hash, fresh);
  const forget = () => {
    if (cache.get(hash) === fresh) cache.delete(hash);
  };
  // Invalid credentials are not cached: a flood of guesses must not evict valid ones.
  scope.then((found) => (found === null || typeof found === "number") && forget(), forget);
  return scope;
}

function dropOldest(cache: Map<string, Entry>): void {
  const oldest = cache.keys().next();
  if (!oldest.done) cache.delete(oldest.value);
}

type KeyRow = {
  id: string;
  gatewayId: string;
  gatewayName: string;
  tenants: Record<string, string>;
  stale: boolean;
};

async function findGatewayScope(hash: string): Promise<GatewayScope | null> {
  const [row] = await read(
    system,
    (tx) => tx.$queryRaw<KeyRow[]>`
      select k.id, k.gateway_id as "gatewayId", g.name as "gatewayName",
             k.last_used_at is null or k.last_used_at < clock_timestamp() - make_interval(secs => ${LAST_USED_SECONDS}::int) as stale,
             coalesce((select json_object_agg(t.key, t.id)
                       from api_key_tenants kt join gateway_tenants gt on gt.tenant_id = kt.tenant_id and gt.gateway_id = k.gateway_id
                       join tenants t on t.id = kt.tenant_id where kt.api_key_id = k.id), '{}') as tenants
      from api_keys k join gateways g on g.id = k.gateway_id
      where k.hash = ${hash} and k.revoked_at is null and (k.ends_at is null or k.ends_at > clock_timestamp())`,
  );
  if (!row) return null;
  const ids = new Map(Object.entries(row.tenants));
  const actor = { kind: "gateway", id: row.gatewayId, name: row.gatewayName, keyId: row.id } as const;
  const scope = proveScope(actor, [...ids.values()]);
  tenantIdsOf.set(scope, ids);
  if (row.stale) noteUse((tx) => touchKey(tx, row.id));
  return scope;
}

type TokenRow = PersonRow & { tokenId: string; stale: boolean };

async function findTokenScope(hash: string): Promise<UserScope | null> {
  return read(system, async (tx) => {
    const [row] = await tx.$queryRaw<TokenRow[]>`
      select k.id as "tokenId", ${PERSON}, k.last_used_at is null or k.last_used_at < clock_timestamp() - make_interval(secs => ${LAST_USED_SECONDS}::int) as stale
      from personal_tokens k join users u on u.id = k.user_id
      where k.hash = ${hash} and k.revoked_at is null and u.disabled_at is null
        and (k.expires_at is null or k.expires_at > clock_timestamp())`;
    if (!row) return null;
    if (row.stale) noteUse((later) => touchToken(later, row.tokenId));
    return personScope(row, "token", row.tokenId);
  });
}

/** Runs after the response, and an error never fails a request. */
function noteUse(touch: (tx: Tx) => Promise<unknown>): void {
  setImmediate(() => {
    bookkeep(system, touch).catch((error: unknown) => {
      log().warn({ err: error }, "the last use of a credential could not be noted");
    });
  });
}

function touchKey(tx: Tx, id: string) {
  return tx.$executeRaw`
    update api_keys set last_used_at = clock_timestamp() where id = ${id}::uuid
      and (last_used_at is null or last_used_at < clock_timestamp() - make_interval(secs => ${LAST_USED_SECONDS}::int))`;
}

function touchToken(tx: Tx, id: string) {
  return tx.$executeRaw`
    update personal_tokens set last_used_at = clock_timestamp() where id = ${id}::uuid
      and (last_used_at is null or last_used_at < clock_timestamp() - make_interval(secs => ${LAST_USED_SECONDS}::int))`;
}
