import type { Metadata } from "next";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { SettingsTabs } from "@/components/shell/settings-tabs";
import { CreateTenant } from "@/components/tenants/create-tenant";
import { TenantsForbidden } from "@/components/tenants/forbidden";
import { TenantList } from "@/components/tenants/tenant-list";
import { Page, PageHead, Section } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import { listTenantsAtWork } from "@/lib/insights/tenants";
import { tenantListQuery } from "@/lib/tenants/schema";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const metadata: Metadata = { title: "Tenants" };

export default async function TenantsPage({ searchParams }: Props) {
  const scope = await requireUser("/settings/tenants");
  if (scope.actor.role !== "admin") return <TenantsForbidden role={scope.actor.role} />;
  const filter = tenantListQuery.catch({}).parse(await searchParams);
  const page = await listTenantsAtWork(scope, filter);
  const create = scope.unlimited && <CreateTenant />;
  return (
    <Page>
      <LiveRefresh topics={["tenant", "gateway"]} />
      <PageHead title="Settings" />
      <SettingsTabs current="tenants" role={scope.actor.role} />
      <Section
        title="Tenants"
        description="A tenant is the organisation on whose behalf agents make calls. Each has its own settings, ratings and activity."
        actions={create}
      >
        <TenantList {...page} filter={filter} now={Date.now()} create={create} />
      </Section>
    </Page>
  );
}
