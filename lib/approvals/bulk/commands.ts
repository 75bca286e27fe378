import { read } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { toDomainError } from "@/lib/core/outcome";
import type { UserScope } from "@/lib/core/scope";
import { claimApproval } from "../claim/commands";
import { decideApproval } from "../commands";
import { assertDecider } from "../rules";
import { findAlone } from "./queries";
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
  if (bulk.verdict === "reject") {
    const { verdict, reason } = bulk;
    return {
      results: await eachOf(bulk.items, (item) => decideApproval(scope, { ...item, verdict, reason })),
    };
  }
  const { verdict, items } = bulk;
  // Asked before the first is approved, as the screen did. What it says of arguments holds: each decision names them by digest.
  const alone = await findAlone(
    scope,
    items.map((item) => item.id),
  );
  return {
    results: await eachOf(items, async (item) => {
      const reason = alone.get(item.id);
      if (reason !== undefined) throw new DomainError("CONFLICT", `${reason} It was not approved.`);
      await decideApproval(scope, { ...item, verdict });
    }),
  };
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
