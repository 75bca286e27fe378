import { ButtonLink } from "@/components/ui/button-link";
import { Choice, plainOptions } from "@/components/ui/list/choice";
import { ExportMenu } from "@/components/ui/list/export-menu";
import { FilterChips } from "@/components/ui/list/filter-chips";
import { FilterDay, fieldsOf } from "@/components/ui/list/filter-field";
import { FilterFold } from "@/components/ui/list/filter-fold";
import { FilterForm } from "@/components/ui/list/filter-form";
import { SearchField } from "@/components/ui/list/search-field";
import { TabLinks } from "@/components/ui/tab-links";
import { SEVERITY_WORDS, STATE_WORDS, VIEW_WORDS } from "@/components/words/feedback";
import { type InboxFilter, type InboxFilterName, inboxList } from "@/lib/feedback/inbox/list";
import { exportQuery } from "@/lib/feedback/inbox/rules";
import { INBOX_VIEWS, type InboxPage } from "@/lib/feedback/inbox/types";
import { ISSUE_STATES, type IssueState, SEVERITIES, type SeverityWord } from "@/lib/feedback/types";

const LABELS: Record<InboxFilterName, string> = {
  q: "Text",
  tool: "Tool",
  severity: "Severity",
  state: "State",
  agent: "Agent",
  tenant: "Tenant",
  since: "Seen from (UTC)",
  until: "to (UTC)",
};

function shownValue(name: InboxFilterName, value: string): string | undefined {
  if (name === "severity") return SEVERITY_WORDS[value as SeverityWord];
  return name === "state" ? STATE_WORDS[value as IssueState] : undefined;
}

function Filters({ filter, choices }: { filter: InboxFilter; choices: InboxPage["choices"] }) {
  const field = fieldsOf(filter, LABELS);
  return (
    <FilterForm action="/feedback" label="Filter feedback" views={INBOX_VIEWS}>
      <SearchField
        label="Search all texts"
        placeholder="Words, part of an error, FB-12"
        defaultValue={filter.q}
      />
      <FilterFold
        label="Filters"
        initiallyOpen={inboxList.chips(filter).some(({ name }) => name !== "q" && name !== "tool")}
      >
        <div className="grid grid-cols-2 gap-2.5 rounded-card border border-border bg-bg p-3">
          <Choice
            {...field("severity")}
            any="Any"
            options={SEVERITIES.map((value) => ({ value, label: SEVERITY_WORDS[value] }))}
          />
          <Choice
            {...field("state")}
            any="Any"
            options={ISSUE_STATES.map((value) => ({ value, label: STATE_WORDS[value] }))}
          />
          <Choice {...field("tool")} any="Any" options={plainOptions(choices.tools)} />
          <Choice {...field("agent")} any="Any" options={plainOptions(choices.agents)} />
          <Choice {...field("tenant")} any="Any" options={plainOptions(choices.tenants)} />
          <span className="max-sm:hidden" />
          <FilterDay {...field("since")} />
          <FilterDay {...field("until")} />
        </div>
      </FilterFold>
    </FilterForm>
  );
}

/** The digest of the tenant that the list is narrowed to. */
const digestHref = ({ tenant }: InboxFilter) =>
  `/feedback/digest${tenant === undefined ? "" : `?${new URLSearchParams({ tenant })}`}`;

/** The list's title, its views, its search and filters, and those that are set. */
export function InboxHead({
  filter,
  page,
  heading: Heading,
}: {
  filter: InboxFilter;
  page: InboxPage;
  /** The page's own title where nothing else is, else a part's. */
  heading: "h1" | "h2";
}) {
  const views = INBOX_VIEWS.map((view) => ({
    href: inboxList.link(filter, { view, state: undefined, severity: undefined }),
    label: VIEW_WORDS[view],
    count: page.counts[view],
    current: view === filter.view,
  }));
  const file = (of: "issues" | "feedback", format: "csv" | "ndjson") =>
    `/api/v1/${of}?${exportQuery(filter, format)}`;
  return (
    <div className="flex flex-col gap-2 border-border border-b px-3.5 pt-3 pb-2.5">
      <div className="flex items-center justify-between gap-2">
        <Heading className="font-bold text-[15px]">Feedback</Heading>
        <span className="flex flex-wrap items-center justify-end gap-2">
          <ButtonLink href={digestHref(filter)} size="sm">
            Digest
          </ButtonLink>
          <ExportMenu
            id="export-feedback"
            label="Download"
            note="Every issue or report that matches the filters, up to the moment you click. Formulas become plain text."
            files={[
              { href: file("issues", "csv"), label: "Issues as CSV" },
              { href: file("issues", "ndjson"), label: "Issues as NDJSON" },
              { href: file("feedback", "csv"), label: "Reports as CSV" },
              { href: file("feedback", "ndjson"), label: "Reports as NDJSON" },
            ]}
          />
        </span>
      </div>
      <TabLinks label="Views" items={views} />
      <Filters filter={filter} choices={page.choices} />
      <FilterChips
        chips={inboxList.chips(filter)}
        labels={LABELS}
        shown={shownValue}
        remove={(name, value) => `Remove the filter ${name}: ${value}`}
      />
    </div>
  );
}
