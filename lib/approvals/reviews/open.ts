import "server-only";
import type { Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { announcing } from "@/lib/live/announce";
import type { Bypass } from "./types";

export const REVIEW_ANNOUNCED = announcing("review", Prisma.sql`r.tenant_id`, Prisma.sql`r.id`);

/**
 * Opens the review of a break-glass approval, in the transaction that approves it.
 * @returns the review's id
 */
export async function openReview(
  tx: Tx,
  { actor }: UserScope,
  { tenantId, id: approvalId }: Approval,
  { reason, bypassed }: { reason: string; bypassed: readonly Bypass[] },
): Promise<string> {
  const id = newId();
  await tx.$queryRaw`
    insert into reviews as r (id, tenant_id, kind, approval_id, opened_by, opened_by_name, reason, bypassed, opened_at)
    values (${id}::uuid, ${tenantId}::uuid, 'break_glass', ${approvalId}::uuid, ${actor.id}::uuid, ${actor.name}, ${reason},
            ${[...bypassed]}::text[], clock_timestamp())
    returning ${REVIEW_ANNOUNCED} as told`;
  return id;
}
