import type { Metadata } from "next";
import { Choices } from "@/components/notifications/choices";
import { Reached } from "@/components/notifications/reached";
import { ButtonLink } from "@/components/ui/button-link";
import { Page, PageHead } from "@/components/ui/page";
import { mayDecide } from "@/lib/approvals/rules";
import { requireUser } from "@/lib/auth/sessions/current";
import { getChoices } from "@/lib/notifications/preferences";
import { getOwnReach } from "@/lib/notifications/reach";

export const metadata: Metadata = { title: "Your notifications" };

export default async function OwnNotificationsPage() {
  const scope = await requireUser("/settings/profile/notifications");
  const [choices, reach] = await Promise.all([getChoices(scope), getOwnReach(scope)]);
  return (
    <Page>
      <PageHead
        title="Your notifications"
        crumbs={[{ href: "/settings/profile", label: "Your profile" }]}
        description="What reaches you while no tab is open."
        actions={<ButtonLink href="/notifications">What was sent to you</ButtonLink>}
      />
      <Reached reach={reach} admin={scope.actor.role === "admin" && scope.unlimited} />
      {!mayDecide(scope.actor.role) && (
        <p className="text-fg-muted text-sm">
          Your role decides no calls, so nothing about waiting calls is sent to you.
        </p>
      )}
      <Choices choices={choices} />
    </Page>
  );
}
