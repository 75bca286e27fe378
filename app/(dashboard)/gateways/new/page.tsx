import type { Metadata } from "next";
import { RegisterGateway } from "@/components/gateways/list/register-gateway";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Page, PageHead } from "@/components/ui/page";
import { GATEWAYS, REGISTER } from "@/components/words/gateways";
import { requireUser } from "@/lib/auth/sessions/current";
import { register } from "@/lib/gateways/actions";
import { TENANTS_NAMED } from "@/lib/gateways/types";
import { listTenants } from "@/lib/tenants/queries";
import { mayAdministerAll } from "@/lib/tenants/rules";

export const metadata: Metadata = { title: REGISTER.title };

export default async function NewGatewayPage() {
  const scope = await requireUser("/gateways/new");
  if (!mayAdministerAll(scope)) {
    return (
      <Page>
        <EmptyState
          icon="shield"
          title={REGISTER.forbidden}
          action={<ButtonLink href="/gateways">{GATEWAYS.back}</ButtonLink>}
        >
          {REGISTER.forbiddenText}
        </EmptyState>
      </Page>
    );
  }
  const tenants = await listTenants(scope);
  return (
    <Page>
      <PageHead title={REGISTER.title} crumbs={[{ href: "/gateways", label: GATEWAYS.title }]} />
      <RegisterGateway register={register} tenants={tenants.slice(0, TENANTS_NAMED).map(({ key }) => key)} />
    </Page>
  );
}
