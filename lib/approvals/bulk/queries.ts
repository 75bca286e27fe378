import { read, type Tx } from "@/lib/core/db";
import { parseJson } from "@/lib/core/json/parse";
import type { UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { asRows, diffArguments, foldsOf } from "../arguments/rules";
import { findLastApproved } from "../last/queries";
import type { BulkItem } from "./schema";

// What stands on the screen before many are approved at once; a call with more is opened by itself.
const ROWS_MAX = 40;

/** What each call would do differently from the last approved one, in the order given; those gone meanwhile are left out. */
export function listBulkItems(scope: UserScope, ids: readonly string[]): Promise<{ items: BulkItem[] }> {
  return read(scope, async (tx) => {
    const calls = await tx.approval.findMany({
      where: { tenantId: { in: [...scope.tenants] }, id: { in: [...ids] }, decision: "pending" },
    });
    const tenants = await tx.tenant.findMany({ where: { id: { in: calls.map((call) => call.tenantId) } } });
    const names = new Map(tenants.map(({ id, key }) => [id, key]));
    const byId = new Map(calls.map((call) => [call.id, call]));
    const items: BulkItem[] = [];
    for (const id of ids) {
      const call = byId.get(id);
      if (call) items.push(await itemOf(tx, call, names.get(call.tenantId) ?? ""));
    }
    return { items };
  });
}

async function itemOf(tx: Tx, call: Approval, tenant: string): Promise<BulkItem> {
  const { id, revision, argumentsSha256, risk, decideBy, summary } = call;
  const last = await findLastApproved(tx, call);
  const now = parseJson(call.argumentsText);
  const all = last ? diffArguments(parseJson(last.argumentsText), now) : asRows(now);
  const rows = last ? all.filter((row) => row.change !== "same") : all;
  const tooLong = rows.length > ROWS_MAX || foldsOf(all, risk).some((fold) => fold.must);
  return {
    id,
    revision,
    argumentsSha256,
    headline: summary,
    risk,
    tenant,
    decideBy,
    comparedWith: last && { id: last.id, at: last.decidedAt ?? last.createdAt },
    rows: tooLong ? [] : rows,
    alone: aloneBecause(call, tooLong),
  };
}

function aloneBecause(call: Approval, tooLong: boolean): string | null {
  if (call.risk === "critical") return "Critical calls are approved one by one.";
  if (tooLong) return "Its arguments are too long to read here. Open it by itself.";
  return null;
}
