import type { Metadata } from "next";
import { GatewayList } from "@/components/gateways/list/gateway-list";
import { GatewaysHead } from "@/components/gateways/list/gateways-head";
import { NoGateways } from "@/components/gateways/list/no-gateways";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { ButtonLink } from "@/components/ui/button-link";
import { FilterForm } from "@/components/ui/filter-form";
import { Page } from "@/components/ui/page";
import { Pagination } from "@/components/ui/pagination";
import { SearchField } from "@/components/ui/search-field";
import { requireUser } from "@/lib/auth/sessions/current";
import { listGateways } from "@/lib/gateways/queries";
import { listHealth } from "@/lib/insights/gateway-health";
import { mayAdministerAll } from "@/lib/tenants/rules";

export const metadata: Metadata = { title: "Gateways" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const PAGE = 50;
const text = (value: string | string[] | undefined) => (typeof value === "string" ? value.trim() : "");

export default async function GatewaysPage({ searchParams }: Props) {
  const scope = await requireUser("/gateways");
  const query = await searchParams;
  const [q, cursor] = [text(query.q), text(query.cursor)];
  // By code points, as pages are cut; the database may sort otherwise.
  const all = (await listGateways(scope)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const found = all.filter(({ name, tenants }) => [name, ...tenants.map(({ key }) => key)].some(holds(q)));
  const rest = found.filter(({ name }) => cursor === "" || name > cursor);
  const gateways = rest.slice(0, PAGE);
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
      Register a gateway
    </ButtonLink>
  );
  return (
    <Page wide>
      <LiveRefresh topics={["gateway", "delivery"]} />
      <GatewaysHead
        count={all.length}
        actions={
          <>
            <ButtonLink href="/gateways/undelivered">Could not tell the gateway</ButtonLink>
            {register}
          </>
        }
      />
      {all.length > 1 && (
        <FilterForm action="/gateways" label="Filter gateways">
          <SearchField
            label="Part of a name or of a tenant's key"
            placeholder="Part of a name or of a tenant's key"
            defaultValue={q}
          />
        </FilterForm>
      )}
      {gateways.length === 0 ? (
        <NoGateways none={all.length === 0} register={register} />
      ) : (
        <GatewayList
          rows={gateways.flatMap((gateway) => {
            const own = health.get(gateway.id);
            return own ? [{ gateway, health: own }] : [];
          })}
        />
      )}
      <Pagination
        label="Pages of gateways"
        newer={cursor ? { href: address({}), label: "Back to the first" } : null}
        older={
          last && rest.length > PAGE ? { href: address({ cursor: last.name }), label: "More gateways" } : null
        }
      />
    </Page>
  );
}

function holds(q: string) {
  const asked = q.toLowerCase();
  return (name: string) => name.toLowerCase().includes(asked);
}
