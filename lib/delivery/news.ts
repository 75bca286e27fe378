import "server-only";
import { Prisma } from "@/lib/generated/prisma/client";

// A callback about an approval may be sent long after it was owed. It then tells what is true by now: an approval that was
// revoked since must not reach its gateway as approved. All of this reads the delivery as `d`.

/** The event to send: the newest that its recipient is told of the delivery's approval, or its own where it is about none. */
export const NEWEST_EVENT = Prisma.sql`coalesce(
  (select n.id from outbox_events n where n.tenant_id = d.tenant_id and n.approval_id = d.approval_id
     and n.gateway_id = d.gateway_id
   order by n.seq desc limit 1), d.event_id)`;

/**
 * A condition on the delivery `d`: it tells of something that can be used no more, though no newer event says so. Deliveries know
 * nothing of what they are about, so the domain that owes them says it (`LAPSED` of lib/approvals/callbacks).
 */
export type Lapsed = Prisma.Sql;

/** For deliveries that are about nothing that ends. */
export const NEVER_LAPSED: Lapsed = Prisma.sql`false`;

/**
 * A condition on the delivery `d`: what it tells may not be so any more, which only the domain that owes it can say (`DOUBTED` of
 * lib/approvals/refusals). It is asked right before the delivery is sent: of all in doubt at once (`FindContested`), then of each
 * that this finds (`StillSo`).
 */
export type Doubt = Prisma.Sql;

/** For deliveries that are about nothing that can change. */
export const NEVER_DOUBTED: Doubt = Prisma.sql`false`;

/**
 * The W3C `traceparent` that the callback of the delivery `d` continues, as text or null; only the domain that owes it knows
 * (`TRACE_PARENT` of lib/approvals/callbacks).
 */
export type TraceParent = Prisma.Sql;

/** For deliveries that nothing traced asked for. */
export const NEVER_TRACED: TraceParent = Prisma.sql`null::text`;

/** The approval that a delivery is about. */
type About = { tenantId: string; approvalId: string };

/** Finds, in one statement and without locks, the approvals whose deliveries may be untrue by now. @returns their ids */
export type FindContested = (about: readonly About[]) => Promise<ReadonlySet<string>>;

/** Asked of a delivery whose approval `FindContested` found. False: something newer is owed by now, and told in its place. */
export type StillSo = (about: About) => Promise<boolean>;
