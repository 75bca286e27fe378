import { decideApproval } from "@/lib/approvals/commands";
import { createApproval } from "@/lib/approvals/gate/testing/held";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { aCall, LOOKED } from "@/lib/testing/factories";
import type { Telling } from "./told";

const system = systemScope("tests");

export async function aHeld({ tenant, gateway }: Telling, over: Parameters<typeof aCall>[1] = {}) {
  const argumentsText = JSON.stringify({ page: newId() });
  const call = aCall(tenant, { provider: "web", tool: "fetch", argumentsText, ...over });
  const key = { tenantId: tenant.id, key: null, bodySha256: newId() };
  const { approvalId: id } = await createApproval(gateway.scope, call, key);
  const { revision, argumentsSha256 } = await read(system, (tx) =>
    tx.approval.findFirstOrThrow({ where: { id } }),
  );
  return { id, revision, argumentsSha256 };
}

export async function approvedAfter(telling: Telling, person: UserScope, looks: readonly (number | null)[]) {
  for (const visible of looks) {
    const about = await aHeld(telling);
    await decideApproval(person, { ...about, verdict: "approve", seen: LOOKED });
    // Sets the stored vote. A call of this moment cannot have been on screen for seconds.
    await ingest(
      system,
      (tx) => tx.$executeRaw`
        update votes set seen = jsonb_set(seen, '{visible_ms}', coalesce(to_jsonb(${visible}::int), 'null'))
        where tenant_id = ${telling.tenant.id}::uuid and approval_id = ${about.id}::uuid`,
    );
  }
}
