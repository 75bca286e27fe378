import type { Metadata } from "next";
import { AddTenants } from "@/components/gateways/add-tenants";
import { GatewayFrame } from "@/components/gateways/gateway-frame";
import { HealthList } from "@/components/gateways/health";
import { ReadOften } from "@/components/gateways/read-often";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { CopyButton } from "@/components/ui/copy-button";
import { Card, DetailList, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { GATEWAYS, OVERVIEW } from "@/components/words/gateways";
import { requireUser } from "@/lib/auth/sessions/current";
import { env } from "@/lib/core/env";
import { redactTarget } from "@/lib/core/text/redaction";
import { addTenants } from "@/lib/gateways/actions";
import { TENANTS_NAMED } from "@/lib/gateways/types";
import { listTenants } from "@/lib/tenants/queries";
import { mayAdministerAll } from "@/lib/tenants/rules";
import { gatewayOfPage } from "./one-gateway";

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { title: GATEWAYS.title };

export default async function GatewayPage({ params }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/gateways/${id}`);
  const { gateway, health } = await gatewayOfPage(scope, id);
  const served = new Set(gateway.tenants.map(({ key }) => key));
  const others = mayAdministerAll(scope)
    ? (await listTenants(scope)).filter(({ key }) => !served.has(key)).slice(0, TENANTS_NAMED)
    : null;
  return (
    <GatewayFrame gateway={gateway} health={health} current="overview" publicUrl={env().PUBLIC_URL}>
      <LiveRefresh topics={["gateway", "delivery"]} />
      <ReadOften />
      <Section id="health" title={OVERVIEW.health}>
        <Card>
          <HealthList gateway={gateway} health={health} />
        </Card>
      </Section>
      <Section
        id="tenants"
        title={OVERVIEW.tenants}
        description={OVERVIEW.tenantsNote}
        actions={
          others && <AddTenants gatewayId={id} tenants={others.map(({ key }) => key)} add={addTenants} />
        }
      >
        <p className="flex flex-wrap gap-1.5">
          {gateway.tenants.map(({ key }) => (
            <Badge key={key}>
              <Untrusted>{key}</Untrusted>
            </Badge>
          ))}
        </p>
      </Section>
      <Section
        id="about"
        title={OVERVIEW.about}
        actions={
          <ButtonLink href={`/activity?subject=gateway:${id}`} size="sm">
            {OVERVIEW.activity}
          </ButtonLink>
        }
      >
        <DetailList
          items={[
            { term: OVERVIEW.created, value: <Time value={gateway.createdAt} form="date-time" /> },
            {
              term: OVERVIEW.callback,
              value: gateway.callbackUrl ? (
                <Untrusted mono>{redactTarget(gateway.callbackUrl)}</Untrusted>
              ) : (
                OVERVIEW.noCallback
              ),
            },
            {
              term: OVERVIEW.id,
              value: (
                <>
                  <Untrusted mono>{id}</Untrusted> <CopyButton text={id} label={OVERVIEW.copyId} />
                </>
              ),
            },
          ]}
        />
      </Section>
    </GatewayFrame>
  );
}
