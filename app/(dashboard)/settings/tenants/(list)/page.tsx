import type { Metadata } from "next";
import { administersOf } from "@/components/shell/destinations";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { SettingsTabs } from "@/components/shell/settings-tabs";
import { CreateTenant } from "@/components/tenants/create-tenant";
import { TenantsForbidden } from "@/components/tenants/forbidden";
import { TenantList } from "@/components/tenants/tenant-list";
import { Page, PageHead, Section } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import { listTenantsAtWork } from "@/lib/insights/tenants";
import { tenantList } from "@/lib/tenants/list";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Tenants" };

export default async function TenantsPage({ searchParams }: Props) {
  const scope = await requireUser("/settings/tenants");
  if (scope.actor.role !== "admin") return <TenantsForbidden />;
  const { filter, problems } = tenantList.parse(await searchParams);
  const page = await listTenantsAtWork(scope, filter);
  const create = scope.unlimited && <CreateTenant />;
  return (
    <Page>
      <LiveRefresh topics={["tenant", "gateway"]} />
      <PageHead title="Settings" />
      <SettingsTabs current="tenants" administers={administersOf(scope)} />
      <Section
        title="Tenants"
        description="A tenant is the organisation on whose behalf agents make calls. Each has its own settings, ratings and activity."
        actions={create}
      >
        <TenantList {...page} filter={filter} problems={problems} now={Date.now()} create={create} />
      </Section>
    </Page>
  );
}
