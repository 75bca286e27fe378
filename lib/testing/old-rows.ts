import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import type { Decision, DeliveryState, ExecutionState } from "@/lib/generated/prisma/client";
import type { TestGateway, TestTenant } from "./factories";

const system = systemScope("tests");
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** Above numbers that a tenant assigns itself. */
let issues = 1_000_000;

type Old = { tenant: TestTenant; gateway: TestGateway; days: number };

export async function anOldApproval(
  { tenant, gateway, days }: Old,
  state: { decision?: Decision; execution?: ExecutionState; delivery?: DeliveryState } = {},
): Promise<string> {
  const id = newId();
  const {
    decision = "rejected",
    execution = decision === "pending" ? "none" : "blocked",
    delivery = "delivered",
  } = state;
  const at = daysAgo(days);
  const inAnHour = new Date(at.getTime() + 3_600_000);
  const approved = decision === "approved" ? { executionId: newId(), useBy: inAnHour } : {};
  await ingest(system, (tx) =>
    tx.approval.create({
      data: {
        id,
        tenantId: tenant.id,
        gatewayId: gateway.id,
        tool: "write_file",
        argumentsText: '{"secret":"arguments"}',
        argumentsSha256: "a".repeat(64),
        requestedSha256: "a".repeat(64),
        risk: "high",
        riskSource: "request",
        heldBecause: "risk",
        summary: "Write a file",
        mode: "callback",
        decision,
        execution,
        delivery,
        decideBy: inAnHour,
        useBySeconds: 900,
        decidedAt: decision === "pending" ? null : at,
        createdAt: at,
        ...approved,
      },
    }),
  );
  if (decision !== "pending") await whatFollowed({ tenant, gateway, days }, id, delivery);
  return id;
}

export async function anOldReview(
  tenant: TestTenant,
  approvalId: string,
  state: "open" | "closed",
): Promise<void> {
  const end = {
    verdict: "fine",
    note: "It was.",
    closedBy: newId(),
    closedByName: "Ines",
    closedAt: new Date(),
  };
  const opened = { openedBy: newId(), openedByName: "Maya", reason: "It burns.", bypassed: ["people"] };
  const data = { id: newId(), tenantId: tenant.id, kind: "break_glass", approvalId, ...opened };
  await ingest(system, (tx) => tx.review.create({ data: state === "open" ? data : { ...data, ...end } }));
}

async function whatFollowed(
  { tenant, gateway }: Old,
  approvalId: string,
  delivery: DeliveryState,
): Promise<void> {
  const of = { tenantId: tenant.id, gatewayId: gateway.id, approvalId };
  const [vote, eventId] = [newId(), newId()];
  const step = { owed: "waiting", dead: "dead", delivered: "delivered", none: "delivered" } as const;
  await ingest(system, async (tx) => {
    await tx.vote.create({
      data: {
        id: vote,
        tenantId: tenant.id,
        approvalId,
        revision: 1,
        userId: newId(),
        userName: "Ines",
        verdict: "reject",
      },
    });
    await tx.outboxEvent.create({
      data: { ...of, id: eventId, type: "approval.rejected", body: '{"secret":"arguments"}' },
    });
    await tx.delivery.create({
      data: { ...of, id: newId(), eventId, url: "http://x.test", state: step[delivery] },
    });
  });
}

export async function anOldCall({ tenant, gateway, days }: Old, count = 1): Promise<void> {
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      insert into tool_calls (id, tenant_id, gateway_id, tool, outcome, occurred_at)
      select gen_random_uuid(), ${tenant.id}::uuid, ${gateway.id}::uuid, 'write_file', 'ok', ${daysAgo(days)}
      from generate_series(1, ${count}::int)`,
  );
}

export async function anOldReport({ tenant, gateway, days }: Old): Promise<void> {
  issues += 1;
  const number = issues;
  await ingest(system, async (tx) => {
    const issueId = newId();
    await tx.feedbackIssue.create({
      data: {
        id: issueId,
        tenantId: tenant.id,
        number,
        title: "It fails",
        fingerprint: newId(),
      },
    });
    await tx.feedbackSubmission.create({
      data: {
        id: newId(),
        tenantId: tenant.id,
        gatewayId: gateway.id,
        issueId,
        attemptedAction: "a",
        expectedOutcome: "b",
        actualOutcome: "c",
        severity: "low",
        createdAt: daysAgo(days),
      },
    });
    await tx.correction.create({
      data: {
        id: newId(),
        tenantId: tenant.id,
        gatewayId: gateway.id,
        tool: "write_file",
        utterance: "That was the wrong file.",
        createdAt: daysAgo(days),
      },
    });
  });
}
