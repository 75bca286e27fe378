import { recordActivity } from "@/lib/activity/record";
import { change, ingest, type Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import type { GatewayScope, Scope, UserScope } from "@/lib/core/scope";
import { sha256 } from "@/lib/core/secrets";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { gatewayInScope } from "../catalogue/queries";
import { noSuchGateway } from "../known/queries";

export type Published = {
  id: string;
  provider: string;
  gateway: string | null;
  etag: string;
  updatedAt: Date;
};

/** A gateway publishes its own cheatsheet of a provider, in place of the one before. */
export function publishOwnCheatsheet(
  scope: GatewayScope,
  provider: string,
  markdown: string,
): Promise<Published> {
  return ingest(scope, async (tx) => ({
    ...(await storeCheatsheet(tx, scope, { gatewayId: scope.actor.id, provider, markdown })),
    gateway: scope.actor.name,
  }));
}

/**
 * A person publishes the shared cheatsheet of a provider, or that of one gateway. Either reaches every tenant it serves.
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function publishCheatsheet(
  scope: UserScope,
  provider: string,
  markdown: string,
  gateway: string | null,
): Promise<Published> {
  assertMayAdministerAll(scope, "publish cheatsheets");
  return change(scope, async (tx) => {
    const [owner] =
      gateway === null
        ? [{ id: null }]
        : await tx.$queryRaw<{ id: string }[]>`
            select g.id from gateways g where ${gatewayInScope(scope)} and g.name = ${gateway}`;
    if (!owner) throw noSuchGateway();
    const published = await storeCheatsheet(tx, scope, { gatewayId: owner.id, provider, markdown });
    const about = { kind: "cheatsheet", id: published.id };
    await recordActivity(tx, scope, "cheatsheet.published", about, {
      provider,
      gateway,
      etag: published.etag,
    });
    return { ...published, gateway };
  });
}

type Sheet = { gatewayId: string | null; provider: string; markdown: string };

/** Stores a cheatsheet in the caller's transaction. The same text again changes nothing, its age included. */
export async function storeCheatsheet(
  tx: Tx,
  scope: Scope,
  { gatewayId, provider, markdown }: Sheet,
): Promise<Omit<Published, "gateway">> {
  const etag = `"${sha256(markdown).slice(0, 32)}"`;
  await tx.$executeRaw`
    insert into cheatsheets (id, gateway_id, provider, markdown, etag, updated_by, updated_at)
    values (${newId()}::uuid, ${gatewayId}::uuid, ${provider}, ${markdown}, ${etag}, ${scope.actor.name}, clock_timestamp())
    on conflict (gateway_id, provider) do update
      set markdown = excluded.markdown, etag = excluded.etag, updated_by = excluded.updated_by,
          updated_at = excluded.updated_at
      where cheatsheets.etag <> excluded.etag`;
  const sheet = await tx.cheatsheet.findFirstOrThrow({ where: { gatewayId, provider } });
  return { id: sheet.id, provider, etag: sheet.etag, updatedAt: sheet.updatedAt };
}
