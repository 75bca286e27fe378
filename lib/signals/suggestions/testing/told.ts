import { recordCalls } from "@/lib/calls/commands";
import type { ToolCallInput } from "@/lib/calls/schema";
import { ingest } from "@/lib/core/db";
import { DAY_MS, SECOND_MS } from "@/lib/core/durations";
import { systemScope } from "@/lib/core/scope";
import { aGateway, aTenant, aTool, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { runOnce as walk } from "../../attempts/worker";
import { suggestFor } from "../worker";

const system = systemScope("tests");

type Told = Partial<ToolCallInput>;

export type Telling = Awaited<ReturnType<typeof aTelling>>;

const record = (gateway: TestGateway, tenant: TestTenant, rows: readonly Told[]) =>
  recordCalls(
    gateway.scope,
    rows.map((over, index) => ({
      index,
      key: null,
      bodySha256: "",
      input: {
        tenant: tenant.key,
        provider: "web",
        tool: "fetch",
        outcome: "ok" as const,
        rationale: "The tests need this row.",
        occurredAt: new Date(Date.now() - DAY_MS + 1_000 * index).toISOString(),
        sessionId: `s${index}`,
        ...over,
      },
    })),
  );

/** A tenant with a tool listed forty days ago, its calls, and the pass that makes suggestions. */
export async function aTelling(tool: Partial<Parameters<typeof aTool>[1]> = {}) {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const add = async (given: Parameters<typeof aTool>[1]) => {
    const { id } = await aTool(gateway, { provider: "web", ...given });
    const createdAt = new Date(Date.now() - 40 * DAY_MS);
    await ingest(system, async (tx) => {
      await tx.tool.update({ where: { id }, data: { createdAt } });
      await tx.toolVersion.updateMany({ where: { toolId: id }, data: { createdAt } });
    });
    return id;
  };
  const toolId = await add({ name: "fetch", ...tool });
  return {
    tenant,
    gateway,
    toolId,
    add,
    tell: async (rows: readonly Told[]) => {
      await record(gateway, tenant, rows);
      await walk(undefined, { lagMs: -SECOND_MS, only: tenant.id });
    },
    pass: () => suggestFor(tenant.id),
  };
}

/** Calls that worked, and calls referred elsewhere on two axes. */
export const referred = (okays: number, referrals: number): Told[] => [
  ...Array.from({ length: okays }, () => ({})),
  ...Array.from({ length: referrals }, (_, index) => ({
    outcome: "wrong_tool_boundary" as const,
    sessionId: `r${index}`,
    referral: { boundary_axes: ["transport", "extraction"], evidence: "It only fetches pages." },
  })),
];
