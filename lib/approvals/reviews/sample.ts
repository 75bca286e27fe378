import "server-only";
import { newId } from "@/lib/core/ids";
import { sha256 } from "@/lib/core/sha256";
import { Prisma } from "@/lib/generated/prisma/client";
import type { RuleForCall } from "../remembered/types";
import { REVIEW_ANNOUNCED } from "./open";

/** Whether a call belongs to the sample. Depends only on its id, so that a caller cannot choose. */
export function isSampled(id: string, percent: number): boolean {
  return percent > 0 && Number.parseInt(sha256(id).slice(0, 8), 16) / 2 ** 32 < percent / 100;
}

/**
 * A statement part, `, sampled as (…)`, that opens a review of the allowed call `made`. The author
 * of the rule that allowed it cannot close the review.
 */
export function sampledReview(rule: Pick<RuleForCall, "madeBy" | "madeByName"> | null): Prisma.Sql {
  return Prisma.sql`, sampled as (
    insert into reviews as r (id, tenant_id, kind, approval_id, opened_by, opened_by_name, bypassed, opened_at)
    select ${newId()}::uuid, m.tenant_id, 'sample', m.id, ${rule?.madeBy ?? null}::uuid, ${rule?.madeByName ?? null}, '{}'::text[],
           clock_timestamp()
    from made m returning ${REVIEW_ANNOUNCED} as told)`;
}
