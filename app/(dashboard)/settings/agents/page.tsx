import type { Metadata } from "next";
import { AgentList } from "@/components/people/agents/agent-list";
import { NameOwner } from "@/components/people/agents/name-owner";
import { PeopleForbidden } from "@/components/people/forbidden";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { SettingsTabs } from "@/components/shell/settings-tabs";
import { Page, PageHead, Section } from "@/components/ui/page";
import { listWhoMayOwn } from "@/lib/auth/people/deciders";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import { agentList } from "@/lib/insights/agents/list";
import { listAgents } from "@/lib/insights/agents/queries";
import { listTenants } from "@/lib/tenants/queries";
import { mayAdministerAll } from "@/lib/tenants/rules";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Agents" };

export default async function AgentsPage({ searchParams }: Props) {
  const scope = await requireUser("/settings/agents");
  const { role } = scope.actor;
  if (!mayAdministerAll(scope))
    return (
      <PeopleForbidden
        role={role}
        part="agents"
        title="Only administrators of all tenants say who owns an agent"
      />
    );
  const { filter, problems } = agentList.parse(await searchParams);
  const { view: owned, tenant, q, cursor } = filter;
  const [tenants, people, page] = await Promise.all([
    listTenants(scope),
    listWhoMayOwn(scope),
    listAgents(scope, { owned, tenant, q, cursor }),
  ]);
  const keys = tenants.map(({ key }) => key);
  // Only a complete list shows which names have no calls.
  const isWhole = agentList.query(filter) === "" && page.nextCursor === null;
  const called = page.rows.flatMap(({ agent, tenant: { key }, lastSeenAt }) =>
    lastSeenAt ? [{ agent, tenant: key }] : [],
  );
  const add = keys.length > 0 && (
    <NameOwner tenants={keys} people={people} called={isWhole ? called : null} />
  );
  return (
    <Page>
      <LiveRefresh topics={["user"]} />
      <PageHead title="Settings" />
      <SettingsTabs current="agents" administers="all" />
      <Section
        title="Agents"
        description="Agents by the names that their calls carry, and who owns them. A policy can keep the owner of an agent from deciding its calls."
        actions={add}
      >
        <AgentList {...page} filter={filter} problems={problems} tenants={keys} people={people} />
      </Section>
    </Page>
  );
}
