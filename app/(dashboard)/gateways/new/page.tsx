import type { Metadata } from "next";
import { RegisterGateway } from "@/components/gateways/list/register-gateway";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Page, PageHead } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import { TENANTS_NAMED } from "@/lib/gateways/types";
import { listTenants } from "@/lib/tenants/queries";
import { mayAdministerAll } from "@/lib/tenants/rules";

export const metadata: Metadata = { title: "Register a gateway" };

export default async function NewGatewayPage() {
  const scope = await requireUser("/gateways/new");
  if (!mayAdministerAll(scope)) {
    return (
      <Page>
        <EmptyState
          icon="shield"
          title="Administrators of all tenants register gateways"
          action={<ButtonLink href="/gateways">Back to the gateways</ButtonLink>}
        >
          A gateway's callback URL receives the decisions of every tenant it serves. Ask an administrator of
          all tenants.
        </EmptyState>
      </Page>
    );
  }
  const tenants = await listTenants(scope);
  return (
    <Page>
      <PageHead title="Register a gateway" crumbs={[{ href: "/gateways", label: "Gateways" }]} />
      <RegisterGateway tenants={tenants.slice(0, TENANTS_NAMED).map(({ key }) => key)} />
    </Page>
  );
}
