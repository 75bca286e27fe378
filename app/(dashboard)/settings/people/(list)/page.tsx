import type { Metadata } from "next";
import { PeopleForbidden } from "@/components/people/forbidden";
import { Invitations } from "@/components/people/invitations";
import { Invite } from "@/components/people/invite";
import { PeopleList } from "@/components/people/people-list";
import { ShortPolicies } from "@/components/people/short-policies";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { SettingsTabs } from "@/components/shell/settings-tabs";
import { Card, Page, PageHead, Section } from "@/components/ui/page";
import { listShortPolicies } from "@/lib/approvals/deciders/short-policies";
import { listRushes } from "@/lib/approvals/rushes";
import { listInvitations } from "@/lib/auth/people/links";
import { peopleList } from "@/lib/auth/people/list";
import { listPeople } from "@/lib/auth/people/queries";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import { listTenants } from "@/lib/tenants/queries";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "People" };

const TOPICS = ["user", "policy"];

export default async function PeoplePage({ searchParams }: Props) {
  const scope = await requireUser("/settings/people");
  const { role, id } = scope.actor;
  if (role !== "admin" || !scope.unlimited) {
    return (
      <PeopleForbidden role={role} part="people" title="Only administrators of all tenants manage people" />
    );
  }
  const { filter, problems } = peopleList.parse(await searchParams);
  const [page, rushes, invitations, tenants, short] = await Promise.all([
    listPeople(scope, filter),
    listRushes(scope),
    listInvitations(scope),
    listTenants(scope),
    listShortPolicies(scope),
  ]);
  const choices = tenants.map(({ key, name }) => ({ key, name }));
  const invite = <Invite tenants={choices} />;
  return (
    <Page>
      <LiveRefresh topics={TOPICS} />
      <PageHead title="Settings" />
      <SettingsTabs current="people" administers="all" />
      <ShortPolicies title="Too few people can decide calls of these policies" short={short} />
      <Section title="People" description="Who can sign in, as what, and for which tenants." actions={invite}>
        <PeopleList
          {...page}
          rushes={rushes}
          filter={filter}
          problems={problems}
          tenants={choices}
          viewerId={id}
          invite={invite}
        />
      </Section>
      {invitations.length > 0 && (
        <Section id="invitations" title="Open invitations" description="Links that have not been used yet.">
          <Card flush>
            <Invitations rows={invitations} />
          </Card>
        </Section>
      )}
    </Page>
  );
}
