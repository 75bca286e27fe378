import "server-only";
import { seesTenant } from "@/lib/auth/mentions/queries";
import { Prisma } from "@/lib/generated/prisma/client";

/** Whether the user can be assigned: active, sees the tenant, may triage. */
export const mayBeAssigned = (user: Prisma.Sql, tenant: Prisma.Sql): Prisma.Sql => Prisma.sql`exists (
  select 1 from users u where u.id = ${user} and u.role in ('admin', 'triager') and ${seesTenant(tenant)})`;
