import { read } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { toDomainError } from "@/lib/core/outcome";
import type { UserScope } from "@/lib/core/scope";
import { claimApproval } from "../claim/commands";
import { decideApproval } from "../commands";
import { assertDecider } from "../rules";
import { assertApprovableTogether } from "./rules";
import type { BulkDecide, BulkResult } from "./schema";

/**
 * Decides each call by itself, as it was seen: one that changed or was decided meanwhile is refused and says why; the others
 * are recorded all the same.
 * @returns one result for each call, in the order given
 * @throws DomainError FORBIDDEN, NOT_FOUND or CONFLICT before anything is recorded
 */
export async function decideTogether(scope: UserScope, bulk: BulkDecide): Promise<{ results: BulkResult[] }> {
  assertDecider(scope);
  if (bulk.verdict === "approve") {
    const ids = bulk.items.map((item) => item.id);
    const calls = await read(scope, (tx) =>
      tx.approval.findMany({
        where: { tenantId: { in: [...scope.tenants] }, id: { in: ids } },
        select: { gatewayId: true, provider: true, tool: true, risk: true },
      }),
    );
    if (calls.length < new Set(ids).size)
      throw new DomainError("NOT_FOUND", "One of these calls does not exist. Nothing was recorded.");
    assertApprovableTogether(calls);
  }
  const how =
    bulk.verdict === "approve" ? { verdict: bulk.verdict } : { verdict: bulk.verdict, reason: bulk.reason };
  return { results: await eachOf(bulk.items, (item) => decideApproval(scope, { ...item, ...how })) };
}

/** Claims each call that nobody else has. */
export async function claimTogether(
  scope: UserScope,
  ids: readonly string[],
): Promise<{ results: BulkResult[] }> {
  assertDecider(scope);
  const items = ids.map((id) => ({ id }));
  return { results: await eachOf(items, ({ id }) => claimApproval(scope, { id })) };
}

async function eachOf<T extends { id: string }>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const item of items) {
    try {
      await work(item);
      results.push({ id: item.id, ok: true });
    } catch (error) {
      const { code, message } = toDomainError(error);
      results.push({ id: item.id, ok: false, code, message });
    }
  }
  return results;
}
