import { read, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { Scope } from "@/lib/core/scope";
import { type Cheatsheet, Prisma } from "@/lib/generated/prisma/client";
import { gatewayInScope } from "../catalogue/queries";
import { noSuchGateway } from "../queries";
import type { ProviderSheets, SheetHead, SheetVersion, SheetView } from "./types";

const PROVIDERS_MAX = 1_000;

/**
 * A provider's cheatsheet. For a gateway its own, else the shared one; for a person that of the
 * named gateway, else the shared one.
 * @throws DomainError NOT_FOUND, also for a gateway outside the scope
 */
export async function getCheatsheet(scope: Scope, provider: string, gateway?: string): Promise<Cheatsheet> {
  const sheet = await read(scope, async (tx) => {
    const gatewayId =
      scope.actor.kind === "gateway"
        ? scope.actor.id
        : gateway === undefined
          ? null
          : await gatewayNamed(tx, scope, gateway);
    if (gatewayId === undefined) return null;
    const sheets = await tx.cheatsheet.findMany({
      where: { provider, OR: [{ gatewayId }, { gatewayId: null }] },
    });
    const own = sheets.find((candidate) => candidate.gatewayId === gatewayId);
    // With a named gateway, only agents fall back to the shared one.
    return own ?? (scope.actor.kind === "gateway" ? sheets[0] : null);
  });
  if (sheet) return sheet;
  throw new DomainError("NOT_FOUND", `No cheatsheet is published for ${JSON.stringify(provider)} here.`);
}

async function gatewayNamed(tx: Tx, scope: Scope, name: string): Promise<string | undefined> {
  const [gateway] = await tx.$queryRaw<{ id: string }[]>`
    select g.id from gateways g where ${gatewayInScope(scope)} and g.name = ${name}`;
  return gateway?.id;
}

type SheetRow = SheetHead & { provider: string };

/** Cheatsheets in scope: shared ones and those of its gateways. Sizes in UTF-8 bytes. */
const heads = (scope: Scope, provider: string | null) => Prisma.sql`
  select c.provider, g.name as gateway, octet_length(c.markdown) as bytes, c.etag, c.version, c.updated_by as "updatedBy",
         c.updated_at as "updatedAt"
  from cheatsheets c left join gateways g on g.id = c.gateway_id
  where (c.gateway_id is null or ${gatewayInScope(scope)})
    ${provider === null ? Prisma.empty : Prisma.sql`and c.provider = ${provider}`}
  order by c.provider, g.name nulls first limit ${PROVIDERS_MAX}`;

type ProviderRow = { provider: string; tools: number; gateways: string[] };

/** Providers with tools or cheatsheets in scope, by name, at most 1,000. */
export function listProviderSheets(scope: Scope): Promise<ProviderSheets[]> {
  return readProviders(scope, null);
}

/**
 * One provider with its tools and cheatsheets. Empty for a new provider, which can get a cheatsheet
 * before its tools.
 */
export async function getProviderSheets(scope: Scope, provider: string): Promise<ProviderSheets> {
  const [found] = await readProviders(scope, provider);
  return found ?? { provider, tools: 0, gateways: [], sheets: [] };
}

function readProviders(scope: Scope, provider: string | null): Promise<ProviderSheets[]> {
  return read(scope, async (tx) => {
    const providers = await tx.$queryRaw<ProviderRow[]>`
      select t.provider, count(*)::int as tools, array_agg(distinct g.name order by g.name) as gateways
      from tools t join gateways g on g.id = t.gateway_id
      where ${gatewayInScope(scope)} ${provider === null ? Prisma.empty : Prisma.sql`and t.provider = ${provider}`}
      group by t.provider order by t.provider limit ${PROVIDERS_MAX}`;
    const sheets = await tx.$queryRaw<SheetRow[]>`${heads(scope, provider)}`;
    const all = new Map<string, ProviderSheets>(
      providers.map((row) => [row.provider, { ...row, sheets: [] }]),
    );
    for (const { provider: name, ...head } of sheets) {
      const known = all.get(name) ?? { provider: name, tools: 0, gateways: [], sheets: [] };
      known.sheets.push(head);
      all.set(name, known);
    }
    return [...all.values()].sort((a, b) => (a.provider < b.provider ? -1 : 1));
  });
}

/**
 * One cheatsheet with earlier texts: shared (`gateway` null) or of one gateway.
 * @throws DomainError NOT_FOUND for a gateway outside the scope
 */
export function getSheetView(scope: Scope, provider: string, gateway: string | null): Promise<SheetView> {
  return read(scope, async (tx) => {
    const gatewayId = gateway === null ? null : await gatewayNamed(tx, scope, gateway);
    if (gatewayId === undefined) throw noSuchGateway();
    const sheet = await tx.cheatsheet.findFirst({ where: { gatewayId, provider } });
    if (!sheet) return { provider, gateway, published: null, versions: [] };
    const versions = await tx.$queryRaw<SheetVersion[]>`
      select version, etag, octet_length(markdown) as bytes, published_by as "publishedBy", published_at as "publishedAt"
      from cheatsheet_versions where cheatsheet_id = ${sheet.id}::uuid order by version desc`;
    const { markdown, etag, version, updatedBy, updatedAt } = sheet;
    const bytes = new TextEncoder().encode(markdown).length;
    return {
      provider,
      gateway,
      published: { gateway, bytes, etag, version, updatedBy, updatedAt, markdown },
      versions,
    };
  });
}

/** The text of one version, null if it is not stored. */
export function findSheetText(
  scope: Scope,
  provider: string,
  gateway: string | null,
  version: number,
): Promise<string | null> {
  return read(scope, async (tx) => {
    const gatewayId = gateway === null ? null : await gatewayNamed(tx, scope, gateway);
    if (gatewayId === undefined) return null;
    const kept = await tx.cheatsheetVersion.findFirst({
      where: { version, cheatsheet: { gatewayId, provider } },
      select: { markdown: true },
    });
    return kept?.markdown ?? null;
  });
}
