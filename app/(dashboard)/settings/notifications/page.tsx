import type { Metadata } from "next";
import { ChannelCards } from "@/components/notifications/channel-cards";
import { PeopleForbidden } from "@/components/people/forbidden";
import { administersOf } from "@/components/shell/destinations";
import { SettingsTabs } from "@/components/shell/settings-tabs";
import { ButtonLink } from "@/components/ui/button-link";
import { Page, PageHead } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import { channelsSetUp } from "@/lib/channels/set-up";
import { getChannelHealth } from "@/lib/notifications/queries";

export const metadata: Metadata = { title: "Channels" };

/** The channels over which people are notified, how each is doing, and where it is set up. */
export default async function ChannelsPage() {
  const scope = await requireUser("/settings/notifications");
  const { role } = scope.actor;
  if (role !== "admin")
    return <PeopleForbidden role={role} part="notifications" title="Only administrators set up channels" />;
  const [setUp, health] = await Promise.all([channelsSetUp(), getChannelHealth(scope)]);
  return (
    <Page>
      <PageHead
        title="Settings"
        actions={<ButtonLink href="/notifications?view=all">What was sent</ButtonLink>}
      />
      <SettingsTabs current="notifications" administers={administersOf(scope)} />
      <p className="-mt-2 max-w-[75ch] text-fg-muted text-sm">
        How people learn of waiting calls while no tab is open. Each person chooses what they get where;
        destinations are shared channels of a tenant or a group.
      </p>
      <ChannelCards health={health} setUp={[...setUp]} all={scope.unlimited} />
    </Page>
  );
}
