import type { Metadata } from "next";
import { NoIntents } from "@/components/intents/no-intents";
import { WeeklyPage } from "@/components/intents/weekly/weekly-page";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { requireUser } from "@/lib/auth/sessions/current";
import { readFilters, type Search } from "@/lib/core/list/filters";
import { weekOf } from "@/lib/core/list/weeks";
import { coverageOf } from "@/lib/intents/queries";
import { weeklyMarkdown } from "@/lib/intents/weekly/markdown";
import { getWeekly } from "@/lib/intents/weekly/queries";
import { WEEKLY_FILTERS } from "@/lib/intents/weekly/schema";
import { listTenants } from "@/lib/tenants/queries";
import { chosenTenants } from "@/lib/tenants/rules";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Intents by week" };

export default async function WeeklyIntentsPage({ searchParams }: Props) {
  const scope = await requireUser("/rationales/weekly");
  const { values, problems } = readFilters(WEEKLY_FILTERS, await searchParams);
  const now = new Date();
  const tenants = await listTenants(scope);
  const { only, problems: unknown } = chosenTenants(tenants, values.tenant);
  const tenant = unknown.length > 0 ? undefined : values.tenant;
  const weekly = await getWeekly(scope, { ...values, tenant }, now);
  return (
    <>
      <LiveRefresh topics={["intent"]} />
      <WeeklyPage
        weekly={weekly}
        current={weekOf(now)}
        tenants={tenants.map(({ key, name }) => ({ key, name }))}
        markdown={weeklyMarkdown(weekly)}
        problems={[...problems, ...unknown]}
        notGrouped={
          weekly.isGrouped ? null : (
            <NoIntents coverage={await coverageOf(scope, only?.id)} several={only === undefined} />
          )
        }
      />
    </>
  );
}
