import "server-only";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";

const NAMED = Prisma.raw("'{require,deciders,people}'");
const ROLES = Prisma.raw("'{require,deciders,roles}'");

/**
 * Of a call (alias `a`): whether its policy leaves it to this person, by address or role. Whether they asked for it themselves is not
 * looked at: that takes all their names.
 */
export function isLeftTo({ actor }: UserScope, a: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${a}.policy is null
    or coalesce(jsonb_array_length(${a}.policy #> ${NAMED}) + jsonb_array_length(${a}.policy #> ${ROLES}), 0) = 0
    or jsonb_exists(${a}.policy #> ${NAMED}, ${actor.email.toLowerCase()}) or jsonb_exists(${a}.policy #> ${ROLES}, ${actor.role}))`;
}
