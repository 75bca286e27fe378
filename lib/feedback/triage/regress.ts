import { type ActivityEntry, changeEntry } from "@/lib/activity/record";
import type { Tx } from "@/lib/core/db";
import type { GatewayScope } from "@/lib/core/scope";
import { systemScope } from "@/lib/core/scope";
import { announce } from "@/lib/live/announce";
import type { SubmitFeedback } from "../schema";
import { LEFT_BEHIND } from "./commands";

/**
 * A resolved issue comes back with a report of what happened after it was resolved, unless the gateway's tool is of an older version
 * than the one that has the fix: then its agent is only told where it is fixed. The versions are those of the catalogue, 1, 2, and so
 * on; what is no number of one of them, or of the next, is not compared.
 * @returns what goes into the trail; null when it stays resolved
 */
export async function regress(
  tx: Tx,
  scope: GatewayScope,
  input: SubmitFeedback,
  issue: { id: string; tenantId: string },
): Promise<ActivityEntry | null> {
  const happened = input.occurredAt ? new Date(input.occurredAt) : null;
  const changed = await tx.$executeRaw`
    update feedback_issues i set state = 'regressed', ${LEFT_BEHIND},
      updated_at = greatest(clock_timestamp(), i.updated_at + interval '1 ms')
    where i.tenant_id = ${issue.tenantId}::uuid and i.id = ${issue.id}::uuid and i.state = 'resolved'
      and i.fixed_at < least(${happened}::timestamptz, clock_timestamp())
      and not coalesce((
        select max(t.version) filter (where t.gateway_id = ${scope.actor.id}::uuid) < max(fix.version) and max(fix.version) <= max(t.version) + 1
        from (select case when i.fixed_in ~ '^v?[0-9]{1,9}$' then ltrim(i.fixed_in, 'v')::int end as version) fix, tools t
        where i.tool = ${input.toolCalled} and t.name = i.tool and t.provider = coalesce(${input.provider}, i.provider, t.provider)), false)`;
  if (changed === 0) return null;
  await announce(tx, "feedback", issue.tenantId, issue.id);
  const was = (state: string) => ({ ...issue, state });
  const entry = changeEntry("issue.regressed", was("resolved"), was("regressed"));
  return { ...entry, actor: systemScope("feedback").actor };
}
