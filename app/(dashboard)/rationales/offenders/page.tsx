import type { Metadata } from "next";
import { NoOffenders } from "@/components/gateways/offenders/no-offenders";
import { OffenderFilters } from "@/components/gateways/offenders/offender-filters";
import { OffenderList } from "@/components/gateways/offenders/offender-list";
import { ButtonLink } from "@/components/ui/button-link";
import { ListFrame } from "@/components/ui/list/list-frame";
import { Page, PageHead } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import { offenderList } from "@/lib/intake/offenders/list";
import { countUnresolved, listOffenders } from "@/lib/intake/offenders/queries";
import { listTenants } from "@/lib/tenants/queries";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Callers without a rationale" };

export default async function OffendersPage({ searchParams }: Props) {
  const scope = await requireUser("/rationales/offenders");
  const { filter, problems } = offenderList.parse(await searchParams);
  const { view, agent, gateway, tenant, cursor } = filter;
  const state = view === "all" ? undefined : view;
  const [tenants, unresolved, page] = await Promise.all([
    listTenants(scope),
    countUnresolved(scope, tenant),
    listOffenders(scope, { state, agent, gateway, tenant, cursor }),
  ]);
  return (
    <Page wide>
      <PageHead
        title="Callers without a rationale"
        crumbs={[{ href: "/rationales", label: "Rationales" }]}
        description="Agents that send calls without a rationale."
        about={{
          what: "resolved",
          text: "During a tenant’s grace period, Countersign accepts their calls with a warning. Afterwards it refuses them. A caller is resolved by its next call that has a rationale.",
        }}
        actions={<ButtonLink href="/docs/rationales#callers-without-one">How it works</ButtonLink>}
      />
      <ListFrame
        problems={problems}
        filters={<OffenderFilters filter={filter} unresolved={unresolved} tenants={tenants} />}
        empty={page.rows.length === 0 && <NoOffenders filter={filter} />}
        list={offenderList}
        filter={filter}
        nextCursor={page.nextCursor}
        label="Pages of callers"
      >
        <OffenderList rows={page.rows} tenants={tenants.length > 1} />
      </ListFrame>
    </Page>
  );
}
