import { SettingsTabs } from "@/components/shell/settings-tabs";
import { EmptyState } from "@/components/ui/empty-state";
import { Card, Page, PageHead } from "@/components/ui/page";
import { SETTINGS } from "@/components/words/settings";

/** What somebody sees who is no administrator. */
export function TenantsForbidden({ role }: { role: string }) {
  return (
    <Page>
      <PageHead title={SETTINGS.title} />
      <SettingsTabs current="tenants" role={role} />
      <Card>
        <EmptyState icon="shield" title="Tenants are set up by administrators">
          Your role cannot change or see these settings. Ask an administrator what holds for a tenant.
        </EmptyState>
      </Card>
    </Page>
  );
}
