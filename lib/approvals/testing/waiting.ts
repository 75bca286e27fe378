import { ingest, read } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { inForce, require } from "@/lib/policies/testing/installation";
import type { Requirement } from "@/lib/policies/types";
import { aCall, LOOKED, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { decideApproval } from "../commands";
import { ask as authorize } from "../gate/ask";
import { undoApproval } from "../release";

const system = systemScope("tests");

type Place = { admin: UserScope; tenant: TestTenant; gateway: TestGateway };

/**
 * A pending call under a policy with these demands.
 * @returns its id
 */
export async function aCallUnder(
  { admin, tenant, gateway }: Place,
  demands: Partial<Requirement>,
  over: Parameters<typeof aCall>[1] = {},
): Promise<string> {
  await inForce(admin, [require({ tenants: [tenant.key] }, demands)]);
  const request = { tenantId: tenant.id, key: null, bodySha256: "" };
  const { answer } = await authorize(gateway.scope, aCall(tenant, over), request);
  if (answer.kind !== "wait") throw new Error(`expected wait, got ${answer.kind}`);
  return answer.approval.id;
}

export const load = (id: string) =>
  read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id }, include: { executions: true } }));

export async function seenOf(id: string) {
  const { revision, argumentsSha256 } = await load(id);
  return { id, revision, argumentsSha256 };
}

export const approve = async (scope: UserScope, id: string, argumentsText?: string, reason?: string) =>
  decideApproval(scope, { ...(await seenOf(id)), verdict: "approve", argumentsText, reason, seen: LOOKED });

export const undo = async (scope: UserScope, id: string) => undoApproval(scope, await seenOf(id));

export const comeDue = (id: string) =>
  ingest(
    system,
    (tx) => tx.$executeRaw`
      update approvals set release_at = clock_timestamp() - interval '1 millisecond'
      where id = ${id}::uuid and release_at is not null`,
  );

export const votersOf = (id: string) =>
  read(system, async (tx) =>
    (await tx.vote.findMany({ where: { approvalId: id }, orderBy: { id: "asc" } })).map(
      (vote) => vote.userName,
    ),
  );

/** The trail of the call, in order: "approval.voted by Maya". */
export const trailOf = (id: string) =>
  read(system, async (tx) =>
    (await tx.activity.findMany({ where: { subjectId: id }, orderBy: { seq: "asc" } })).map(
      ({ action, actorName }) => `${action} by ${actorName}`,
    ),
  );

export const deliveries = (id: string) =>
  read(system, (tx) => tx.delivery.count({ where: { approvalId: id } }));
