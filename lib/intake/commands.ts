import type { Tx } from "@/lib/core/db";
import type { GatewayScope } from "@/lib/core/scope";
import { markFirstRow } from "@/lib/tenants/commands";
import { type Caller, noteOffenders, resolveOffenders } from "./offenders/commands";
import type { Admission, Taken } from "./types";

export type JudgedReport = Caller & Pick<Admission, "isFirst" | "caller">;

/**
 * Admits a report and stores its side effects, in the transaction that stores it.
 * @throws DomainError the report's refusal; nothing is stored then
 */
export async function admit(
  tx: Tx,
  scope: GatewayScope,
  { tenantId, agent }: Caller,
  admission: Admission,
): Promise<Taken> {
  const { refusal, warning, grace } = admission;
  if (refusal) throw refusal;
  await leaveMarks(tx, scope, [{ tenantId, agent, ...admission }]);
  return { warning, grace: warning && grace };
}

/**
 * Stores the side effects of reports: the start of the grace period, and callers that offend or
 * comply. A caller that does both in one batch does not comply yet.
 */
export async function leaveMarks(
  tx: Tx,
  { actor }: GatewayScope,
  reports: readonly JudgedReport[],
): Promise<void> {
  const first = new Set(reports.filter(({ isFirst }) => isFirst).map(({ tenantId }) => tenantId));
  // In a fixed order, so that two batches do not deadlock.
  for (const tenantId of [...first].toSorted()) await markFirstRow(tx, tenantId);
  const offending = reports.filter(({ caller }) => caller === "offends" || caller === "refused");
  const isSame = (a: Caller, b: Caller) => a.tenantId === b.tenantId && a.agent === b.agent;
  const complying = reports.filter(
    (one) => one.caller === "complies" && !offending.some((other) => isSame(one, other)),
  );
  const counted = offending.map((one) => ({ ...one, refused: one.caller === "refused" }));
  await noteOffenders(tx, actor.id, counted);
  await resolveOffenders(tx, actor.id, complying);
}
