import type { Metadata } from "next";
import { NotificationFilters } from "@/components/notifications/notification-filters";
import { NotificationList } from "@/components/notifications/notification-list";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { ButtonLink } from "@/components/ui/button-link";
import { ListEmpty } from "@/components/ui/list/list-empty";
import { ListFrame } from "@/components/ui/list/list-frame";
import { Page, PageHead } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import { notificationList } from "@/lib/notifications/list";
import { listNotifications } from "@/lib/notifications/queries";
import { listTenants } from "@/lib/tenants/queries";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsPage({ searchParams }: Props) {
  const scope = await requireUser("/notifications");
  const { filter, problems } = notificationList.parse(await searchParams);
  const admin = scope.actor.role === "admin";
  const [tenants, page] = await Promise.all([listTenants(scope), listNotifications(scope, filter)]);
  return (
    <Page>
      <LiveRefresh topics={["delivery"]} />
      <PageHead
        title="Notifications"
        description="What was sent outside this console, and why something was not."
        actions={<ButtonLink href="/settings/profile/notifications">Your settings</ButtonLink>}
      />
      <ListFrame
        problems={problems}
        filters={<NotificationFilters filter={filter} tenants={tenants} admin={admin} />}
        empty={
          page.rows.length === 0 && (
            <ListEmpty
              filtered={notificationList.isNarrowed(filter) || filter.cursor !== undefined}
              match={{ title: "No notification here", text: "No notification matches this filter." }}
              none={{
                icon: "bell",
                title: "Nothing was sent yet",
                text: "Notifications by e-mail, Slack, phone and webhook are listed here for 90 days, also those that were held or not sent.",
              }}
              clear={{ href: notificationList.link({ view: filter.view }), label: "All notifications" }}
            />
          )
        }
        list={notificationList}
        filter={filter}
        nextCursor={page.nextCursor}
        label="Pages of notifications"
      >
        <NotificationList rows={page.rows} />
      </ListFrame>
    </Page>
  );
}
