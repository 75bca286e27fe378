import type { Metadata } from "next";
import { PeopleForbidden } from "@/components/people/forbidden";
import { Invitations } from "@/components/people/invitations";
import { Invite } from "@/components/people/invite";
import { PeopleList } from "@/components/people/people-list";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { SettingsTabs } from "@/components/shell/settings-tabs";
import { Card, Page, PageHead, Section } from "@/components/ui/page";
import { INVITE, PEOPLE } from "@/components/words/people";
import { SETTINGS } from "@/components/words/settings";
import { inviteAction, renewInvitationAction, revokeLinkAction } from "@/lib/auth/people/actions";
import { listInvitations } from "@/lib/auth/people/links";
import { peopleList } from "@/lib/auth/people/list";
import { listPeople } from "@/lib/auth/people/queries";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import { listTenants } from "@/lib/tenants/queries";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: PEOPLE.title };

const TOPICS = ["user"];

export default async function PeoplePage({ searchParams }: Props) {
  const scope = await requireUser("/settings/people");
  const { role, id } = scope.actor;
  if (role !== "admin" || !scope.unlimited) {
    return <PeopleForbidden role={role} part="people" title={PEOPLE.forbidden} />;
  }
  const { filter, problems } = peopleList.parse(await searchParams);
  const [page, invitations, tenants] = await Promise.all([
    listPeople(scope, filter),
    listInvitations(scope),
    listTenants(scope),
  ]);
  const choices = tenants.map(({ key, name }) => ({ key, name }));
  const invite = <Invite invite={inviteAction} tenants={choices} />;
  return (
    <Page>
      <LiveRefresh topics={TOPICS} />
      <PageHead title={SETTINGS.title} />
      <SettingsTabs current="people" role={role} />
      <Section title={PEOPLE.title} description={PEOPLE.description} actions={invite}>
        <PeopleList
          {...page}
          filter={filter}
          problems={problems}
          tenants={choices}
          viewerId={id}
          invite={invite}
        />
      </Section>
      {invitations.length > 0 && (
        <Section id="invitations" title={INVITE.section} description={INVITE.sectionNote}>
          <Card flush>
            <Invitations rows={invitations} renew={renewInvitationAction} withdraw={revokeLinkAction} />
          </Card>
        </Section>
      )}
    </Page>
  );
}
