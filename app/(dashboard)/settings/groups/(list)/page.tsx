import type { Metadata } from "next";
import { PeopleForbidden } from "@/components/people/forbidden";
import { CreateGroup } from "@/components/people/groups/create-group";
import { GroupList } from "@/components/people/groups/group-list";
import { ShortPolicies } from "@/components/people/short-policies";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { SettingsTabs } from "@/components/shell/settings-tabs";
import { Page, PageHead, Section } from "@/components/ui/page";
import { listShortPolicies } from "@/lib/approvals/deciders/short-policies";
import { listGroups } from "@/lib/auth/groups/queries";
import { listDeciders } from "@/lib/auth/people/deciders";
import { requireUser } from "@/lib/auth/sessions/current";
import { findPoliciesOfGroups } from "@/lib/policies/groups";
import { mayAdministerAll } from "@/lib/tenants/rules";

export const metadata: Metadata = { title: "Groups" };

export default async function GroupsPage() {
  const scope = await requireUser("/settings/groups");
  const { role } = scope.actor;
  if (!mayAdministerAll(scope))
    return (
      <PeopleForbidden role={role} part="groups" title="Only administrators of all tenants manage groups" />
    );
  const [groups, policies, people, short] = await Promise.all([
    listGroups(scope),
    findPoliciesOfGroups(scope),
    listDeciders(scope),
    listShortPolicies(scope),
  ]);
  const create = <CreateGroup people={people} />;
  return (
    <Page>
      <LiveRefresh topics={["user", "policy"]} />
      <PageHead title="Settings" />
      <SettingsTabs current="groups" administers="all" />
      <ShortPolicies title="Too few people can decide calls of these policies" short={short} />
      <Section
        title="Groups"
        description="People that policies can name together. Members at the time of a decision can decide the call."
        actions={groups.length > 0 && create}
      >
        <GroupList
          rows={groups.map((group) => ({ ...group, policies: policies.get(group.name) ?? [] }))}
          create={create}
        />
      </Section>
    </Page>
  );
}
