import type { Metadata } from "next";
import { GATEWAYS } from "@/components/copy/gateways";
import { GatewayList } from "@/components/gateways/list/gateway-list";
import { LiveRefresh } from "@/components/live/live-refresh";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Card, Page, PageHead } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/current";
import { listHealth } from "@/lib/gateways/health/queries";
import { listGateways } from "@/lib/gateways/queries";
import { mayAdministerAll } from "@/lib/tenants/rules";

export const metadata: Metadata = { title: GATEWAYS.title };

export default async function GatewaysPage() {
  const scope = await requireUser("/gateways");
  const gateways = await listGateways(scope);
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
        count={gateways.length}
        description={GATEWAYS.description}
        actions={
          <>
            <ButtonLink href="/gateways/undelivered">{GATEWAYS.undelivered}</ButtonLink>
            {register}
          </>
        }
      />
      {gateways.length === 0 ? (
        <Card>
          <EmptyState icon="plug" title={GATEWAYS.empty} action={register}>
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
    </Page>
  );
}
