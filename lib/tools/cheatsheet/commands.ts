import { recordActivity } from "@/lib/activity/record";
import { change, ingest, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { type GatewayScope, NO_TENANT, type Scope, type UserScope } from "@/lib/core/scope";
import { sha256 } from "@/lib/core/sha256";
import { assertCoversGateway } from "@/lib/gateways/queries";
import type { Cheatsheet } from "@/lib/generated/prisma/client";
import { announce } from "@/lib/live/announce";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { gatewayInScope } from "../catalogue/queries";
import { recountProvider } from "../finding-counts";
import { noSuchGateway } from "../queries";
import { KEPT_VERSIONS } from "./types";

type Published = {
  id: string;
  provider: string;
  gateway: string | null;
  etag: string;
  updatedAt: Date;
};

/**
 * The ETag a person saw, or several of which one has to match (`*`: any); null if there was none.
 * Undefined replaces anything.
 */
type Seen = string | readonly string[] | null;

/**
 * A gateway publishes its own cheatsheet of a provider for every tenant it serves, replacing the
 * previous one.
 * @throws DomainError FORBIDDEN for a key that covers only some of them, STALE_VIEW if someone
 * published meanwhile
 */
export function publishOwnCheatsheet(
  scope: GatewayScope,
  provider: string,
  markdown: string,
  seen?: Seen,
): Promise<Published> {
  return ingest(scope, async (tx) => ({
    ...(await storeCheatsheet(tx, scope, { gatewayId: scope.actor.id, provider, markdown, seen })),
    gateway: scope.actor.name,
  }));
}

/**
 * A person publishes a provider's shared cheatsheet or that of one gateway. It reaches every tenant
 * it serves.
 * @throws DomainError FORBIDDEN, NOT_FOUND, STALE_VIEW if someone published meanwhile
 */
export async function publishCheatsheet(
  scope: UserScope,
  provider: string,
  markdown: string,
  gateway: string | null,
  seen?: Seen,
): Promise<Published> {
  assertMayAdministerAll(scope, "publish cheatsheets");
  return change(scope, async (tx) => {
    const [owner] =
      gateway === null
        ? [{ id: null }]
        : await tx.$queryRaw<{ id: string }[]>`
            select g.id from gateways g where ${gatewayInScope(scope)} and g.name = ${gateway}`;
    if (!owner) throw noSuchGateway();
    const published = await storeCheatsheet(tx, scope, { gatewayId: owner.id, provider, markdown, seen });
    const about = { kind: "cheatsheet", id: published.id };
    await recordActivity(tx, scope, "cheatsheet.published", about, {
      provider,
      gateway,
      etag: published.etag,
    });
    return { ...published, gateway };
  });
}

type Sheet = { gatewayId: string | null; provider: string; markdown: string; seen?: Seen };

/**
 * Stores a cheatsheet in the caller's transaction and keeps the previous text. An equal text
 * changes nothing, including its age.
 */
export async function storeCheatsheet(
  tx: Tx,
  scope: Scope,
  sheet: Sheet,
): Promise<Omit<Published, "gateway">> {
  const { gatewayId, provider, markdown, seen } = sheet;
  const etag = `"${sha256(markdown).slice(0, 32)}"`;
  const present = await lockOrCreate(tx, scope, sheet, etag);
  const { id, version, created } = present;
  if (!created && present.etag !== etag && !isSeen(seen, present.etag)) throw stale(present);
  if (!created && present.etag === etag) return { id, provider, etag, updatedAt: present.updatedAt };
  if (scope.actor.kind === "gateway") await assertCoversGateway(tx, scope as GatewayScope, "cheatsheets");
  const next = created ? version : version + 1;
  const { updatedAt } = created
    ? present
    : await tx.cheatsheet.update({
        where: { id },
        data: { markdown, etag, version: next, updatedBy: scope.actor.name },
      });
  await tx.cheatsheetVersion.create({
    data: {
      cheatsheetId: id,
      version: next,
      markdown,
      etag,
      publishedBy: scope.actor.name,
      publishedAt: updatedAt,
    },
  });
  await tx.cheatsheetVersion.deleteMany({
    where: { cheatsheetId: id, version: { lte: next - KEPT_VERSIONS } },
  });
  if (created) await recountProvider(tx, provider, gatewayId);
  await announce(tx, "tool", NO_TENANT, gatewayId ?? id);
  return { id, provider, etag, updatedAt };
}

/**
 * The current cheatsheet, locked, or a new one. Of two concurrent creations, one finds the other's.
 */
async function lockOrCreate(
  tx: Tx,
  scope: Scope,
  { gatewayId, provider, markdown, seen }: Sheet,
  etag: string,
): Promise<Cheatsheet & { created: boolean }> {
  const lock = `cheatsheet:${JSON.stringify([gatewayId, provider])}`;
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
  const present = await tx.cheatsheet.findFirst({ where: { gatewayId, provider } });
  if (present) return { ...present, created: false };
  // The text that the person replaces was removed meanwhile, so report it.
  if (seen !== undefined && seen !== null) throw stale(null);
  const data = { id: newId(), gatewayId, provider, markdown, etag, updatedBy: scope.actor.name };
  return { ...(await tx.cheatsheet.create({ data })), created: true };
}

function isSeen(seen: Seen | undefined, etag: string): boolean {
  if (seen === undefined || typeof seen === "string") return (seen ?? etag) === etag;
  return seen !== null && (seen.includes(etag) || seen.includes("*"));
}

function stale(present: Cheatsheet | null): DomainError {
  return new DomainError(
    "STALE_VIEW",
    present
      ? `${present.updatedBy} published another text since you began. Yours was not published; compare the two, then publish again.`
      : "The cheatsheet you wrote over is gone. Yours was not published; read the page again.",
  );
}
