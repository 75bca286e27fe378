import { changeEntry, recordActivities } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { assertDecider } from "../rules";
import type { AcknowledgeInput, UnacknowledgeInput } from "./schema";
import type { AcknowledgeResult, UnacknowledgeResult } from "./types";

type Marked = { id: string; tenantId: string; at: Date; execution: string; undelivered: boolean };

/**
 * Acknowledges failed calls in the versions that the person saw, until the next failure. A call
 * that changed, or that another person acknowledged first, returns an error; the others succeed.
 * @returns one result for each call, in the order given
 * @throws DomainError FORBIDDEN
 */
export async function acknowledgeApprovals(
  scope: UserScope,
  { items, note }: AcknowledgeInput,
): Promise<{ results: AcknowledgeResult[] }> {
  assertDecider(scope);
  const ids = idsOf(items);
  return change(scope, async (tx) => {
    await lockCalls(tx, scope, ids);
    const marked = await tx.$queryRaw<Marked[]>`
      update approvals a
      set acknowledged_at = clock_timestamp(), acknowledged_by = ${scope.actor.name}, acknowledged_note = ${note || null}
      from unnest(${ids}::uuid[], ${items.map((one) => one.changedAt)}::timestamptz[]) as seen(id, changed_at)
      where a.tenant_id = any(${[...scope.tenants]}::uuid[]) and a.id = seen.id and a.updated_at = seen.changed_at
        and needs_attention(a.decision, a.execution, a.delivery, a.acknowledged_at)
      returning a.id, a.tenant_id as "tenantId", a.acknowledged_at as at, a.execution::text, a.delivery = 'dead' as undelivered`;
    const deed = ({ at, ...call }: Marked) => changeEntry("approval.acknowledged", null, { ...call, note });
    const done = new Map(marked.map((one) => [one.id, one.at]));
    const found = await readRefused(tx, scope, ids, done);
    await recordActivities(tx, scope, marked.map(deed));
    const results = ids.map((id): AcknowledgeResult => {
      const acknowledgedAt = done.get(id);
      return acknowledgedAt
        ? { id, ok: true, acknowledgedAt }
        : { id, ok: false, message: whyNotAcknowledged(found.get(id) ?? null) };
    });
    return { results };
  });
}

/**
 * Removes acknowledgements, also those of other people: the calls need attention again.
 * @returns one result for each call, in the order given; an acknowledgement other than the named
 * one stays
 * @throws DomainError FORBIDDEN
 */
export async function unacknowledgeApprovals(
  scope: UserScope,
  { items }: UnacknowledgeInput,
): Promise<{ results: UnacknowledgeResult[] }> {
  assertDecider(scope);
  const ids = idsOf(items);
  return change(scope, async (tx) => {
    await lockCalls(tx, scope, ids);
    const freed = await tx.$queryRaw<{ id: string; tenantId: string }[]>`
      update approvals a set acknowledged_at = null, acknowledged_by = null, acknowledged_note = null
      from unnest(${ids}::uuid[], ${items.map((one) => one.acknowledgedAt)}::timestamptz[]) as mark(id, acknowledged_at)
      where a.tenant_id = any(${[...scope.tenants]}::uuid[]) and a.id = mark.id and a.acknowledged_at = mark.acknowledged_at
      returning a.id, a.tenant_id as "tenantId"`;
    const deeds = freed.map((call) => changeEntry("approval.unacknowledged", null, call));
    const done = new Map(freed.map((one) => [one.id, true]));
    const found = await readRefused(tx, scope, ids, done);
    await recordActivities(tx, scope, deeds);
    const results = ids.map(
      (id): UnacknowledgeResult =>
        done.has(id)
          ? { id, ok: true }
          : { id, ok: false, message: whyNotUnacknowledged(found.get(id) ?? null) },
    );
    return { results };
  });
}

const idsOf = (calls: readonly { id: string }[]) => calls.map(({ id }) => id);

/** Locks in a fixed order, so that two actions with common calls do not deadlock. */
async function lockCalls(tx: Tx, scope: UserScope, ids: readonly string[]): Promise<void> {
  await tx.$queryRaw`
    select id from approvals where tenant_id = any(${[...scope.tenants]}::uuid[]) and id = any(${[...ids]}::uuid[])
    order by id for update`;
}

async function readRefused(
  tx: Tx,
  scope: UserScope,
  ids: readonly string[],
  done: ReadonlyMap<string, unknown>,
): Promise<Map<string, Found>> {
  const refused = ids.filter((id) => !done.has(id));
  if (refused.length === 0) return new Map();
  const rows = await tx.$queryRaw<({ id: string } & NonNullable<Found>)[]>`
    select id, acknowledged_at as "acknowledgedAt", acknowledged_by as "acknowledgedBy", needs_attention(decision, execution, delivery, null) as wrong
    from approvals where tenant_id = any(${[...scope.tenants]}::uuid[]) and id = any(${refused}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row]));
}
/** The current state; null: no such call in their tenants. */
type Found = { acknowledgedAt: Date | null; acknowledgedBy: string | null; wrong: boolean } | null;

function whyNotAcknowledged(found: Found): string {
  if (!found) return "There is no such approval. Nothing was acknowledged.";
  if (!found.wrong) return "Nothing is wrong with this call any more. It was not acknowledged.";
  if (found.acknowledgedAt)
    return `${found.acknowledgedBy ?? "Another user"} acknowledged it at ${found.acknowledgedAt.toISOString()}. Nothing was changed.`;
  return "Something happened to this call after you looked. It was not acknowledged; read it again.";
}

function whyNotUnacknowledged(found: Found): string {
  if (!found) return "There is no such approval. Nothing was changed.";
  if (!found.wrong) return "Nothing is wrong with this call any more. Nothing was changed.";
  if (found.acknowledgedAt)
    return `${found.acknowledgedBy ?? "Another user"} acknowledged it again at ${found.acknowledgedAt.toISOString()}. Nothing was changed.`;
  return "This call needs attention again already. Nothing was changed.";
}
