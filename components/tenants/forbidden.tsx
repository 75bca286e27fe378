import { SettingsTabs } from "@/components/shell/settings-tabs";
import { EmptyState } from "@/components/ui/empty-state";
import { Card, Page, PageHead } from "@/components/ui/page";

/** Shown to users who are not administrators. */
export function TenantsForbidden() {
  return (
    <Page>
      <PageHead title="Settings" />
      <SettingsTabs current="tenants" administers={null} />
      <Card>
        <EmptyState icon="shield" title="Tenants are set up by administrators">
          Your role cannot see or change these settings. Ask an administrator which settings apply to a
          tenant.
        </EmptyState>
      </Card>
    </Page>
  );
}
