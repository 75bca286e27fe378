import { read, type Tx } from "@/lib/core/db";
import { parseJson } from "@/lib/core/json/parse";
import type { UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { asRows, diffArguments, foldsOf } from "../arguments/rules";
import type { DiffRow } from "../arguments/schema";
import { findLastApproved } from "../last/queries";
import type { BulkItem } from "./schema";

// What stands on the screen before many are approved at once; a call with more is opened by itself.
const ROWS_MAX = 40;

/** What each call would do differently from the last approved one, in the order given; those gone meanwhile are left out. */
export function listBulkItems(scope: UserScope, ids: readonly string[]): Promise<{ items: BulkItem[] }> {
  return read(scope, async (tx) => {
    const calls = await pendingCalls(tx, scope, ids);
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

/** Why each of these pending calls has to be opened by itself; those that may be approved together are left out. */
export function findAlone(scope: UserScope, ids: readonly string[]): Promise<Map<string, string>> {
  return read(scope, async (tx) => {
    const reasons = new Map<string, string>();
    for (const call of await pendingCalls(tx, scope, ids)) {
      const { alone } = await comparisonOf(tx, call);
      if (alone !== null) reasons.set(call.id, alone);
    }
    return reasons;
  });
}

function pendingCalls(tx: Tx, scope: UserScope, ids: readonly string[]): Promise<Approval[]> {
  return tx.approval.findMany({
    where: { tenantId: { in: [...scope.tenants] }, id: { in: [...ids] }, decision: "pending" },
  });
}

async function itemOf(tx: Tx, call: Approval, tenant: string): Promise<BulkItem> {
  const { id, revision, argumentsSha256, risk, decideBy, summary } = call;
  const { last, rows, alone } = await comparisonOf(tx, call);
  const comparedWith = last && { id: last.id, at: last.decidedAt ?? last.createdAt };
  return {
    id,
    revision,
    argumentsSha256,
    headline: summary,
    risk,
    tenant,
    decideBy,
    comparedWith,
    rows,
    alone,
  };
}

async function comparisonOf(
  tx: Tx,
  call: Approval,
): Promise<{ last: Approval | null; rows: DiffRow[]; alone: string | null }> {
  const last = await findLastApproved(tx, call);
  const now = parseJson(call.argumentsText);
  const all = last ? diffArguments(parseJson(last.argumentsText), now) : asRows(now);
  const rows = last ? all.filter((row) => row.change !== "same") : all;
  const tooLong = rows.length > ROWS_MAX || foldsOf(all, call.risk).some((fold) => fold.must);
  return { last, rows: tooLong ? [] : rows, alone: aloneBecause(call, tooLong) };
}

function aloneBecause(call: Approval, tooLong: boolean): string | null {
  if (call.risk === "critical") return "Critical calls are approved one by one.";
  if (tooLong) return "Its arguments are too long to read here. Open it by itself.";
  return null;
}
