import type { Tx } from "@/lib/core/db";

export type Pair = { tenantId: string; issueId: string; otherId: string };

const ordered = ({ tenantId, issueId, otherId }: Pair) => ({
  tenant_id: tenantId,
  issue_id: issueId < otherId ? issueId : otherId,
  other_id: issueId < otherId ? otherId : issueId,
});

/** Stored so that later grouping respects it. `actId`: the last such act, which can undo it. */
export async function keepApart(tx: Tx, pairs: readonly Pair[], actId: string): Promise<void> {
  if (pairs.length === 0) return;
  await tx.$executeRaw`
    insert into feedback_pairs as p (tenant_id, issue_id, other_id, kind, act_id)
    select tenant_id, issue_id, other_id, 'apart', ${actId}::uuid
    from jsonb_to_recordset(${JSON.stringify(pairs.map(ordered))}::jsonb) as n(tenant_id uuid, issue_id uuid, other_id uuid)
    on conflict (tenant_id, issue_id, other_id) do update
    set kind = 'apart', was = case when p.kind = 'apart' then p.was else p.kind end, act_id = excluded.act_id,
        made_at = clock_timestamp()`;
}

/** The records of the act's pairs before it, for these issues. */
export async function forgetApart(
  tx: Tx,
  tenants: readonly string[],
  { ids, actId }: { ids: readonly string[]; actId: string },
): Promise<void> {
  const some = { in: [...ids] };
  await tx.feedbackPair.deleteMany({
    where: { tenantId: { in: [...tenants] }, actId, was: null, OR: [{ issueId: some }, { otherId: some }] },
  });
  await tx.$executeRaw`
    update feedback_pairs set kind = was, was = null, act_id = null
    where tenant_id = any(${[...tenants]}::uuid[]) and act_id = ${actId}::uuid
      and (issue_id = any(${[...ids]}::uuid[]) or other_id = any(${[...ids]}::uuid[]))`;
}

export type Alike = { pair: Pair; kind: "suggested" | "attached"; score: number; shared: readonly string[] };

/** Stores the likeness of issues, unless a person recorded that they are not the same. */
export async function notePairs(tx: Tx, alike: readonly Alike[]): Promise<void> {
  if (alike.length === 0) return;
  const rows = alike.map(({ pair, kind, score, shared }) => ({ ...ordered(pair), kind, score, shared }));
  await tx.$executeRaw`
    insert into feedback_pairs as p (tenant_id, issue_id, other_id, kind, score, shared)
    select tenant_id, issue_id, other_id, kind, score, array(select jsonb_array_elements_text(shared))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n(tenant_id uuid, issue_id uuid, other_id uuid, kind text, score real, shared jsonb)
    on conflict (tenant_id, issue_id, other_id) do update
    set kind = excluded.kind, score = excluded.score, shared = excluded.shared where p.kind <> 'apart'`;
}

/** Whether a person said that two issues are not the same. */
export async function areApart(tx: Tx, pair: Pair): Promise<boolean> {
  const { tenant_id: tenantId, issue_id: issueId, other_id: otherId } = ordered(pair);
  return (await tx.feedbackPair.count({ where: { tenantId, issueId, otherId, kind: "apart" } })) > 0;
}
