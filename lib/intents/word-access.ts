import "server-only";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";

/**
 * The calls (alias `a`) whose text a scope can read. A gateway cannot read text that came through
 * other gateways.
 */
export function hasOwnWords({ actor }: Scope): Prisma.Sql {
  return actor.kind === "gateway" ? Prisma.sql`a.gateway_id = ${actor.id}::uuid` : Prisma.sql`true`;
}
