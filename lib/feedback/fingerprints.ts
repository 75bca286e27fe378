import { bookkeep, type Tx } from "@/lib/core/db";
import type { Job } from "@/lib/core/every";
import { systemScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { lockIssueNumbers } from "./intake";
import { FINGERPRINT_VERSION, feedbackFingerprint } from "./rules";

const scope = systemScope("feedback");

const RENEWED_MAX = 100;

// As the index has it, which a parameter would not reach.
const IS_FORMER = Prisma.raw(`i.fingerprint_version < ${FINGERPRINT_VERSION}`);

type Former = {
  id: string;
  fingerprint: string;
  toolCalled: string | null;
  provider: string | null;
  errorSeen: string | null;
  /** Null where it has no report any more. */
  actualOutcome: string | null;
};

/**
 * Gives issues that earlier rules made the fingerprint of today, by their first report, so that
 * further reports of the same problem find them. One whose reports are gone keeps what it has, and
 * so does one that is the same as another by the rules of today.
 * @returns whether there may be more
 */
export async function renewFingerprints(): Promise<boolean> {
  return bookkeep(scope, async (tx) => {
    const [next] = await tx.$queryRaw<{ tenantId: string }[]>`
      select i.tenant_id as "tenantId" from feedback_issues i where ${IS_FORMER} limit 1`;
    if (!next) return false;
    const { tenantId } = next;
    await lockIssueNumbers(tx, tenantId);
    const former = await tx.$queryRaw<Former[]>`
      select i.id, i.fingerprint, i.provider, s.tool_called as "toolCalled",
             s.error_seen as "errorSeen", s.actual_outcome as "actualOutcome"
      from feedback_issues i left join lateral (
        select * from feedback_submissions r
        where r.tenant_id = i.tenant_id and r.issue_id = i.id order by r.id limit 1) s on true
      where i.tenant_id = ${tenantId}::uuid and ${IS_FORMER}
      order by i.id limit ${RENEWED_MAX}::int for update of i`;
    for (const issue of former) await renew(tx, tenantId, issue);
    return true;
  });
}

async function renew(tx: Tx, tenantId: string, issue: Former): Promise<void> {
  const { id, fingerprint } = issue;
  const print = printOf(issue);
  await tx.$executeRaw`
    update feedback_issues i set fingerprint_version = ${FINGERPRINT_VERSION}::int,
      fingerprint = case when exists (
        select 1 from feedback_issues o
        where o.tenant_id = i.tenant_id and o.id <> i.id and o.fingerprint = ${print}::text
          and o.provider is not distinct from i.provider) then i.fingerprint else ${print}::text end
    where i.tenant_id = ${tenantId}::uuid and i.id = ${id}::uuid`;
  // What people put elsewhere of such reports is found by the new one as well.
  await tx.$executeRaw`
    insert into feedback_learned (tenant_id, fingerprint, issue_id)
    select k.tenant_id, ${print}::text, k.issue_id from feedback_learned k
    where k.tenant_id = ${tenantId}::uuid and k.fingerprint = ${fingerprint}::text
    on conflict do nothing`;
}

function printOf({ toolCalled, provider, errorSeen, actualOutcome, fingerprint }: Former): string {
  // What people opened for reports of another issue is found by what they learned, not by its own.
  if (actualOutcome === null || !/^[0-9a-f]{64}$/.test(fingerprint)) return fingerprint;
  return feedbackFingerprint({
    toolCalled: toolCalled ?? undefined,
    provider: provider ?? undefined,
    errorSeen: errorSeen ?? undefined,
    actualOutcome,
  });
}

/** After an upgrade; at other times it finds nothing to do. */
export const fingerprints: Job = {
  name: "issue fingerprints",
  ms: 5 * 60_000,
  runOnce: renewFingerprints,
};
