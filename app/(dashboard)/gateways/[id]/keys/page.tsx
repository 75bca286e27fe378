import type { Metadata } from "next";
import { GatewayFrame } from "@/components/gateways/gateway-frame";
import { CreateKey } from "@/components/gateways/keys/create-key";
import { KeyList } from "@/components/gateways/keys/key-list";
import { RevokeKey } from "@/components/gateways/keys/revoke-key";
import { RotateKey } from "@/components/gateways/keys/rotate-key";
import { ReadOften } from "@/components/gateways/read-often";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { Section } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import { env } from "@/lib/core/env";
import { listKeys } from "@/lib/gateways/queries";
import { mayAdministerAll } from "@/lib/tenants/rules";
import { gatewayOfPage, gatewayTitle } from "../one-gateway";

type Props = { params: Promise<{ id: string }> };

export const generateMetadata = ({ params }: Props): Promise<Metadata> => gatewayTitle(params, "Keys");

export default async function GatewayKeysPage({ params }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/gateways/${id}/keys`);
  const { gateway, health } = await gatewayOfPage(scope, id);
  const keys = await listKeys(scope, id);
  const admin = mayAdministerAll(scope);
  const publicUrl = env().PUBLIC_URL;
  return (
    <GatewayFrame gateway={gateway} health={health} current="keys" publicUrl={publicUrl}>
      <LiveRefresh topics={["gateway"]} id={id} />
      <ReadOften />
      <Section
        id="keys"
        title="Keys"
        description="The gateway sends a key with each request. A key covers some of its tenants, is shown once, when you create it (replace one that is lost), and stops working within a second of being revoked or expiring."
        actions={
          admin && (
            <CreateKey gatewayId={id} tenants={gateway.tenants.map(({ key }) => key)} publicUrl={publicUrl} />
          )
        }
      >
        <KeyList
          keys={keys}
          now={new Date()}
          mayMake={admin}
          acts={(key, state) =>
            admin && (
              <>
                <RotateKey
                  keyId={key.id}
                  prefix={key.prefix}
                  tenant={key.tenants[0]?.key ?? ""}
                  publicUrl={publicUrl}
                  available={state === "active"}
                />
                {(state === "active" || state === "ending") && (
                  <RevokeKey keyId={key.id} prefix={key.prefix} />
                )}
              </>
            )
          }
        />
      </Section>
    </GatewayFrame>
  );
}
