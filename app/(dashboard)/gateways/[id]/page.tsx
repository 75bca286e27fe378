import path from "node:path";
import type { Metadata } from "next";
import { AddTenants } from "@/components/gateways/add-tenants";
import { AgentSetup } from "@/components/gateways/agent-setup";
import { Course } from "@/components/gateways/course";
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
import { requireUser } from "@/lib/auth/sessions/current";
import { env } from "@/lib/core/env";
import { redactTarget } from "@/lib/core/text/redaction";
import { TENANTS_NAMED } from "@/lib/gateways/types";
import { getGatewayCourse } from "@/lib/insights/gateway-course";
import { listTenants } from "@/lib/tenants/queries";
import { mayAdministerAll } from "@/lib/tenants/rules";
import { GATEWAY_PATH } from "@/scripts/gateway-file.mjs";
import { gatewayOfPage, gatewayTitle } from "./one-gateway";

type Props = { params: Promise<{ id: string }> };

export const generateMetadata = ({ params }: Props): Promise<Metadata> => gatewayTitle(params);

export default async function GatewayPage({ params }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/gateways/${id}`);
  const { gateway, health } = await gatewayOfPage(scope, id);
  const course = await getGatewayCourse(scope, id);
  const served = new Set(gateway.tenants.map(({ key }) => key));
  const others = mayAdministerAll(scope)
    ? (await listTenants(scope)).filter(({ key }) => !served.has(key)).slice(0, TENANTS_NAMED)
    : null;
  return (
    <GatewayFrame gateway={gateway} health={health} current="overview" publicUrl={env().PUBLIC_URL}>
      <LiveRefresh topics={["gateway", "delivery"]} />
      <ReadOften />
      <Section id="health" title="Health">
        <Card>
          <HealthList gateway={gateway} health={health} />
        </Card>
      </Section>
      <Course course={course} />
      <Section
        id="tenants"
        title="Tenants it serves"
        description="Those you may see. Each key is for some of them."
        actions={others && <AddTenants gatewayId={id} tenants={others.map(({ key }) => key)} />}
      >
        <p className="flex flex-wrap gap-1.5">
          {gateway.tenants.map(({ key }) => (
            <Badge key={key}>
              <Untrusted>{key}</Untrusted>
            </Badge>
          ))}
        </p>
      </Section>
      {others && (
        <AgentSetup
          file={path.join(process.cwd(), GATEWAY_PATH)}
          publicUrl={env().PUBLIC_URL}
          tenant={gateway.tenants[0]?.key ?? ""}
        />
      )}
      <Section
        id="about"
        title="About this gateway"
        actions={
          <ButtonLink href={`/activity?subject=gateway:${id}`} size="sm">
            See its activity
          </ButtonLink>
        }
      >
        <DetailList
          items={[
            { term: "Registered", value: <Time value={gateway.createdAt} form="date-time" /> },
            {
              term: "Decisions go to",
              value: gateway.callbackUrl ? (
                <Untrusted mono>{redactTarget(gateway.callbackUrl)}</Untrusted>
              ) : (
                "no address: it reads the events feed"
              ),
            },
            {
              term: "Id",
              value: (
                <>
                  <Untrusted mono>{id}</Untrusted> <CopyButton text={id} label="Copy the id" />
                </>
              ),
            },
          ]}
        />
      </Section>
    </GatewayFrame>
  );
}
