import "server-only";
import { Prisma } from "@/lib/generated/prisma/client";
import { AT_ONCE_MINUTES } from "./types";

// How calls came to their end, as conditions on a row of approvals: the same for figures and for lists, so that a figure leads to its rows.
// Each is answered by what the index approvals_decided holds, but for the votes.

/** People were asked, and they decided or let the time run out. What a gateway took back is not among them. */
export const peopleWereAsked = (a: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  ${a}.held_because not in ('auto_approved', 'confirmed', 'policy', 'policy_denied', 'remembered')
  and ${a}.decision in ('approved', 'rejected', 'changes_requested', 'expired', 'revoked'))`;

/** People decided at the time that the row tells: that of a revoked call is when it was revoked, not when it was approved. */
export const peopleSaid = (a: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`${a}.decision in ('approved', 'rejected', 'changes_requested')`;

/** High or critical. */
export const isHighOrUp = (a: Prisma.Sql): Prisma.Sql => Prisma.sql`${a}.risk in ('high', 'critical')`;

/** Approved as it was sent, within AT_ONCE_MINUTES. */
export const approvedInTime = (a: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  ${a}.decision = 'approved' and ${a}.revision = 1
  and ${a}.decided_at <= ${a}.created_at + make_interval(mins => ${AT_ONCE_MINUTES}::int))`;

/** The same, by everyone who voted. */
export const approvedAtOnce = (a: Prisma.Sql): Prisma.Sql => Prisma.sql`(${approvedInTime(a)} and (
  select count(*) > 0 and count(*) = count(*) filter (where v.verdict = 'approve')
  from votes v where v.tenant_id = ${a}.tenant_id and v.approval_id = ${a}.id))`;
