import { bookkeep } from "@/lib/core/db";
import { type Job, QUIET_MS } from "@/lib/core/every";
import { systemScope } from "@/lib/core/scope";
import { wakeOn } from "@/lib/live/wait";

// The worker copies searchable text of new calls into an indexed table. Until then the search reads
// the row.

const scope = systemScope("search");

const MOVED_MAX = 500;
const GAP_MS = 500;

/** Copies texts of new calls into the index until none is left. Several may run at once. */
async function runOnce(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await move()) === MOVED_MAX);
}

/**
 * Leaves a call that another transaction has locked for the next pass; skips one that is gone.
 * @returns how many calls it took
 */
async function move(): Promise<number> {
  const [row] = await bookkeep(
    scope,
    (tx) => tx.$queryRaw<{ taken: number }[]>`
      with due as materialized (
        select d.tenant_id, d.approval_id from approval_words_due d limit ${MOVED_MAX}::int for update skip locked),
      there as materialized (
        select a.id, a.tenant_id, approval_words(a.summary, a.provider, a.tool, a.agent, a.rationale, a.id, a.external_id,
                                                 a.session_id, a.call_id, a.on_behalf_of) as words
        from approvals a where (a.tenant_id, a.id) in (select tenant_id, approval_id from due) for key share skip locked),
      moved as (
        insert into approval_words (approval_id, tenant_id, words) select id, tenant_id, words from there on conflict do nothing),
      done as (
        delete from approval_words_due d where (d.tenant_id, d.approval_id) in (select tenant_id, approval_id from due)
          and (d.approval_id in (select id from there)
               or not exists (select from approvals a where a.tenant_id = d.tenant_id and a.id = d.approval_id)))
      select count(*)::int as taken from due`,
  );
  return row?.taken ?? 0;
}

export const searchWords: Job = {
  name: "search words",
  ms: 2 * QUIET_MS,
  gapMs: GAP_MS,
  wake: wakeOn("approval"),
  runOnce,
};
