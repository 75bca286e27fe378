import "server-only";
import type { Tx } from "@/lib/core/db";
import { isId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";

// The link text of a subject, for each kind with a name. Other kinds show their id.
const NAMES: Record<string, (ids: string[], scope: Scope) => Prisma.Sql> = {
  approval: (ids, scope) => Prisma.sql`
    select id::text, summary as label from approvals
    where id = any(${ids}::uuid[]) ${scope.unlimited ? Prisma.empty : Prisma.sql`and tenant_id = any(${[...scope.tenants]}::uuid[])`}`,
  tenant: (ids) => Prisma.sql`select id::text, key as label from tenants where id = any(${ids}::uuid[])`,
  gateway: (ids) => Prisma.sql`select id::text, name as label from gateways where id = any(${ids}::uuid[])`,
  tool: (ids) =>
    Prisma.sql`select id::text, provider || ' · ' || name as label from tools where id = any(${ids}::uuid[])`,
  user: (ids) => Prisma.sql`select id::text, name as label from users where id = any(${ids}::uuid[])`,
  group: (ids) => Prisma.sql`select id::text, name as label from groups where id = any(${ids}::uuid[])`,
  intent: (ids, scope) => Prisma.sql`
    select id::text, coalesce(given_name, name) as label from intents
    where id = any(${ids}::uuid[]) ${scope.unlimited ? Prisma.empty : Prisma.sql`and tenant_id = any(${[...scope.tenants]}::uuid[])`}`,
  cheatsheet: (ids) =>
    Prisma.sql`select id::text, provider as label from cheatsheets where id = any(${ids}::uuid[])`,
};

/** The current names of these rows' subjects, by `kind:id`, in one statement. */
export async function labelSubjects(
  tx: Tx,
  scope: Scope,
  rows: readonly { subjectKind: string; subjectId: string }[],
): Promise<Map<string, string>> {
  const named = Object.entries(NAMES).flatMap(([kind, select]) => {
    const ids = rows.filter((row) => row.subjectKind === kind && isId(row.subjectId));
    if (ids.length === 0) return [];
    const labels = select([...new Set(ids.map((row) => row.subjectId))], scope);
    return [Prisma.sql`select ${kind} || ':' || n.id as subject, n.label from (${labels}) n`];
  });
  if (named.length === 0) return new Map();
  const found = await tx.$queryRaw<
    { subject: string; label: string }[]
  >`${Prisma.join(named, " union all ")}`;
  return new Map(found.map(({ subject, label }) => [subject, label]));
}
