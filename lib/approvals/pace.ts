import "server-only";
import { Prisma } from "@/lib/generated/prisma/client";
import { AT_ONCE_MINUTES } from "./types";

// How calls ended, as conditions on a row of approvals. Figures and lists share them, so that a
// figure links to its rows. The index approvals_decided covers all of them except votes.

/** People decided, or their time ran out. Excludes calls that a gateway cancelled. */
export const peopleWereAsked = (a: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  ${a}.held_because not in ('auto_approved', 'confirmed', 'policy', 'policy_denied', 'remembered')
  and ${a}.decision in ('approved', 'rejected', 'changes_requested', 'expired', 'revoked'))`;

/** People decided at the row's time. Excludes revoked calls, which have that of the revocation. */
export const peopleSaid = (a: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`${a}.decision in ('approved', 'rejected', 'changes_requested')`;

export const isHighOrUp = (a: Prisma.Sql): Prisma.Sql => Prisma.sql`${a}.risk in ('high', 'critical')`;

export const approvedInTime = (a: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  ${a}.decision = 'approved' and ${a}.revision = 1
  and ${a}.decided_at <= ${a}.created_at + make_interval(mins => ${AT_ONCE_MINUTES}::int))`;

export const approvedAtOnce = (a: Prisma.Sql): Prisma.Sql => Prisma.sql`(${approvedInTime(a)} and (
  select count(*) > 0 and count(*) = count(*) filter (where v.verdict = 'approve')
  from votes v where v.tenant_id = ${a}.tenant_id and v.approval_id = ${a}.id))`;
