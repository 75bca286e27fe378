import type { Metadata } from "next";
import { KnownBlock } from "@/components/tools/known/known-block";
import { KnownFilters } from "@/components/tools/known/known-filters";
import { ToolsTabs } from "@/components/tools/tools-tabs";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Page, PageHead } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import { env } from "@/lib/core/env";
import type { Search } from "@/lib/core/list/filters";
import { listToldTools } from "@/lib/signals/known-tools";
import { listTenants } from "@/lib/tenants/queries";
import { knownList } from "@/lib/tools/catalogue/list";
import { listToolChoices } from "@/lib/tools/catalogue/queries";
import { knownToolsJson, knownToolsText } from "@/lib/tools/known/rules";
import { KNOWN_BUDGET } from "@/lib/tools/types";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "What agents read" };

export default async function KnownToolsPage({ searchParams }: Props) {
  const scope = await requireUser("/tools/known");
  const { filter, problems } = knownList.parse(await searchParams);
  const [choices, tenants] = await Promise.all([listToolChoices(scope), listTenants(scope)]);
  // The address may name a former gateway. The page then shows all gateways.
  const gateway = choices.gateways.find((name) => name === filter.gateway);
  const tenant = tenants.find(({ key }) => key === filter.tenant);
  const query = {
    budget: KNOWN_BUDGET.default,
    format: "text" as const,
    ...filter,
    gateway,
    tenant: tenant?.key,
  };
  const tools = await listToldTools(scope, query, tenant?.id);
  const text = (query.format === "json" ? knownToolsJson : knownToolsText)(tools, query.budget);
  return (
    <Page>
      <PageHead
        crumbs={[{ href: "/tools", label: "Tools" }]}
        title="What agents read"
        description="The block of tools for an agent’s prompt."
        about={{
          what: "the block",
          text: "Types, choices and required parameters, recent health, and one tenant’s known problems with their workarounds. Useful and healthy tools come first. A small budget drops details first, then tools.",
        }}
      />
      <ToolsTabs current="known" />
      <ListNotice problems={problems} />
      <KnownFilters query={query} choices={choices} tenants={tenants} limits={KNOWN_BUDGET} />
      <KnownBlock text={text} tools={tools.length} query={query} publicUrl={env().PUBLIC_URL} />
    </Page>
  );
}
