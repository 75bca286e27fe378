import { setImmediate } from "node:timers/promises";
import { bookkeep, read, type Tx } from "@/lib/core/db";
import { MINUTE_MS } from "@/lib/core/durations";
import type { Job } from "@/lib/core/every";
import { systemScope } from "@/lib/core/scope";
import { rowsText } from "../../attempts/commands";
import { violationsOf } from "../refusals";
import { REFUSALS_MAX, type Refusal } from "../types";
import { dueTools, isHeld, type RefusedCall, type RefusedTool, refusedCalls } from "./queries";
import { mistakesIn } from "./rules";

const scope = systemScope("proofs");

type Pass = {
  /** The one tenant whose calls are looked at. */
  only?: string;
};

/**
 * One pass: what refused calls got wrong is made anew for the tools whose calls the worker has walked since, and for those of which a
 * call may have left the window. Two processes never make one tool's at once.
 * @returns whether more tools may wait
 */
export async function runOnce(signal?: AbortSignal, { only }: Pass = {}): Promise<boolean> {
  const due = await read(scope, (tx) => dueTools(tx, only));
  const failures: unknown[] = [];
  for (const one of due) {
    if (signal?.aborted) return false;
    try {
      await bookkeep(scope, (tx) => makeAnew(tx, one));
    } catch (error) {
      // What one tool's calls hold is no reason that others wait.
      failures.push(error);
    }
    // A tool takes some ten milliseconds; deliveries need not wait for all of them.
    await setImmediate();
  }
  if (failures.length > 0)
    throw new AggregateError(failures, "what calls of some tools got wrong was not kept");
  return due.length > 0 && !signal?.aborted;
}

async function makeAnew(tx: Tx, one: RefusedTool): Promise<void> {
  if (!(await isHeld(tx, one))) return;
  const { tenantId, gatewayId, tool } = one;
  const tools = await tx.$queryRaw<{ provider: string }[]>`
    select t.provider from tools t where t.gateway_id = ${gatewayId}::uuid and t.name = ${tool}`;
  const calls = await refusedCalls(tx, one);
  const told = calls.slice(0, REFUSALS_MAX).flatMap(readRefusal);
  const rows = tools.flatMap(({ provider }) =>
    mistakesOf(provider, told).map((mistake, place) => ({
      ...{ ...mistake, provider, place },
    })),
  );
  await tx.$executeRaw`
    delete from tool_mistakes
    where tenant_id = ${tenantId}::uuid and gateway_id = ${gatewayId}::uuid and tool = ${tool}`;
  if (rows.length > 0)
    await tx.$executeRaw`
      insert into tool_mistakes (tenant_id, gateway_id, tool, provider, place, field, kind, calls, sessions, newest_at, message, sent)
      select ${tenantId}::uuid, ${gatewayId}::uuid, ${tool}, provider, place, field, kind, calls, sessions, "newestAt", message, sent
      from json_to_recordset(${rowsText(rows)}::json) as r(provider text, place int, field text, kind text, calls text,
        sessions text, "newestAt" timestamptz, message text, sent jsonb)`;
  await settle(tx, one, {
    left: told.length > 0 || calls.length > REFUSALS_MAX,
    more: calls.length > REFUSALS_MAX,
  });
}

type ReadRefusal = Refusal & Pick<RefusedCall, "provider">;

/** What a call got wrong, read once for all tools of its name; nothing of one that does not say. */
function readRefusal({
  provider,
  session,
  occurredAt,
  rows,
  argumentsText,
  ...said
}: RefusedCall): ReadRefusal[] {
  const violations = violationsOf(rows, argumentsText, said);
  return violations.length === 0 ? [] : [{ provider, session, occurredAt, violations }];
}

/** Of the refused calls of one name, what those of one tool got wrong. One that names no provider counts for its tool's name. */
function mistakesOf(provider: string, calls: readonly ReadRefusal[]) {
  return mistakesIn(calls.filter((call) => call.provider === null || call.provider === provider));
}

/** Notes that it is made; of a tool without refused calls there is nothing to note. */
async function settle(tx: Tx, one: RefusedTool, { left, more }: { left: boolean; more: boolean }) {
  const { tenantId, gatewayId, tool } = one;
  const { count } = await (left
    ? tx.toolMistakePass.updateMany({
        where: { tenantId, gatewayId, tool },
        data: { due: false, more, madeAt: new Date() },
      })
    : tx.toolMistakePass.deleteMany({ where: { tenantId, gatewayId, tool } }));
  if (count !== 1) throw new Error("a tool that was held is gone");
}

export const proofs: Job = { name: "proofs", ms: MINUTE_MS, runOnce };
