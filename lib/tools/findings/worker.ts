import { LINT_EDITION } from "@/gateway/lint/finding";
import { bookkeep } from "@/lib/core/db";
import type { Job } from "@/lib/core/every";
import { systemScope } from "@/lib/core/scope";
import { RECOUNTED_MAX, recount } from "../finding-counts";

const scope = systemScope("tool findings");

/**
 * Counts findings of definitions that the current rules have not counted.
 * @returns how many
 */
export async function runOnce(): Promise<number> {
  let all = 0;
  for (;;) {
    const some = await countSome();
    all += some;
    if (some < RECOUNTED_MAX) return all;
  }
}

function countSome(): Promise<number> {
  return bookkeep(scope, async (tx) => {
    const due = await tx.$queryRaw<{ id: string }[]>`
      select t.id from tools t join tool_versions v on v.tool_id = t.id and v.version = t.version
      where v.lint_edition is distinct from ${LINT_EDITION}::int order by t.id limit ${RECOUNTED_MAX}::int
      for update of v skip locked`;
    const ids = due.map(({ id }) => id);
    if (ids.length > 0) await recount(tx, ids);
    return ids.length;
  });
}

// Pages count missing ones on demand, so this can be slow.
const PASS_MS = 5 * 60_000;

export const toolFindings: Job = { name: "tool findings", ms: PASS_MS, runOnce };
