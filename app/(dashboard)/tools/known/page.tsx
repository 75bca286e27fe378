import type { Metadata } from "next";
import { KnownBlock } from "@/components/tools/known/known-block";
import { KnownFilters } from "@/components/tools/known/known-filters";
import { Page, PageHead } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import { env } from "@/lib/core/env";
import { listToolChoices } from "@/lib/tools/catalogue/queries";
import { knownToolsJson, knownToolsText, listKnownTools } from "@/lib/tools/known";
import { knownToolsQuery } from "@/lib/tools/schema";
import { KNOWN_BUDGET } from "@/lib/tools/types";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const metadata: Metadata = { title: "What agents are told" };

/** The wire's own parameters, member by member: what makes no sense falls back. */
function parsed(params: Record<string, string | string[] | undefined>) {
  const { shape } = knownToolsQuery;
  const or = <T,>(result: { success: true; data: T } | { success: false }, otherwise: T) =>
    result.success ? result.data : otherwise;
  return {
    budget: or(shape.budget.safeParse(params.budget || undefined), KNOWN_BUDGET.default),
    format: or(shape.format.safeParse(params.format || undefined), "text" as const),
    provider: or(shape.provider.safeParse(params.provider || undefined), undefined),
    gateway: or(shape.gateway.safeParse(params.gateway || undefined), undefined),
  };
}

export default async function KnownToolsPage({ searchParams }: Props) {
  const scope = await requireUser("/tools/known");
  const asked = parsed(await searchParams);
  const choices = await listToolChoices(scope);
  // An address may name a gateway of before; then all are meant.
  const gateway = choices.gateways.find((name) => name === asked.gateway);
  const query = { ...asked, gateway };
  const tools = await listKnownTools(scope, query);
  const text = (query.format === "json" ? knownToolsJson : knownToolsText)(tools, query.budget);
  return (
    <Page>
      <PageHead
        crumbs={[{ href: "/tools", label: "Tools" }]}
        title="What agents are told"
        description="The block of known tools for a prompt: types, choices and required parameters, within a budget of characters. When the budget is small, details are dropped first, then tools."
      />
      <KnownFilters query={query} choices={choices} limits={KNOWN_BUDGET} />
      <KnownBlock text={text} tools={tools.length} query={query} publicUrl={env().PUBLIC_URL} />
    </Page>
  );
}
