import type { ReactNode } from "react";
import { type SettingsPart, SettingsTabs } from "@/components/shell/settings-tabs";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Card, Page, PageHead } from "@/components/ui/page";

const OF_PEOPLE = "Your account cannot see or change other people. You can change your own profile.";
const OF_CHANNELS = "What you are notified of, and where, you choose in your profile.";

/** What users see who are not administrators of all tenants. */
export function PeopleForbidden({
  role,
  part,
  title,
  children = part === "notifications" ? OF_CHANNELS : OF_PEOPLE,
}: {
  role: string;
  part: SettingsPart;
  title: string;
  children?: ReactNode;
}) {
  return (
    <Page>
      <PageHead title="Settings" />
      <SettingsTabs current={part} administers={role === "admin" ? "some" : null} />
      <Card>
        <EmptyState
          icon="shield"
          title={title}
          action={<ButtonLink href="/settings/profile">Your profile</ButtonLink>}
        >
          {children}
        </EmptyState>
      </Card>
    </Page>
  );
}
