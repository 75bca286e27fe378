import { recordActivities } from "@/lib/activity/record";
import { change } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";

// People are reminded of a call that waits when half of its time to decide is over, and when nine
// tenths are. Browsers show it to those who can still decide the call; the trail keeps it.

const scope = systemScope("reminders");

const REMINDED_AT_ONCE = 500;

/** The parts of the time to decide after which people are reminded. */
const SHARES = [0.5, 0.9] as const;

/** The first reminder of a call that is asked about now. */
export function firstReminder({ createdAt, decideBy }: { createdAt: Date; decideBy: Date }): Date {
  const whole = decideBy.getTime() - createdAt.getTime();
  return new Date(createdAt.getTime() + whole * SHARES[0]);
}

/** The value of `remind_at` for this deadline: the next reminder from now on; null after the last. */
export function nextReminder(decideBy: Prisma.Sql): Prisma.Sql {
  const next = SHARES.map((share) => {
    const at = Prisma.sql`created_at + (${decideBy} - created_at) * ${share}::float8`;
    return Prisma.sql`when ${at} > clock_timestamp() then ${at}`;
  });
  return Prisma.sql`case ${Prisma.join(next, " ")} end`;
}

/**
 * Reminds people of a tenant's calls. A call whose deadline moved meanwhile is only dated anew.
 * Rows that another process has locked wait for the next run.
 * @returns how many calls it looked at
 */
export async function remind(tenantId: string): Promise<number> {
  return change(scope, async (tx) => {
    const due = await tx.$queryRaw<{ id: string; over: number; decideBy: Date }[]>`
      with due as (
        select a.id, a.tenant_id,
               extract(epoch from clock_timestamp() - a.created_at)::float8 / extract(epoch from a.decide_by - a.created_at)::float8 as over
        from approvals a
        where a.tenant_id = ${tenantId}::uuid and a.decision = 'pending' and a.release_at is null
          and a.remind_at <= statement_timestamp()
        order by a.id limit ${REMINDED_AT_ONCE}::int for update of a skip locked)
      update approvals a
      set remind_at = ${nextReminder(Prisma.sql`decide_by`)},
          reminded_at = case when d.over < ${SHARES[0]}::float8 then a.reminded_at else clock_timestamp() end
      from due d where a.tenant_id = d.tenant_id and a.id = d.id
      returning a.id, d.over, a.decide_by as "decideBy"`;
    await recordActivities(
      tx,
      scope,
      due.flatMap(({ id, over, decideBy }) => {
        const share = SHARES.findLast((one) => one <= over);
        const details = { percent: Math.round((share ?? 0) * 100), decide_by: decideBy.toISOString() };
        const subject = { kind: "approval", tenantId, id };
        return share === undefined ? [] : { action: "approval.reminded", subject, details };
      }),
    );
    return due.length;
  });
}
