import type { Metadata } from "next";
import { HealthFilters } from "@/components/signals/health/health-filters";
import { HealthHead } from "@/components/signals/health/health-head";
import { HealthList } from "@/components/signals/health/health-list";
import { ProviderHealthList } from "@/components/signals/health/provider-health";
import { ListFrame } from "@/components/ui/list/list-frame";
import { Page } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import { healthList } from "@/lib/signals/health/list";
import { getHealthReport, healthPage } from "@/lib/signals/health/queries";
import { HEALTH_TOOLS_MAX } from "@/lib/signals/health/types";
import { listTenants } from "@/lib/tenants/queries";
import { listToolChoices } from "@/lib/tools/catalogue/queries";

// Sorted by health, worst first. Each row links to its calls.
const TOOLS_SHOWN = 25;

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Tool health" };

export default async function HealthPage({ searchParams }: Props) {
  const scope = await requireUser("/tools/health");
  const { filter: asked, problems } = healthList.parse(await searchParams);
  const [choices, tenants] = await Promise.all([listToolChoices(scope), listTenants(scope)]);
  // The address may name a former tenant. The page then shows all tenants.
  const tenant = tenants.find(({ key }) => key === asked.tenant);
  const filter = { ...asked, tenant: tenant?.key };
  const report = await getHealthReport(scope, filter, tenant?.id ?? null);
  const { rows, nextCursor } = healthPage(report, filter, TOOLS_SHOWN);
  return (
    <Page wide>
      <HealthHead count={report.cut ? undefined : report.tools.length} />
      <ListFrame
        problems={problems}
        filters={
          <>
            <HealthFilters filter={filter} choices={choices} tenants={tenants} />
            {report.cut && (
              <p role="status" className="text-sm">
                {`More than ${HEALTH_TOOLS_MAX.toLocaleString("en")} tools match; filter by provider or gateway to judge them all.`}
              </p>
            )}
            <ProviderHealthList providers={report.providers} filter={filter} />
          </>
        }
        list={healthList}
        filter={filter}
        nextCursor={nextCursor}
        label="Pages of tools"
        newest="First page"
        older="More tools"
      >
        <HealthList tools={rows} since={report.since} filtered={healthList.isNarrowed(filter)} />
      </ListFrame>
    </Page>
  );
}
