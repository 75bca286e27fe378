import "server-only";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";

/** Of which calls (alias `a`) a scope reads the words: what agents and tools of other gateways said is none of a gateway's business. */
export function hasOwnWords({ actor }: Scope): Prisma.Sql {
  return actor.kind === "gateway" ? Prisma.sql`a.gateway_id = ${actor.id}::uuid` : Prisma.sql`true`;
}
