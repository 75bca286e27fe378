import "server-only";
import type { Tx } from "@/lib/core/db";
import { enqueueNotices, gatewayAt, type Notice } from "@/lib/delivery/enqueue";
import type { Lapsed, TraceParent } from "@/lib/delivery/news";
import { callbackAddress } from "@/lib/gateways/callback-url";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { audienceOf } from "@/lib/notices/notices";
import { COUNTS } from "./deciders/counting";
import { APPROVAL, DEPUTY_FOR_NAME, SIGNED_VOTE } from "./row";
import type { WholeVote } from "./types";
import { callbackData } from "./wire";

/** A finished approval, with the data of its callback that is in other tables. */
export type Closed = Approval & {
  tenantKey: string;
  registeredUrl: string | null;
  /** Votes on the decided revision. Times are text, because they come from JSON. */
  votesCast: (Pick<WholeVote, "userName" | "reason" | "deputyForName" | "signed"> & { createdAt: string })[];
};

// Approvers whose votes counted at the last approval; after break-glass, only that person.
const DECIDED_IT = Prisma.sql`v.revision = a.revision and case when a.decision <> 'approved' then true
  when a.broke_glass then v.verdict = 'break_glass' else ${COUNTS} end`;

export const CLOSED = Prisma.sql`${APPROVAL},
  (select t.key from tenants t where t.id = a.tenant_id) as "tenantKey",
  (select g.callback_url from gateways g where g.id = a.gateway_id) as "registeredUrl",
  (select coalesce(json_agg(json_build_object('userName', v.user_name, 'createdAt', v.created_at, 'reason', v.reason, 'signed', ${SIGNED_VOTE},
            'deputyForName', ${DEPUTY_FOR_NAME}) order by v.id), '[]')
   from votes v where v.tenant_id = a.tenant_id and v.approval_id = a.id and ${DECIDED_IT}) as "votesCast"`;

const MARK_OWED = Prisma.sql`, marked as (
  update approvals a set delivery = 'owed' from owed
  where a.tenant_id = owed.tenant_id and a.id = owed.approval_id and owed.channel = 'callback')`;

/** Queues callbacks of final decisions in one statement, within the closing transaction. */
export async function enqueueCallbacks(tx: Tx, closed: readonly Closed[]): Promise<void> {
  await enqueueNotices(tx, closed.map(callbackOf), MARK_OWED);
}

function callbackOf(approval: Closed): Notice {
  const { id, tenantId, gatewayId, decision, votesCast, callbackUrl, registeredUrl } = approval;
  const type = audienceOf(`approval.${decision}`)?.callback;
  if (decision === "pending" || !type) throw new Error("a pending approval has no callback");
  const execution = decision === "approved" ? ("awaiting" as const) : ("blocked" as const);
  const votes = votesCast.map((vote) => ({ ...vote, createdAt: new Date(vote.createdAt) }));
  return {
    tenantId,
    gatewayId,
    approvalId: id,
    type,
    at: approval.decidedAt,
    data: callbackData({ ...approval, decision, execution }, approval.tenantKey, votes),
    to: gatewayAt(gatewayId, callbackAddress(callbackUrl, registeredUrl)),
  };
}

/** A delivery (alias `d`) of an approval that expired unused must not report it as approved. */
export const LAPSED: Lapsed = Prisma.sql`exists (
  select 1 from approvals a
  where a.tenant_id = d.tenant_id and a.id = d.approval_id and a.decision = 'approved'
    and (a.execution = 'lapsed' or (a.execution = 'awaiting' and a.use_by <= clock_timestamp())))`;

/** The `traceparent` of the request that asked for the approval of a delivery (alias `d`). */
export const TRACE_PARENT: TraceParent = Prisma.sql`(
  select a.trace_parent from approvals a where a.tenant_id = d.tenant_id and a.id = d.approval_id)`;
