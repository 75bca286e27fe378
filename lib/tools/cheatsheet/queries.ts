import { read } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { Scope } from "@/lib/core/scope";
import type { Cheatsheet } from "@/lib/generated/prisma/client";
import { gatewayInScope } from "../catalogue/queries";

/**
 * A provider's cheatsheet: for a gateway its own, else the shared one; for a person that of the gateway they name, else the
 * shared one.
 * @throws DomainError NOT_FOUND, also for a gateway outside the scope
 */
export async function getCheatsheet(scope: Scope, provider: string, gateway?: string): Promise<Cheatsheet> {
  const sheet = await read(scope, async (tx) => {
    const gatewayId =
      scope.actor.kind === "gateway"
        ? scope.actor.id
        : gateway === undefined
          ? null
          : (
              await tx.$queryRaw<{ id: string }[]>`
                select g.id from gateways g where ${gatewayInScope(scope)} and g.name = ${gateway}`
            )[0]?.id;
    if (gatewayId === undefined) return null;
    const sheets = await tx.cheatsheet.findMany({
      where: { provider, OR: [{ gatewayId }, { gatewayId: null }] },
    });
    const own = sheets.find((candidate) => candidate.gatewayId === gatewayId);
    // Who names a gateway asks for that gateway's own; only agents fall back to the shared one.
    return own ?? (scope.actor.kind === "gateway" ? sheets[0] : null);
  });
  if (sheet) return sheet;
  throw new DomainError(
    "NOT_FOUND",
    `Nobody has published a cheatsheet for ${JSON.stringify(provider)} here.`,
  );
}
