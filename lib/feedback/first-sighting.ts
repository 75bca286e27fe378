import "server-only";
import { Prisma } from "@/lib/generated/prisma/client";

/** When an issue (alias `issue`), or one merged into it, was first seen. */
export const firstSeen = (issue: Prisma.Sql) => Prisma.sql`least(${issue}.first_seen_at, (
  select min(d.first_seen_at) from feedback_issues d where d.tenant_id = ${issue}.tenant_id and d.merged_into = ${issue}.id))`;
