import type { Metadata } from "next";
import { AttemptList } from "@/components/notifications/attempt-list";
import { NotificationFacts } from "@/components/notifications/notification-facts";
import { StopKind } from "@/components/notifications/stop-kind";
import { ButtonLink } from "@/components/ui/button-link";
import { Page, PageHead, Section } from "@/components/ui/page";
import { KIND_WORDS } from "@/components/words/notifications";
import { requireUser } from "@/lib/auth/sessions/current";
import { getNotification } from "@/lib/notifications/queries";
import { orNotFound } from "../../lookup";

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { title: "Notification" };

/** One notification: why its recipient gets it, and what came of it. */
export default async function NotificationPage({ params }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/notifications/${id}`);
  const one = await orNotFound(getNotification(scope, id));
  return (
    <Page>
      <PageHead
        title={KIND_WORDS[one.kind].name}
        crumbs={[{ href: one.isOwn ? "/notifications" : "/notifications?view=all", label: "Notifications" }]}
        description={one.isOwn ? one.why : "Why this recipient was chosen, and what came of it."}
        actions={one.call && <ButtonLink href={`/approvals/${one.call.id}`}>Open the call</ButtonLink>}
      />
      <NotificationFacts one={one} />
      {one.isOn !== null && <StopKind kind={one.kind} channel={one.channel} isOn={one.isOn} />}
      <Section id="attempts" title="Attempts">
        <AttemptList rows={one.attempts} />
      </Section>
    </Page>
  );
}
