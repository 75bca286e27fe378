import { ingest } from "@/lib/core/db";
import { DAY_MS, SECOND_MS } from "@/lib/core/durations";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import type { Decision } from "@/lib/generated/prisma/client";
import type { TestGateway, TestTenant } from "@/lib/testing/factories";

// Calls that ended some days ago, with votes.

const system = systemScope("tests");
const DIGEST = "a".repeat(64);

export type Ended = {
  decision?: Decision;
  took?: number;
  days?: number;
  tool?: string;
  provider?: string | null;
  agent?: string | null;
  risk?: "low" | "high" | "critical";
  heldBecause?: string;
  toolId?: string;
  /** The voters, with their viewing times. */
  by?: readonly { person: UserScope; verdict?: string; after?: number; visible?: number | null }[];
  editedBy?: UserScope;
};

export async function endCalls(
  tenant: TestTenant,
  gateway: TestGateway,
  calls: readonly Ended[],
): Promise<void> {
  const now = Date.now();
  const rows = calls.map((call) => rowsOf(call, { tenant, gateway, now }));
  await ingest(system, async (tx) => {
    await tx.approval.createMany({ data: rows.map(({ approval }) => approval) });
    await tx.approvalRevision.createMany({ data: rows.flatMap(({ revisions }) => revisions) });
    await tx.vote.createMany({ data: rows.flatMap(({ votes }) => votes) });
  });
}

type Around = { tenant: TestTenant; gateway: TestGateway; now: number };

function rowsOf(call: Ended, { tenant, gateway, now }: Around) {
  const { decision = "approved", took = 60, days = 1, by = [], editedBy } = call;
  const [id, tenantId, revision] = [newId(), tenant.id, editedBy ? 2 : 1];
  const decidedAt = new Date(now - days * DAY_MS);
  const createdAt = new Date(decidedAt.getTime() - took * SECOND_MS);
  const of = { tenantId, approvalId: id, revision };
  return {
    approval: {
      ...{
        id,
        tenantId,
        gatewayId: gateway.id,
        decision,
        createdAt,
        decidedAt,
        revision,
        decideBy: decidedAt,
      },
      ...saidOf(call),
      ...(decision === "approved"
        ? { execution: "awaiting" as const, executionId: newId(), useBy: new Date(now + DAY_MS) }
        : { execution: "blocked" as const }),
    },
    revisions: editedBy
      ? [{ ...of, argumentsText: "{}", argumentsSha256: DIGEST, editedBy: editedBy.actor.id }]
      : [],
    votes: by.map(({ person: { actor }, verdict = "approve", after, visible = null }) => ({
      ...{ ...of, id: newId(), verdict, userId: actor.id, userName: actor.name },
      seen: { way: "page", visible_ms: visible },
      createdAt: after === undefined ? decidedAt : new Date(createdAt.getTime() + after * SECOND_MS),
    })),
  };
}

function saidOf({
  tool = "write_file",
  provider = "files",
  agent = "tester",
  risk = "high",
  ...call
}: Ended) {
  return {
    ...{ tool, provider, agent, risk, toolId: call.toolId, heldBecause: call.heldBecause ?? "risk" },
    ...{ argumentsText: "{}", argumentsSha256: DIGEST, requestedSha256: DIGEST, riskSource: "request" },
    ...{ summary: "Write a file", mode: "callback", useBySeconds: 900 },
  };
}
