import { read, type Tx } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { type Blockers, REMOVAL_COUNT_CAP, type RemovalPreview } from "./types";

const capped = (rows: Prisma.Sql) =>
  Prisma.sql`(select count(*) from (${rows} limit ${REMOVAL_COUNT_CAP + 1}) c)::int`;

/** Work in progress of a tenant, in a transaction. */
export async function loadBlockers(tx: Tx, tenantId: string): Promise<Blockers> {
  const of = Prisma.sql`tenant_id = ${tenantId}::uuid`;
  const [row] = await tx.$queryRaw<Blockers[]>`
    select ${capped(Prisma.sql`select 1 from approvals where ${of} and decision = 'pending'`)} as pending,
           ${capped(Prisma.sql`select 1 from approvals where ${of} and decision = 'approved' and execution = 'awaiting'`)} as awaiting,
           ${capped(Prisma.sql`select 1 from approvals where ${of} and decision = 'approved' and execution = 'executing'`)} as executing,
           ${capped(Prisma.sql`select 1 from deliveries where ${of} and channel = 'callback' and state in ('waiting', 'sending')`)} as untold`;
  if (!row) throw new Error("the database counted nothing");
  return row;
}

export async function previewRemoval(scope: Scope, tenantId: string): Promise<RemovalPreview> {
  const of = Prisma.sql`tenant_id = ${tenantId}::uuid`;
  return read(scope, async (tx) => {
    const blockers = await loadBlockers(tx, tenantId);
    const [row] = await tx.$queryRaw<Omit<RemovalPreview, "blockers">[]>`
      select ${capped(Prisma.sql`select 1 from tool_calls where ${of}`)} as calls,
             ${capped(Prisma.sql`select 1 from approvals where ${of}`)} as approvals,
             ${capped(Prisma.sql`select 1 from feedback_submissions where ${of}`)} as feedback,
             ${capped(Prisma.sql`select 1 from approvals where ${of} and decision = 'approved' and execution = 'awaiting'
               and mode = 'reissue' and redeemed_at is null`)} as grants,
             ${capped(Prisma.sql`select 1 from gateway_tenants where ${of}`)} as gateways,
             ${capped(Prisma.sql`select 1 from memberships where ${of}`)} as people`;
    if (!row) throw new Error("the database counted nothing");
    return { ...row, blockers };
  });
}
