import "server-only";
import type { Tx } from "@/lib/core/db";
import { isId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { tenantIdsOf } from "@/lib/tenants/queries";
import type { QueueFilter } from "./list";
import { isPendingView } from "./rules";
import { type QueueView, SEARCH_CHARS_MIN, SEARCH_MAX } from "./types";

/** A filter with its names looked up: which tenants to read, and what a row of `approvals` under an alias has to meet. */
export type QueueConditions = { tenants: string[]; where: (alias: "a" | "b") => Prisma.Sql };

const COLUMNS = { a: Prisma.raw("a"), b: Prisma.raw("b") };

/** Turns a filter into conditions on one table, so that every plan can start with the tenant. */
export async function conditionsOf(
  tx: Tx,
  scope: UserScope,
  filter: Omit<QueueFilter, "cursor">,
): Promise<QueueConditions> {
  const tenants = await tenantIdsOf(tx, scope, filter.tenant);
  const gateways = filter.gateway ? await gatewaysOf(tx, filter.gateway) : null;
  const matches = filter.q && searches(filter.q) ? await findMatches(tx, tenants, filter) : null;
  const where = (alias: "a" | "b") => {
    const a = COLUMNS[alias];
    const parts = [viewCondition(scope, filter.view, a)];
    if (filter.risk) parts.push(Prisma.sql`${a}.risk = ${filter.risk}::risk`);
    if (filter.tool) parts.push(Prisma.sql`${a}.tool = ${filter.tool}`);
    if (filter.agent) parts.push(Prisma.sql`${a}.agent = ${filter.agent}`);
    if (gateways) parts.push(Prisma.sql`${a}.gateway_id = any(${gateways}::uuid[])`);
    if (matches) parts.push(Prisma.sql`${a}.id = any(${matches}::uuid[])`);
    else if (filter.q) parts.push(Prisma.sql`(${a}.tool = ${filter.q} or ${a}.agent = ${filter.q})`);
    return Prisma.join(parts, " and ");
  };
  return { tenants, where };
}

async function gatewaysOf(tx: Tx, name: string): Promise<string[]> {
  return (await tx.gateway.findMany({ where: { name } })).map((row) => row.id);
}

const searches = (q: string) => [...q].length >= SEARCH_CHARS_MIN;

/** The newest calls whose words, names or ids hold the text. */
async function findMatches(
  tx: Tx,
  tenants: readonly string[],
  { q = "", view }: Pick<QueueFilter, "q" | "view">,
): Promise<string[]> {
  if (isId(q)) return [q];
  const fragment = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  const found = await tx.$queryRaw<{ id: string }[]>`
    select id from find_approval_words(${fragment}, ${[...tenants]}::uuid[], ${isPendingView(view)}, ${SEARCH_MAX}::int)`;
  return found.map((row) => row.id);
}

function viewCondition(scope: UserScope, view: QueueView, a: Prisma.Sql): Prisma.Sql {
  const me = scope.actor.id;
  const snoozed = Prisma.sql`exists (select 1 from approval_snoozes s where s.tenant_id = ${a}.tenant_id
    and s.user_id = ${me}::uuid and s.approval_id = ${a}.id and s.until > statement_timestamp())`;
  switch (view) {
    case "all":
      return Prisma.sql`${a}.decision = 'pending'`;
    case "mine":
      // What this person can still act on: not what already has their vote, nor what they put off.
      return Prisma.sql`${a}.decision = 'pending' and not exists (
        select 1 from votes v where v.tenant_id = ${a}.tenant_id and v.approval_id = ${a}.id and v.revision = ${a}.revision
                                and v.user_id = ${me}::uuid) and not ${snoozed}`;
    case "high":
      return Prisma.sql`${a}.decision = 'pending' and ${a}.risk in ('high', 'critical')`;
    case "snoozed":
      return Prisma.sql`${a}.decision = 'pending' and ${snoozed}`;
    case "decided":
      return Prisma.sql`${a}.decision <> 'pending'`;
    case "attention":
      return Prisma.sql`needs_attention(${a}.decision, ${a}.execution, ${a}.delivery, ${a}.acknowledged_at)`;
  }
}
