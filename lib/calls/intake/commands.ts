import { isLockTimeout, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { GatewayScope } from "@/lib/core/scope";
import type { Candidate } from "./rules";

/** A valid row, with its id if it is new. */
export type Row = Candidate & { id: string; tenantId: string };

export type Reserved = {
  fresh: Row[];
  /** Sent before with the same body; `id` is the first one's. */
  duplicates: { row: Row; id: string }[];
  conflicts: Row[];
};

const KIND = "audit";
type Earlier = { tenantId: string; key: string; bodySha256: string; rowId: string };

/**
 * Reserves the ids of many rows, in the transaction that stores them. A row without a key is always
 * fresh. Of concurrent equal rows, one is fresh.
 * @throws DomainError IN_FLIGHT when an equal row of another transaction takes long
 */
export async function reserveRows(tx: Tx, scope: GatewayScope, rows: readonly Row[]): Promise<Reserved> {
  const reserved: Reserved = { fresh: rows.filter((row) => row.key === null), duplicates: [], conflicts: [] };
  const leaders = new Map<string, Row>();
  for (const row of rows) if (row.key !== null && !leaders.has(slot(row))) leaders.set(slot(row), row);
  const inserted = await insertReservations(tx, scope, [...leaders.values()]);
  const earlier = await earlierReservations(
    tx,
    scope,
    [...leaders.values()].filter((row) => !inserted.has(slot(row))),
  );
  for (const row of rows) {
    if (row.key === null) continue;
    const leader = leaders.get(slot(row));
    if (row === leader && inserted.has(slot(row))) {
      reserved.fresh.push(row);
      continue;
    }
    const first = earlier.get(slot(row)) ?? (leader && { bodySha256: leader.bodySha256, rowId: leader.id });
    if (first?.bodySha256 === row.bodySha256) reserved.duplicates.push({ row, id: first.rowId });
    else reserved.conflicts.push(row);
  }
  return reserved;
}

/** Gives claims back whose rows are not stored after all. */
export async function releaseRows(tx: Tx, scope: GatewayScope, rows: readonly Row[]): Promise<void> {
  const keyed = rows.filter((row) => row.key !== null);
  if (keyed.length === 0) return;
  await tx.$executeRaw`
    delete from idempotency i
    using json_to_recordset(${JSON.stringify(keyed.map(wireClaim))}::json) as r(tenant_id uuid, key text)
    where i.tenant_id = r.tenant_id and i.gateway_id = ${scope.actor.id}::uuid and i.kind = ${KIND} and i.key = r.key`;
}

function slot(row: { tenantId: string; key: string | null }): string {
  return `${row.tenantId} ${row.key}`;
}

function wireClaim({ tenantId, key, bodySha256, id }: Row) {
  return { tenant_id: tenantId, key, sha: bodySha256, row_id: id };
}

async function insertReservations(tx: Tx, scope: GatewayScope, rows: readonly Row[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  try {
    // In a fixed order, so that two batches with the same ids do not deadlock.
    const made = await tx.$queryRaw<{ tenantId: string; key: string }[]>`
      insert into idempotency (tenant_id, gateway_id, kind, key, body_sha256, row_id)
      select r.tenant_id, ${scope.actor.id}::uuid, ${KIND}, r.key, r.sha, r.row_id
      from json_to_recordset(${JSON.stringify(rows.map(wireClaim))}::json) as r(tenant_id uuid, key text, sha text, row_id uuid)
      order by r.tenant_id, r.key
      on conflict do nothing returning tenant_id as "tenantId", key`;
    return new Set(made.map(slot));
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    const message = "Equal rows are still being handled. Nothing was stored; send them again shortly.";
    throw new DomainError("IN_FLIGHT", message, { retryable: true, retryAfter: 1 });
  }
}

async function earlierReservations(
  tx: Tx,
  scope: GatewayScope,
  rows: readonly Row[],
): Promise<Map<string, Earlier>> {
  if (rows.length === 0) return new Map();
  const found = await tx.$queryRaw<Earlier[]>`
    select i.tenant_id as "tenantId", i.key, i.body_sha256 as "bodySha256", i.row_id as "rowId"
    from json_to_recordset(${JSON.stringify(rows.map(wireClaim))}::json) as r(tenant_id uuid, key text)
    -- Each by its key: a join might read the whole table for a few.
    cross join lateral (
      select * from idempotency i
      where i.tenant_id = r.tenant_id and i.gateway_id = ${scope.actor.id}::uuid and i.kind = ${KIND} and i.key = r.key limit 1) i`;
  return new Map(found.map((reserve) => [slot(reserve), reserve]));
}
