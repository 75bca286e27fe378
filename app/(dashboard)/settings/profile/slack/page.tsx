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
import { findProof } from "@/lib/auth/passkeys/proof";
import type { Proof } from "@/lib/auth/passkeys/types";
import { requireUser } from "@/lib/auth/sessions/current";
import { LINK_MINUTES, readLinkToken } from "@/lib/channels/slack/link-token";
import { getOwnSlack, isLinkUsed } from "@/lib/channels/slack/queries";
import type { LinkedSlack, SlackMember } from "@/lib/channels/slack/types";

export const metadata: Metadata = { title: "Your Slack account" };

type Props = { searchParams: Promise<{ token?: string | string[] }> };

export default async function OwnSlackPage({ searchParams }: Props) {
  const { token } = await searchParams;
  const given = typeof token === "string" ? token : null;
  const path = "/settings/profile/slack";
  const scope = await requireUser(given === null ? path : `${path}?token=${encodeURIComponent(given)}`);
  const linked = await getOwnSlack(scope);
  const link = given === null ? null : readLinkToken(given);
  const member = link?.member;
  const isSame = member && linked?.slackUserId === member.slackUserId && linked.teamId === member.teamId;
  const isUsed = link !== null && !isSame && (await isLinkUsed(scope, link.id));
  const offer = given !== null && member && !isSame && !isUsed ? { token: given, member } : null;
  return (
    <Page>
      <PageHead
        crumbs={[{ href: "/settings/profile", label: "Your profile" }]}
        title="Your Slack account"
        description="Countersign writes to it, and knows by it who presses a button in Slack."
      />
      <SettingsTabs current="profile" administers={administersOf(scope)} />
      {given !== null && <LinkState state={!link ? "over" : isUsed ? "used" : isSame ? "linked" : "open"} />}
      {offer && (
        <Offer
          {...offer}
          email={scope.actor.email}
          replaces={linked !== null}
          proof={await findProof(scope)}
        />
      )}
      {(linked || !offer) && <Card>{linked ? <Linked account={linked} /> : <NotLinked />}</Card>}
    </Page>
  );
}

function LinkState({ state }: { state: "over" | "used" | "linked" | "open" }) {
  switch (state) {
    case "open":
      return null;
    case "linked":
      return <Banner title="This Slack account is linked already">Nothing is left to do.</Banner>;
    case "over":
    case "used":
      return (
        <Banner tone="problem" title={state === "over" ? "This link is over" : "This link was used before"}>
          It works {state === "over" ? `for ${LINK_MINUTES} minutes` : "once"}. Type <Code>/countersign</Code>{" "}
          in Slack for a new one.
        </Banner>
      );
  }
}

function Offer({
  member: { name, team, slackUserId },
  token,
  email,
  replaces,
  proof,
}: {
  member: SlackMember;
  token: string;
  email: string;
  replaces: boolean;
  proof: Proof;
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
      <LinkAccount token={token} proof={proof} />
    </Card>
  );
}

function Linked({ account: { name, slackUserId, linkedAt } }: { account: LinkedSlack }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1 wrap-anywhere">
        <p>
          Linked to <Untrusted>{name}</Untrusted> (<Untrusted mono>{slackUserId}</Untrusted>) since{" "}
          <Time value={linkedAt} form="date" />.
        </p>
        <p className="text-fg-muted">
          Signing out keeps it linked. A new password unlinks it. So does signing out all other browsers, if
          it was linked in another browser.
        </p>
      </div>
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
