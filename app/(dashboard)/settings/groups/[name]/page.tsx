import type { Metadata } from "next";
import { PeopleForbidden } from "@/components/people/forbidden";
import { DeleteGroup } from "@/components/people/groups/delete-group";
import { Description } from "@/components/people/groups/description";
import { Members } from "@/components/people/groups/members";
import { PoliciesOfGroup } from "@/components/people/groups/policies-of-group";
import { RotaSection } from "@/components/people/groups/rota";
import { ShortPolicies } from "@/components/people/short-policies";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { Page, PageHead } from "@/components/ui/page";
import { listShortPolicies } from "@/lib/approvals/deciders/short-policies";
import { getGroup } from "@/lib/auth/groups/queries";
import { listDeciders } from "@/lib/auth/people/deciders";
import { requireUser } from "@/lib/auth/sessions/current";
import { tabTitle } from "@/lib/core/text/tab-title";
import { findPoliciesOfGroups } from "@/lib/policies/groups";
import { mayAdministerAll } from "@/lib/tenants/rules";
import { orNotFound } from "../../../lookup";

type Props = { params: Promise<{ name: string }> };

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => ({
  title: tabTitle((await params).name),
});

export default async function GroupPage({ params }: Props) {
  const { name } = await params;
  const scope = await requireUser(`/settings/groups/${name}`);
  const { role } = scope.actor;
  if (!mayAdministerAll(scope))
    return (
      <PeopleForbidden role={role} part="groups" title="Only administrators of all tenants manage groups" />
    );
  const group = await orNotFound(getGroup(scope, name));
  const [named, people, short] = await Promise.all([
    findPoliciesOfGroups(scope),
    listDeciders(scope),
    listShortPolicies(scope),
  ]);
  const policies = named.get(name) ?? [];
  return (
    <Page>
      <LiveRefresh topics={["user", "policy"]} />
      <PageHead
        title={name}
        crumbs={[
          { href: "/settings", label: "Settings" },
          { href: "/settings/groups", label: "Groups" },
        ]}
        actions={<DeleteGroup name={name} policies={policies} />}
      />
      <ShortPolicies
        title="Too few people can decide calls of these policies"
        short={short.filter(({ policy }) => policies.includes(policy))}
      />
      <Members name={name} members={group.members} people={people} />
      <RotaSection key={JSON.stringify(group.rota)} name={name} rota={group.rota} members={group.members} />
      <PoliciesOfGroup policies={policies} />
      <Description name={name} description={group.description} />
    </Page>
  );
}
