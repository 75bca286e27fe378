import { type SettingsPart, SettingsTabs } from "@/components/shell/settings-tabs";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Card, Page, PageHead } from "@/components/ui/page";
import { SETTINGS } from "@/components/words/settings";

/** What somebody sees who is no administrator of all tenants. */
export function PeopleForbidden({ role, part, title }: { role: string; part: SettingsPart; title: string }) {
  return (
    <Page>
      <PageHead title={SETTINGS.title} />
      <SettingsTabs current={part} role={role} />
      <Card>
        <EmptyState
          icon="shield"
          title={title}
          action={<ButtonLink href="/settings/profile">Your profile</ButtonLink>}
        >
          Your account cannot see or change other people. Your own profile is yours to change.
        </EmptyState>
      </Card>
    </Page>
  );
}
