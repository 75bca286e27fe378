import "server-only";
import { Prisma } from "@/lib/generated/prisma/client";
import { NOW } from "../people/groups";

/**
 * Whether the delegation `d` is in force at a time. A revoked one never is: unsettled decisions
 * under it lapse, as when a person leaves a group.
 */
export function isInForce(at: Prisma.Sql = NOW): Prisma.Sql {
  return Prisma.sql`(d.ended_at is null and d.starts_at <= ${at} and ${at} < d.ends_at)`;
}

/** Whether the delegation `d` is in force now or comes into force before then. */
export function isInForceBefore(then: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(d.ended_at is null and d.starts_at < ${then} and ${NOW} < d.ends_at)`;
}

/** Whether a person (alias `u`) is out now and has a deputy; `until`: at least for that long. */
export function isOut(u: Prisma.Sql, until: Prisma.Sql = NOW): Prisma.Sql {
  return Prisma.sql`exists (
    select 1 from delegations d where d.from_id = ${u}.id and ${isInForce()} and ${until} <= d.ends_at)`;
}
