import type { Metadata } from "next";
import { GatewayList } from "@/components/gateways/list/gateway-list";
import { SampleOffer } from "@/components/onboarding/sample-offer";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterForm } from "@/components/ui/filter-form";
import { Card, Page, PageHead } from "@/components/ui/page";
import { Pagination } from "@/components/ui/pagination";
import { SearchField } from "@/components/ui/search-field";
import { GATEWAYS } from "@/components/words/gateways";
import { requireUser } from "@/lib/auth/sessions/current";
import { PAGE_ROWS } from "@/lib/core/limits";
import { listGateways } from "@/lib/gateways/queries";
import { listHealth } from "@/lib/insights/gateway-health";
import { mayAdministerAll } from "@/lib/tenants/rules";

export const metadata: Metadata = { title: GATEWAYS.title };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const text = (value: string | string[] | undefined) => (typeof value === "string" ? value.trim() : "");

export default async function GatewaysPage({ searchParams }: Props) {
  const scope = await requireUser("/gateways");
  const query = await searchParams;
  const [q, cursor] = [text(query.q), text(query.cursor)];
  // By code points, as pages are cut; the database may sort otherwise.
  const all = (await listGateways(scope)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const found = all.filter(({ name, tenants }) => [name, ...tenants.map(({ key }) => key)].some(holds(q)));
  const rest = found.filter(({ name }) => cursor === "" || name > cursor);
  const gateways = rest.slice(0, PAGE_ROWS);
  const last = gateways.at(-1);
  const address = (more: Record<string, string>) =>
    `/gateways?${new URLSearchParams({ ...(q ? { q } : {}), ...more })}`;
  const health = await listHealth(
    scope,
    gateways.map(({ id }) => id),
  );
  const admin = mayAdministerAll(scope);
  const register = admin && (
    <ButtonLink href="/gateways/new" variant="primary" icon="plus">
      {GATEWAYS.register}
    </ButtonLink>
  );
  return (
    <Page wide>
      <LiveRefresh topics={["gateway", "delivery"]} />
      <PageHead
        title={GATEWAYS.title}
        count={all.length}
        description={GATEWAYS.description}
        actions={
          <>
            <ButtonLink href="/gateways/undelivered">{GATEWAYS.undelivered}</ButtonLink>
            {register}
          </>
        }
      />
      {all.length > 1 && (
        <FilterForm action="/gateways" label={GATEWAYS.filter}>
          <SearchField label={GATEWAYS.search} placeholder={GATEWAYS.search} defaultValue={q} />
        </FilterForm>
      )}
      {all.length > 0 && gateways.length === 0 ? (
        <Card>
          <EmptyState icon="search" title={GATEWAYS.noMatch}>
            {GATEWAYS.noMatchHint}
          </EmptyState>
        </Card>
      ) : gateways.length === 0 ? (
        <Card>
          <EmptyState
            icon="plug"
            title={GATEWAYS.empty}
            action={
              admin && (
                <div className="flex flex-wrap items-center justify-center gap-2">
                  {register}
                  <SampleOffer />
                </div>
              )
            }
          >
            {admin ? GATEWAYS.emptyAdmin : GATEWAYS.emptyOther}
          </EmptyState>
        </Card>
      ) : (
        <GatewayList
          rows={gateways.flatMap((gateway) => {
            const own = health.get(gateway.id);
            return own ? [{ gateway, health: own }] : [];
          })}
        />
      )}
      <Pagination
        label={GATEWAYS.pages}
        newer={cursor ? { href: address({}), label: GATEWAYS.first } : null}
        older={
          last && rest.length > PAGE_ROWS
            ? { href: address({ cursor: last.name }), label: GATEWAYS.more }
            : null
        }
      />
    </Page>
  );
}

function holds(q: string) {
  const asked = q.toLowerCase();
  return (name: string) => name.toLowerCase().includes(asked);
}
