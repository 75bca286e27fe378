import type { Metadata } from "next";
import { LinkAccount, UnlinkAccount } from "@/components/notifications/slack/link-account";
import { administersOf } from "@/components/shell/destinations";
import { SettingsTabs } from "@/components/shell/settings-tabs";
import { Banner } from "@/components/ui/banner";
import { EmptyState } from "@/components/ui/empty-state";
import { Card, DetailList, Page, PageHead } from "@/components/ui/page";
import { Code } from "@/components/ui/text/code";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { requireUser } from "@/lib/auth/sessions/current";
import { LINK_MINUTES, readLinkToken } from "@/lib/channels/slack/link-token";
import { getOwnSlack } from "@/lib/channels/slack/queries";
import type { LinkedSlack, SlackMember } from "@/lib/channels/slack/types";

export const metadata: Metadata = { title: "Your Slack account" };

type Props = { searchParams: Promise<{ token?: string | string[] }> };

export default async function OwnSlackPage({ searchParams }: Props) {
  const { token } = await searchParams;
  const given = typeof token === "string" ? token : null;
  const path = "/settings/profile/slack";
  const scope = await requireUser(given === null ? path : `${path}?token=${encodeURIComponent(given)}`);
  const linked = await getOwnSlack(scope);
  const member = given === null ? null : readLinkToken(given);
  const isSame =
    member !== null && linked?.slackUserId === member.slackUserId && linked.teamId === member.teamId;
  const offer = given !== null && member !== null && !isSame ? { token: given, member } : null;
  return (
    <Page>
      <PageHead
        crumbs={[{ href: "/settings/profile", label: "Your profile" }]}
        title="Your Slack account"
        description="Countersign writes to it, and knows by it who presses a button in Slack."
      />
      <SettingsTabs current="profile" administers={administersOf(scope)} />
      {given !== null && member === null && (
        <Banner tone="problem" title="This link is over">
          It works for {LINK_MINUTES} minutes. Type <Code>/countersign</Code> in Slack for a new one.
        </Banner>
      )}
      {offer && <Offer {...offer} email={scope.actor.email} replaces={linked !== null} />}
      {(linked || !offer) && <Card>{linked ? <Linked account={linked} /> : <NotLinked />}</Card>}
    </Page>
  );
}

function Offer({
  member: { name, team, slackUserId },
  token,
  email,
  replaces,
}: {
  member: SlackMember;
  token: string;
  email: string;
  replaces: boolean;
}) {
  return (
    <Card className="flex flex-col gap-3 text-sm">
      <DetailList
        items={[
          { term: "Slack account", value: <Untrusted>{name}</Untrusted> },
          { term: "Member ID", value: <Untrusted mono>{slackUserId}</Untrusted> },
          { term: "Workspace", value: <Untrusted>{team}</Untrusted> },
          { term: "Your account here", value: <Untrusted>{email}</Untrusted> },
        ]}
      />
      <Banner tone="problem" title="Link only your own Slack account">
        The owner of this Slack account can then decide calls as you. If another person sent you the link, do
        not press the button.
      </Banner>
      {replaces && <p>It replaces the account that is linked now.</p>}
      <LinkAccount token={token} />
    </Card>
  );
}

function Linked({ account: { name, slackUserId, linkedAt } }: { account: LinkedSlack }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <span className="min-w-0 flex-1 basis-64 wrap-anywhere">
        Linked to <Untrusted>{name}</Untrusted> (<Untrusted mono>{slackUserId}</Untrusted>) since{" "}
        <Time value={linkedAt} form="date" />.
      </span>
      <UnlinkAccount />
    </div>
  );
}

function NotLinked() {
  return (
    <EmptyState icon="link" title="No Slack account is linked">
      Type <Code>/countersign</Code> in Slack. Open the link that only you see there, and link the account on
      this page.
    </EmptyState>
  );
}
