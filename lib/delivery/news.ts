import "server-only";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Message } from "@/lib/notices/message";
import type { LeasedDelivery } from "./channels/types";

// A callback may be sent long after it was queued. It then reports the current state: a revoked
// approval must not arrive as approved. All SQL here reads the delivery as `d`.

/**
 * The event to send: the newest one about the delivery's approval for its recipient, or its own
 * event without an approval.
 */
export const NEWEST_EVENT = Prisma.sql`coalesce(
  (select n.id from outbox_events n where n.tenant_id = d.tenant_id and n.approval_id = d.approval_id
     and n.gateway_id = d.gateway_id
   order by n.seq desc limit 1), d.event_id)`;

/**
 * SQL condition on the delivery `d`: its content is no longer usable, without a newer event. The
 * domain that queued it provides the condition (`LAPSED` of lib/approvals/callbacks).
 */
export type Lapsed = Prisma.Sql;

/** For deliveries whose content never expires. */
export const NEVER_LAPSED: Lapsed = Prisma.sql`false`;

/**
 * SQL condition on the delivery `d`: its content may be outdated, which only its domain knows
 * (`DOUBTED` of lib/approvals/refusals). Right before sending, `FindContested` checks all of them
 * at once, then `StillSo` each one it finds.
 */
export type Doubt = Prisma.Sql;

export const NEVER_DOUBTED: Doubt = Prisma.sql`false`;

/**
 * SQL for the W3C `traceparent` of the delivery `d`, as text or null, from its domain
 * (`TRACE_PARENT` of lib/approvals/callbacks).
 */
export type TraceParent = Prisma.Sql;

export const NEVER_TRACED: TraceParent = Prisma.sql`null::text`;

type About = { tenantId: string; approvalId: string };

/**
 * Finds approvals whose deliveries may be outdated, in one statement without locks.
 * @returns their ids
 */
export type FindContested = (about: readonly About[]) => Promise<ReadonlySet<string>>;

/**
 * Checks a delivery that `FindContested` found. False: a newer event is queued and sent instead.
 */
export type StillSo = (about: About) => Promise<boolean>;

/** What to send of a delivery to people, composed right before the attempt. */
export type Composed =
  | { message: Message }
  /** Nothing is to be sent any more. */
  | { withdrawn: string }
  /** Not now: held for so many milliseconds more. */
  | { heldMs: number; reason: string };

/** Composes a message from the rows of this moment: rights, choices and decisions change until then. */
export type Compose = (delivery: LeasedDelivery) => Promise<Composed>;
