import { recordActivities } from "@/lib/activity/record";
import { change } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import type { DemandingPolicy } from "@/lib/policies/requirements";
import { deciderWords } from "@/lib/policies/sentences";
import { demandsOf, escalationsOf } from "./deciders/rules";
import type { Takers } from "./deciders/types";

// Only the clock decides who may decide a call; this file only announces escalations to people.

const scope = systemScope("escalation");

const ESCALATED_AT_ONCE = 500;

type Escalated = Takers & { at: Date };

/** When more people may decide a call, and who, earliest first. */
export function escalationTimes(call: Pick<Approval, "seats" | "createdAt">): Escalated[] {
  return escalationsOf(demandsOf(call))
    .map((one) => ({ ...one, at: new Date(call.createdAt.getTime() + one.afterSeconds * 1_000) }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** The value of `escalate_at` with this policy. The page shows past escalations. */
export function escalatedBy(policy: DemandingPolicy | null): Prisma.Sql {
  const after = policy?.require.escalate?.afterSeconds ?? null;
  const at = Prisma.sql`created_at + make_interval(secs => ${after}::int)`;
  return Prisma.sql`case when ${at} > clock_timestamp() then least(escalate_at, ${at}) else escalate_at end`;
}

type Due = Pick<Approval, "id" | "seats" | "createdAt"> & { escalateAt: Date; now: Date };

/**
 * Announces to open browsers and the trail that more people may now decide a tenant's calls. Rows
 * that another process has locked wait for the next run.
 * @returns how many calls it announced
 */
export async function tellEscalated(tenantId: string): Promise<number> {
  return change(scope, async (tx) => {
    const due = await tx.$queryRaw<Due[]>`
      select a.id, a.seats, a.created_at as "createdAt", a.escalate_at as "escalateAt",
             clock_timestamp() as now
      from approvals a
      where a.tenant_id = ${tenantId}::uuid and a.decision = 'pending' and a.release_at is null
        and a.escalate_at <= statement_timestamp()
      order by a.id limit ${ESCALATED_AT_ONCE}::int for update of a skip locked`;
    const told = due.map((call) => {
      const times = escalationTimes(call);
      const came = times.filter(({ at }) => at >= call.escalateAt && at <= call.now);
      return { id: call.id, came, next: times.find(({ at }) => at > call.now)?.at ?? null };
    });
    const [ids, next] = [told.map(({ id }) => id), told.map((one) => one.next?.toISOString() ?? null)];
    await tx.$executeRaw`
      update approvals a set escalate_at = d.next, updated_at = clock_timestamp()
      from unnest(${ids}::uuid[], ${next}::timestamptz[]) as d (id, next)
      where a.tenant_id = ${tenantId}::uuid and a.id = d.id`;
    await recordActivities(
      tx,
      scope,
      told.flatMap(({ id, came }) =>
        came.map((one) => ({
          action: "approval.escalated",
          subject: { kind: "approval", tenantId, id },
          details: { whom: deciderWords(one), after_seconds: one.afterSeconds },
        })),
      ),
    );
    return told.length;
  });
}
