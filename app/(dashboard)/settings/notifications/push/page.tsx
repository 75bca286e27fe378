import type { Metadata } from "next";
import { PushKeysCard } from "@/components/notifications/push/push-keys-card";
import { PushNeeds } from "@/components/notifications/push/push-needs";
import { TryDevices } from "@/components/notifications/push/try-devices";
import { PeopleForbidden } from "@/components/people/forbidden";
import { SettingsTabs } from "@/components/shell/settings-tabs";
import { Link } from "@/components/ui/link";
import { Card, Page, PageHead, Section } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import { getPushFacts } from "@/lib/channels/push/queries";
import { env } from "@/lib/core/env";

export const metadata: Metadata = { title: "Push notifications" };

export default async function PushSettingsPage() {
  const scope = await requireUser("/settings/notifications/push");
  const { role } = scope.actor;
  if (role !== "admin" || !scope.unlimited) {
    return (
      <PeopleForbidden
        role={role}
        part="notifications"
        title="Only administrators of all tenants set up push notifications"
      />
    );
  }
  const facts = await getPushFacts(scope);
  return (
    <Page>
      <PageHead
        crumbs={[{ href: "/settings/notifications", label: "Channels" }]}
        title="Push notifications"
        description="Phones and browsers learn of waiting calls while Countersign is closed (Web Push)."
      />
      <SettingsTabs current="notifications" administers="all" />
      <PushNeeds facts={facts} publicUrl={env().PUBLIC_URL} />
      <PushKeysCard facts={facts} />
      <Section id="test" title="Test">
        <Card className="flex flex-col gap-3 text-sm">
          <p className="text-fg-muted">
            Each person turns push on in{" "}
            <Link href="/settings/profile#push" className="text-accent underline underline-offset-2">
              their profile
            </Link>
            , once for each device.
          </p>
          <TryDevices />
        </Card>
      </Section>
    </Page>
  );
}
