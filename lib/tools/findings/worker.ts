import { LINT_EDITION } from "@/gateway/lint/finding";
import { bookkeep } from "@/lib/core/db";
import type { Job } from "@/lib/core/every";
import { systemScope } from "@/lib/core/scope";
import { recount } from "../finding-counts";

const scope = systemScope("tool findings");

// Definitions of one pass: a second of work at the most.
const TOOLS_MAX = 500;

/**
 * One pass: definitions that nobody looked at by the present rules are counted.
 * @returns how many there were
 */
export async function runOnce(): Promise<number> {
  return bookkeep(scope, async (tx) => {
    const due = await tx.$queryRaw<{ id: string }[]>`
      select t.id from tools t join tool_versions v on v.tool_id = t.id and v.version = t.version
      where v.lint_edition is distinct from ${LINT_EDITION}::int order by t.id limit ${TOOLS_MAX}::int
      for update of v skip locked`;
    await recount(
      tx,
      due.map(({ id }) => id),
    );
    return due.length;
  });
}

export const toolFindings: Job = { name: "tool findings", ms: 60_000, runOnce };
