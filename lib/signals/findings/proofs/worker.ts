import type { Tx } from "@/lib/core/db";
import { MINUTE_MS } from "@/lib/core/durations";
import { rowsText } from "../../attempts/commands";
import { type DerivedView, jobOf, makeDue, type Pass } from "../../derived-view";
import { violationsOf } from "../refusals";
import { type Mistake, REFUSALS_MAX, type Refusal } from "../types";
import { dueTools, isHeld, type RefusedCall, type RefusedTool, refusedCalls } from "./queries";
import { mistakesIn } from "./rules";

type Facts = { providers: string[]; calls: RefusedCall[] };

type Found = {
  mistakes: (Mistake & { provider: string; place: number })[];
  /** Whether any call had a readable mistake, or more calls exist than were read. */
  left: boolean;
  more: boolean;
};

/**
 * Recomputes mistakes for tools with newly walked calls, and for tools whose calls may have left
 * the window.
 */
const view: DerivedView<RefusedTool, Facts, Found> = {
  name: "proofs",
  due: dueTools,
  hold: isHeld,
  facts: async (tx, one) => [{ providers: await providersOf(tx, one), calls: await refusedCalls(tx, one) }],
  rules: ({ providers, calls }) => {
    const told = calls.slice(0, REFUSALS_MAX).flatMap(readRefusal);
    const mistakes = providers.flatMap((provider) =>
      mistakesOf(provider, told).map((mistake, place) => ({ ...mistake, provider, place })),
    );
    const more = calls.length > REFUSALS_MAX;
    return [{ mistakes, left: told.length > 0 || more, more }];
  },
  keep: async (tx, one, [found]) => {
    if (found) await keep(tx, one, found);
    // More tools may be due than fit into one pass.
    return true;
  },
};

async function providersOf(tx: Tx, { gatewayId, tool }: RefusedTool): Promise<string[]> {
  const tools = await tx.$queryRaw<{ provider: string }[]>`
    select t.provider from tools t where t.gateway_id = ${gatewayId}::uuid and t.name = ${tool}`;
  return tools.map(({ provider }) => provider);
}

async function keep(tx: Tx, one: RefusedTool, { mistakes, left, more }: Found): Promise<void> {
  const { tenantId, gatewayId, tool } = one;
  await tx.$executeRaw`
    delete from tool_mistakes
    where tenant_id = ${tenantId}::uuid and gateway_id = ${gatewayId}::uuid and tool = ${tool}`;
  if (mistakes.length > 0)
    await tx.$executeRaw`
      insert into tool_mistakes (tenant_id, gateway_id, tool, provider, place, field, kind, calls, sessions, newest_at, message, sent)
      select ${tenantId}::uuid, ${gatewayId}::uuid, ${tool}, provider, place, field, kind, calls, sessions, "newestAt", message, sent
      from json_to_recordset(${rowsText(mistakes)}::json) as r(provider text, place int, field text, kind text, calls text,
        sessions text, "newestAt" timestamptz, message text, sent jsonb)`;
  // A tool without refused calls needs no entry.
  const { count } = await (left
    ? tx.toolMistakePass.updateMany({
        where: { tenantId, gatewayId, tool },
        data: { due: false, more, madeAt: new Date() },
      })
    : tx.toolMistakePass.deleteMany({ where: { tenantId, gatewayId, tool } }));
  if (count !== 1) throw new Error("a tool that was held is gone");
}

type ReadRefusal = Refusal & Pick<RefusedCall, "provider">;

/** The mistakes of a call, parsed once for all tools of its name; empty if unknown. */
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

/**
 * Mistakes of one tool among refused calls of its name. A call without a provider counts for the
 * tool.
 */
function mistakesOf(provider: string, calls: readonly ReadRefusal[]) {
  return mistakesIn(calls.filter((call) => call.provider === null || call.provider === provider));
}

export const runOnce = (signal?: AbortSignal, pass: Pass = {}) => makeDue(view, { signal, ...pass });

export const proofs = jobOf(view, MINUTE_MS);
