import type { Metadata } from "next";
import { CallbackForm } from "@/components/gateways/callback/callback-form";
import { PingButton } from "@/components/gateways/callback/ping-button";
import { RotateSecret } from "@/components/gateways/callback/rotate-secret";
import { SecretDatesList } from "@/components/gateways/callback/secret-dates";
import { SwitchOff, SwitchOn } from "@/components/gateways/callback/switch-callback";
import { GatewayFrame } from "@/components/gateways/gateway-frame";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { Banner } from "@/components/ui/banner";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { capped } from "@/components/words/counts";
import { NO_CALLBACK_URL } from "@/components/words/gateways";
import { requireUser } from "@/lib/auth/sessions/current";
import { env } from "@/lib/core/env";
import { redactTarget } from "@/lib/core/text/redaction";
import { mayReplay } from "@/lib/delivery/commands";
import { listSecretDates } from "@/lib/gateways/signing-secrets";
import { HEALTH_COUNT_MAX } from "@/lib/insights/types";
import { mayAdministerAll } from "@/lib/tenants/rules";
import { gatewayOfPage, gatewayTitle } from "../one-gateway";

type Props = { params: Promise<{ id: string }> };

export const generateMetadata = ({ params }: Props): Promise<Metadata> => gatewayTitle(params, "Callback");

export default async function GatewayCallbackPage({ params }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/gateways/${id}/callback`);
  const { gateway, health } = await gatewayOfPage(scope, id);
  const secrets = await listSecretDates(scope, id);
  const admin = mayAdministerAll(scope);
  const { callbackUrl, callbackOffAt, callbackOffReason } = gateway;
  const callable = callbackUrl !== null && callbackOffAt === null;
  return (
    <GatewayFrame gateway={gateway} health={health} current="callback" publicUrl={env().PUBLIC_URL}>
      <LiveRefresh topics={["gateway"]} id={id} />
      {callbackOffAt && (
        <Banner
          tone="problem"
          icon="ban"
          title={
            <>
              Switched off since <Time value={callbackOffAt} />
            </>
          }
        >
          <p>
            <Untrusted>{callbackOffReason ?? ""}</Untrusted>
          </p>
          <p>Countersign sends nothing and gave up the callbacks it owed. Send them again once it is on.</p>
        </Banner>
      )}
      <Section
        id="callback"
        title="Callback"
        description="Countersign sends decisions to this URL. It signs each callback and retries for three days, until the gateway acknowledges it."
        actions={admin && callable && <SwitchOff gatewayId={id} />}
      >
        <Card>
          {admin ? (
            <div className="flex flex-col gap-4">
              <CallbackForm
                key={callbackUrl}
                gatewayId={id}
                url={callbackUrl}
                owed={owedWords(health.owed)}
              />
              {callbackOffAt && <SwitchOn gatewayId={id} />}
            </div>
          ) : (
            <div className="flex flex-col gap-1 text-sm">
              {callbackUrl ? <Untrusted mono>{redactTarget(callbackUrl)}</Untrusted> : NO_CALLBACK_URL}
              <span className="text-xs text-fg-muted">Only administrators of all tenants change this.</span>
            </div>
          )}
        </Card>
      </Section>
      {callable && mayReplay(scope) && (
        <Section
          id="ping"
          title="Test"
          description="Sends a signed test.ping now and shows the request as sent and the response. Any 2xx response will do."
        >
          <PingButton gatewayId={id} />
        </Section>
      )}
      <Section
        id="secret"
        title="Signing secret"
        description="Countersign signs callbacks with this secret (Standard Webhooks), so that the gateway can reject forged ones. Countersign shows it once, when you create it. If you lose it, create a new one."
      >
        <SecretDatesList secrets={secrets} />
        {admin && (
          <div>
            <RotateSecret gatewayId={id} />
          </div>
        )}
      </Section>
    </GatewayFrame>
  );
}

function owedWords(owed: number): string {
  if (owed === 0) return "Nothing is owed at the moment.";
  return `${capped(owed, HEALTH_COUNT_MAX, "callback is", "callbacks are")} owed. Countersign sends them to a new address at once; on the same origin, those with a path of their own keep it. Without an address it gives them up.`;
}
