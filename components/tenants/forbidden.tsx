import { SettingsTabs } from "@/components/shell/settings-tabs";
import { EmptyState } from "@/components/ui/empty-state";
import { Card, Page, PageHead } from "@/components/ui/page";
import { SETTINGS } from "@/components/words/settings";
import { TENANTS } from "@/components/words/tenants";

/** What somebody sees who is no administrator. */
export function TenantsForbidden({ role }: { role: string }) {
  return (
    <Page>
      <PageHead title={SETTINGS.title} />
      <SettingsTabs current="tenants" role={role} />
      <Card>
        <EmptyState icon="shield" title={TENANTS.forbidden}>
          {TENANTS.forbiddenText}
        </EmptyState>
      </Card>
    </Page>
  );
}
