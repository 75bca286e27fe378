import { type ActivityEntry, changeEntry } from "@/lib/activity/record";
import type { Tx } from "@/lib/core/db";
import type { GatewayScope } from "@/lib/core/scope";
import { systemScope } from "@/lib/core/scope";
import type { SubmitFeedback } from "../schema";
import { LEFT_BEHIND } from "./commands";
import { isBeforeFix, type Reporter } from "./fix";

type Read = Omit<Reporter, "server"> & { fixedIn: string | null; fixedAt: Date };

/**
 * Reopens a resolved issue for a report of a later event, unless the reporter is older than the
 * fix: it used an older definition or server, or the day of the fix has not come. Incomparable
 * fixes reopen. The issue loses its *Fixed in*, so agents no longer read it.
 * @param report the stored report, for the trail: once it leaves the issue, the issue is resolved
 * again
 * @returns the trail entry; null when it stays resolved
 */
export async function regress(
  tx: Tx,
  scope: GatewayScope,
  input: SubmitFeedback,
  issue: { id: string; tenantId: string },
  report: string,
): Promise<ActivityEntry | null> {
  const occurredAt = input.occurredAt ? new Date(input.occurredAt) : null;
  const [found] = await tx.$queryRaw<Read[]>`
    select i.fixed_in as "fixedIn", i.fixed_at as "fixedAt", least(${occurredAt}::timestamptz, clock_timestamp()) as happened,
           (select max(t.version) from tools t where t.gateway_id = ${scope.actor.id}::uuid and t.name = i.tool
              and i.tool = ${input.toolCalled} and t.provider = coalesce(${input.provider}, i.provider, t.provider)) as definition
    from feedback_issues i
    where i.tenant_id = ${issue.tenantId}::uuid and i.id = ${issue.id}::uuid and i.state = 'resolved'
      and i.fixed_at < least(${occurredAt}::timestamptz, clock_timestamp())
    for no key update of i`;
  if (!found || isBeforeFix(found.fixedIn, { ...found, server: input.toolVersion ?? null })) return null;
  await tx.$executeRaw`
    update feedback_issues i set state = 'regressed', fixed_in = null, ${LEFT_BEHIND},
      updated_at = greatest(clock_timestamp(), i.updated_at + interval '1 ms')
    where i.tenant_id = ${issue.tenantId}::uuid and i.id = ${issue.id}::uuid`;
  const { fixedIn, fixedAt } = found;
  const was = { ...issue, state: "resolved", fixedIn, fixedAt };
  const is = { ...issue, state: "regressed", fixedIn: null, fixedAt: null };
  const entry = changeEntry("issue.regressed", was, is, { facts: { report } });
  return { ...entry, actor: systemScope("feedback").actor };
}
