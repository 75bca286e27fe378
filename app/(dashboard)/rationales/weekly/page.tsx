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

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Intents by week" };

export default async function WeeklyIntentsPage({ searchParams }: Props) {
  const scope = await requireUser("/rationales/weekly");
  const { values, problems } = readFilters(WEEKLY_FILTERS, await searchParams);
  const now = new Date();
  const [weekly, tenants] = await Promise.all([getWeekly(scope, values, now), listTenants(scope)]);
  const only = tenants.length === 1 ? tenants[0] : tenants.find(({ key }) => key === weekly.tenant);
  return (
    <>
      <LiveRefresh topics={["intent"]} />
      <WeeklyPage
        weekly={weekly}
        current={weekOf(now)}
        tenants={tenants.map(({ key, name }) => ({ key, name }))}
        markdown={weeklyMarkdown(weekly)}
        problems={problems}
        notGrouped={
          weekly.isGrouped ? null : (
            <NoIntents coverage={await coverageOf(scope, only?.id)} several={only === undefined} />
          )
        }
      />
    </>
  );
}
