import { bookkeep } from "@/lib/core/db";
import { log } from "@/lib/core/log";
import { type Actor, systemScope } from "@/lib/core/scope";
import { ASKED_EXACT_MS } from "@/lib/gateways/polling";
import type { Approval } from "@/lib/generated/prisma/client";

const system = systemScope("polling");

type Asked = Pick<Approval, "id" | "tenantId" | "decision" | "execution" | "askedAt" | "createdAt">;

/**
 * Records that the gateway polled for an open call. Written after the response, at most once a
 * minute, and an error never fails a request; most calls are decided before the first write.
 */
export function noteAsked(asker: Actor, approval: Asked): void {
  const { id, tenantId, decision, execution, askedAt, createdAt } = approval;
  if (asker.kind !== "gateway" || (decision !== "pending" && execution !== "awaiting")) return;
  if (Date.now() - (askedAt ?? createdAt).getTime() < ASKED_EXACT_MS) return;
  setImmediate(() => {
    bookkeep(
      system,
      (tx) => tx.$executeRaw`
        update approvals set asked_at = clock_timestamp() where tenant_id = ${tenantId}::uuid and id = ${id}::uuid
          and coalesce(asked_at, created_at) < clock_timestamp() - make_interval(secs => ${ASKED_EXACT_MS / 1_000}::int)`,
    ).catch((error: unknown) => log().warn({ err: error }, "that a gateway asked could not be noted"));
  });
}
