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
import { CALLBACK } from "@/components/words/gateways";
import { requireUser } from "@/lib/auth/sessions/current";
import { env } from "@/lib/core/env";
import { redactTarget } from "@/lib/core/text/redaction";
import { changeCallback, ping } from "@/lib/delivery/actions";
import { mayReplay } from "@/lib/delivery/commands";
import { rotateSecret, turnCallback } from "@/lib/gateways/actions";
import { listSecretDates } from "@/lib/gateways/signing-secrets";
import { HEALTH_COUNT_MAX } from "@/lib/insights/types";
import { mayAdministerAll } from "@/lib/tenants/rules";
import { gatewayOfPage } from "../one-gateway";

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { title: CALLBACK.title };

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
              {CALLBACK.offTitle} {CALLBACK.offSince} <Time value={callbackOffAt} />
            </>
          }
        >
          <p>
            <Untrusted>{callbackOffReason ?? ""}</Untrusted>
          </p>
          <p>{CALLBACK.offNote}</p>
        </Banner>
      )}
      <Section
        id="callback"
        title={CALLBACK.title}
        description={CALLBACK.description}
        actions={admin && callable && <SwitchOff gatewayId={id} turn={turnCallback} />}
      >
        <Card>
          {admin ? (
            <div className="flex flex-col gap-4">
              <CallbackForm
                key={callbackUrl}
                gatewayId={id}
                url={callbackUrl}
                owed={CALLBACK.owed(health.owed, HEALTH_COUNT_MAX)}
                change={changeCallback}
              />
              {callbackOffAt && <SwitchOn gatewayId={id} turn={turnCallback} />}
            </div>
          ) : (
            <div className="flex flex-col gap-1 text-sm">
              {callbackUrl ? <Untrusted mono>{redactTarget(callbackUrl)}</Untrusted> : CALLBACK.none}
              <span className="text-xs text-fg-muted">{CALLBACK.readOnly}</span>
            </div>
          )}
        </Card>
      </Section>
      {callable && mayReplay(scope) && (
        <Section id="ping" title={CALLBACK.pingTitle} description={CALLBACK.pingNote}>
          <PingButton gatewayId={id} ping={ping} />
        </Section>
      )}
      <Section id="secret" title={CALLBACK.secret} description={CALLBACK.secretNote}>
        <SecretDatesList secrets={secrets} />
        {admin && (
          <div>
            <RotateSecret gatewayId={id} rotate={rotateSecret} />
          </div>
        )}
      </Section>
    </GatewayFrame>
  );
}
