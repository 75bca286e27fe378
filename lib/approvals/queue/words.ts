import { bookkeep } from "@/lib/core/db";
import { type Job, QUIET_MS } from "@/lib/core/every";
import { systemScope } from "@/lib/core/scope";
import { wakeOn } from "@/lib/live/wait";

// What is searched of new calls is moved to where an index finds it, behind them; until then the search reads it where it stands.

const scope = systemScope("search");

const MOVED_MAX = 500;
const GAP_MS = 500;

/**
 * Moves the words of new calls into the index, so many at a time. Any number of workers may run it at once.
 * @returns whether more may be left
 */
async function runOnce(): Promise<boolean> {
  const moved = await bookkeep(
    scope,
    (tx) => tx.$executeRaw`
      with due as (
        delete from approval_words_due where approval_id in (
          select approval_id from approval_words_due limit ${MOVED_MAX}::int for update skip locked)
        returning approval_id)
      insert into approval_words (approval_id, tenant_id, words)
      select a.id, a.tenant_id, approval_words(a.summary, a.provider, a.tool, a.agent, a.rationale, a.id, a.external_id,
                                               a.session_id, a.call_id, a.on_behalf_of)
      from approvals a where a.id in (select approval_id from due)
      on conflict do nothing`,
  );
  return moved === MOVED_MAX;
}

/** Looks whenever a call is announced. */
export const searchWords: Job = {
  name: "search words",
  ms: QUIET_MS,
  gapMs: GAP_MS,
  wake: wakeOn("approval"),
  runOnce,
};
