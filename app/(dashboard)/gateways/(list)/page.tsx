import type { Metadata } from "next";
import { GatewayList } from "@/components/gateways/list/gateway-list";
import { GatewaysHead } from "@/components/gateways/list/gateways-head";
import { SampleOffer } from "@/components/onboarding/sample-offer";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { ButtonLink } from "@/components/ui/button-link";
import { FilterForm } from "@/components/ui/list/filter-form";
import { ListEmpty } from "@/components/ui/list/list-empty";
import { ListFrame } from "@/components/ui/list/list-frame";
import { SearchField } from "@/components/ui/list/search-field";
import { Page } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import { gatewayList } from "@/lib/gateways/list";
import { pageOfGateways } from "@/lib/gateways/queries";
import { listHealth } from "@/lib/insights/gateway-health";
import { mayAdministerAll } from "@/lib/tenants/rules";

export const metadata: Metadata = { title: "Gateways" };

type Props = { searchParams: Promise<Search> };

export default async function GatewaysPage({ searchParams }: Props) {
  const scope = await requireUser("/gateways");
  const { filter, problems } = gatewayList.parse(await searchParams);
  const { rows: gateways, nextCursor, count } = await pageOfGateways(scope, filter);
  const health = await listHealth(
    scope,
    gateways.map(({ id }) => id),
  );
  const admin = mayAdministerAll(scope);
  return (
    <Page wide>
      <LiveRefresh topics={["gateway", "delivery"]} />
      <GatewaysHead
        count={count}
        actions={
          <>
            <ButtonLink href="/gateways/undelivered">Undelivered decisions</ButtonLink>
            {admin && <Register />}
          </>
        }
      />
      <ListFrame
        problems={problems}
        filters={
          count > 1 && (
            <FilterForm action={gatewayList.path} label="Filter gateways">
              <SearchField
                label="Part of a name or of a tenant's key"
                placeholder="Part of a name or of a tenant's key"
                defaultValue={filter.q}
              />
            </FilterForm>
          )
        }
        empty={gateways.length === 0 && <NoGateways filtered={count > 0} admin={admin} />}
        list={gatewayList}
        filter={filter}
        nextCursor={nextCursor}
        label="Pages of gateways"
        newest="Back to the first"
        older="More gateways"
      >
        <GatewayList
          rows={gateways.flatMap((gateway) => {
            const own = health.get(gateway.id);
            return own ? [{ gateway, health: own }] : [];
          })}
        />
      </ListFrame>
    </Page>
  );
}

function NoGateways({ filtered, admin }: { filtered: boolean; admin: boolean }) {
  return (
    <ListEmpty
      filtered={filtered}
      match={{
        icon: "search",
        title: "No gateway matches",
        text: "No name and no tenant's key contains these letters.",
      }}
      none={{
        icon: "plug",
        title: "No gateway yet",
        text: admin
          ? "Register the first one: it gets a signing secret and a key, and you get a curl command that sends its first call."
          : "An administrator registers gateways. Those that serve your tenants appear here.",
        action: admin && <FirstSteps />,
      }}
    />
  );
}

function Register() {
  return (
    <ButtonLink href="/gateways/new" variant="primary" icon="plus">
      Register a gateway
    </ButtonLink>
  );
}

function FirstSteps() {
  return (
    <div className="flex flex-wrap items-center justify-center gap-2">
      <Register />
      <SampleOffer />
    </div>
  );
}
