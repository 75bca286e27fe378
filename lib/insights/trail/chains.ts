import "server-only";
import { NO_TENANT, type Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { type ChainOwner, INSTALLATION } from "./types";

/** Whether a scope sees the installation's trail, and those of deleted tenants. */
function seesInstallation(scope: Scope): boolean {
  const { actor } = scope;
  return scope.unlimited && (actor.kind === "system" || (actor.kind === "user" && actor.role === "admin"));
}

/**
 * The chains that a scope may see, as a table (id, key, name, removed); the installation's has no
 * key.
 * @param tenant a key or INSTALLATION, to select one
 */
export function chainsOf(scope: Scope, tenant?: string): Prisma.Sql {
  const own = scope.unlimited ? Prisma.sql`true` : Prisma.sql`t.id = any(${[...scope.tenants]}::uuid[])`;
  const named = (alias: string) =>
    tenant === undefined ? Prisma.empty : Prisma.sql`and ${Prisma.raw(alias)}.key = ${tenant}`;
  const tenants = Prisma.sql`
    select t.id, t.key, t.name, false as removed from tenants t where ${own} ${named("t")}`;
  if (!seesInstallation(scope)) return tenants;
  const removed = Prisma.sql`
    select r.tenant_id, r.key, r.name, true from tenant_removals r where true ${named("r")}`;
  const installation = Prisma.sql`
    select ${NO_TENANT}::uuid, null, null, false where ${tenant === undefined || tenant === INSTALLATION}`;
  return Prisma.sql`${tenants} union all ${removed} union all ${installation}`;
}

export type OwnerColumns = {
  tenantId: string;
  ownerKey: string | null;
  ownerName: string | null;
  removed: boolean;
};

export function ownerOf({ tenantId: id, ownerKey, ownerName, removed }: OwnerColumns): ChainOwner {
  return ownerKey === null ? null : { id, key: ownerKey, name: ownerName ?? ownerKey, removed };
}
