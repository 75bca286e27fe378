import type { Metadata } from "next";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { NoSuggestions } from "@/components/signals/suggestions/no-suggestions";
import { OneSuggestion } from "@/components/signals/suggestions/one-suggestion";
import { SuggestionFilters } from "@/components/signals/suggestions/suggestion-filters";
import { ToolsTabs } from "@/components/tools/tools-tabs";
import { ButtonLink } from "@/components/ui/button-link";
import { ListDownload } from "@/components/ui/list/list-download";
import { ListFrame } from "@/components/ui/list/list-frame";
import { Page, PageHead } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import { suggestionList } from "@/lib/signals/suggestions/list";
import { listReRatings, listSuggestions } from "@/lib/signals/suggestions/queries";
import { SUGGESTION_JUDGES } from "@/lib/signals/suggestions/types";
import { listTenants } from "@/lib/tenants/queries";
import { listToolChoices } from "@/lib/tools/catalogue/queries";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Suggestions" };

// Each suggestion takes several lines, so pages stay short.
const ON_A_PAGE = 25;

export default async function SuggestionsPage({ searchParams }: Props) {
  const scope = await requireUser("/tools/suggestions");
  const { filter, problems } = suggestionList.parse(await searchParams);
  const [tenants, choices] = await Promise.all([listTenants(scope), listToolChoices(scope)]);
  const tenant = tenants.find(({ key }) => key === filter.tenant);
  const page = await listSuggestions(scope, filter, tenant ? [tenant.id] : undefined, ON_A_PAGE);
  const offers = await listReRatings(scope, page.rows);
  const mayJudge = SUGGESTION_JUDGES.some((role) => role === scope.actor.role);
  return (
    <Page>
      <LiveRefresh topics={["tool"]} />
      <PageHead
        crumbs={[{ href: "/tools", label: "Tools" }]}
        title="Suggestions"
        description="Ideas for better tools, from how agents use them. Nothing changes until you change it."
        actions={
          <>
            <ListDownload
              id="export-suggestions"
              rows={["suggestion", "suggestions"]}
              hrefOf={(format) =>
                suggestionList.link(filter, {}, `/tools/suggestions/export?format=${format}`)
              }
            />
            <ButtonLink href="/docs/better-tools#suggestions">How they are made</ButtonLink>
          </>
        }
      />
      <ToolsTabs current="suggestions" />
      <ListFrame
        problems={problems}
        filters={
          <SuggestionFilters filter={filter} counts={page.counts} choices={choices} tenants={tenants} />
        }
        empty={page.rows.length === 0 && <NoSuggestions filter={filter} />}
        list={suggestionList}
        filter={filter}
        nextCursor={page.nextCursor}
        label="Pages of suggestions"
        newest="First page"
        older="More suggestions"
      >
        <ul aria-label="Suggestions">
          {page.rows.map((suggestion) => (
            <OneSuggestion
              key={suggestion.id}
              suggestion={suggestion}
              mayJudge={mayJudge}
              offer={offers.get(suggestion.id)}
            />
          ))}
        </ul>
      </ListFrame>
    </Page>
  );
}
