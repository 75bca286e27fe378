import { cancelApproval, decideApproval } from "@/lib/approvals/commands";
import { reportExecution } from "@/lib/approvals/execution/commands";
import { createApproval } from "@/lib/approvals/gate/testing/held";
import { releaseHeld } from "@/lib/approvals/release";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import type { GatewayScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { ANY_DECIDER } from "@/lib/policies/types";
import { aCall, LOOKED, type TestTenant } from "@/lib/testing/factories";
import { system, type World } from "../world";

export type Held = { id: string; revision: number; argumentsSha256: string };

export async function aHeldCall({ gateway, here }: World): Promise<Held> {
  return aHeldCallOf(await gateway.scope(), here);
}

export async function aHeldCallOf(
  scope: GatewayScope,
  tenant: TestTenant,
  mode: "callback" | "reissue" = "reissue",
): Promise<Held> {
  const call = aCall(tenant, { argumentsText: `{"path":"${newId()}"}`, mode });
  const request = { tenantId: tenant.id, key: null, bodySha256: newId() };
  const { approvalId: id } = await createApproval(scope, call, request);
  return { id, revision: 1, argumentsSha256: call.arguments.sha256 };
}

export const approve = (call: Held) => ({ ...call, verdict: "approve" as const, seen: LOOKED });

export const WHY = "Please send it to the test segment first.";

export const refuse = (call: Held, verdict: "reject" | "request_changes") => ({
  ...call,
  verdict,
  reason: WHY,
});

/** The same in wire form. */
export const sent = ({ revision, argumentsSha256 }: Held, over: object = {}) => ({
  revision,
  arguments_sha256: argumentsSha256,
  ...over,
});

/** The previous revision, before an edit of the arguments. */
export const asItWas = (call: Held): Held => ({ ...call, revision: call.revision + 1 });

export async function decided(call: Held, { people }: World): Promise<void> {
  await decideApproval(await people.admin.scope(), refuse(call, "reject"));
}

export async function cancelled({ id }: Held, { gateway }: World): Promise<void> {
  await cancelApproval(await gateway.scope(), id, null);
}

async function expired({ id }: Held): Promise<void> {
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update approvals set created_at = clock_timestamp() - interval '2 hours',
        decide_by = clock_timestamp() - interval '1 minute' where id = ${id}::uuid`,
  );
}

export const CLOSED = [
  { is: "decided", code: "ALREADY_DECIDED", make: decided },
  { is: "too late", code: "EXPIRED", make: expired },
] as const;

export const find = ({ id }: { id: string }): Promise<Approval> =>
  read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id } }));

export type Approved = Held & { executionId: string };

export async function anApprovedCall(
  { gateway, here, people }: World,
  mode: "callback" | "reissue" = "callback",
): Promise<Approved> {
  const held = await aHeldCallOf(await gateway.scope(), here, mode);
  await decideApproval(await people.admin.scope(), approve(held));
  return { ...held, executionId: (await find(held)).executionId ?? "" };
}

/** A call with enough approvals, held by its policy before release. */
export async function anAgreedCall(world: World): Promise<Held> {
  const held = await aHeldCall(world);
  await holdingFor(held, 300);
  await decideApproval(await world.people.admin.scope(), approve(held));
  return held;
}

async function holdingFor({ id }: Held, holdSeconds: number): Promise<void> {
  const require = { ...ANY_DECIDER, holdSeconds };
  const policy = JSON.stringify({ name: "holding", version: 1, action: "require", require });
  await ingest(
    system,
    (tx) => tx.$executeRaw`update approvals set policy = ${policy}::jsonb where id = ${id}::uuid`,
  );
}

export async function released({ id }: Held): Promise<void> {
  await ingest(
    system,
    (tx) => tx.$executeRaw`update approvals set release_at = clock_timestamp() where id = ${id}::uuid`,
  );
  await releaseHeld({ tenantId: (await find({ id })).tenantId, id });
}

export async function running({ id, executionId }: Approved, { gateway }: World): Promise<void> {
  await reportExecution(await gateway.scope(), id, { executionId, state: "executing" });
}

/** A call that needs attention, as last seen. */
export type Failed = { id: string; changedAt: Date };

export async function aFailedCall(world: World): Promise<Failed> {
  const call = await anApprovedCall(world);
  const { id, executionId } = call;
  await reportExecution(await world.gateway.scope(), id, { executionId, state: "failed" });
  return { id, changedAt: (await find(call)).updatedAt };
}

/** A call whose gateway does not know how it ended. */
export async function anUnknownCall(world: World): Promise<Approved> {
  const call = await anApprovedCall(world);
  const { id, executionId } = call;
  await reportExecution(await world.gateway.scope(), id, { executionId, state: "unknown" });
  return call;
}

export async function reported({ id, executionId }: Approved, { gateway }: World): Promise<void> {
  await reportExecution(await gateway.scope(), id, { executionId, state: "succeeded" });
}
