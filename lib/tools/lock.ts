import type { Tx } from "@/lib/core/db";

/** Serializes registrations of a provider's tools and decisions on their proposals. */
export async function lockCatalogue(tx: Tx, gatewayId: string, provider: string): Promise<void> {
  const lock = `tools:${JSON.stringify([gatewayId, provider])}`;
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
}
