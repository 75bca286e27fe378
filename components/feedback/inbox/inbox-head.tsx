import { Choice, plainOptions } from "@/components/ui/list/choice";
import { ExportMenu } from "@/components/ui/list/export-menu";
import { FilterChips } from "@/components/ui/list/filter-chips";
import { FilterDay, fieldsOf } from "@/components/ui/list/filter-field";
import { FilterFold } from "@/components/ui/list/filter-fold";
import { FilterForm } from "@/components/ui/list/filter-form";
import { SearchField } from "@/components/ui/list/search-field";
import { TabLinks } from "@/components/ui/tab-links";
import {
  EXPORT,
  FEEDBACK,
  FILTERS,
  SEVERITY_WORDS,
  STATE_WORDS,
  VIEW_WORDS,
} from "@/components/words/feedback";
import { type InboxFilter, type InboxFilterName, inboxList } from "@/lib/feedback/inbox/list";
import { exportQuery } from "@/lib/feedback/inbox/rules";
import { INBOX_VIEWS, type InboxPage } from "@/lib/feedback/inbox/types";
import { ISSUE_STATES, type IssueState, SEVERITIES, type SeverityWord } from "@/lib/feedback/types";

function shownValue(name: InboxFilterName, value: string): string | undefined {
  if (name === "severity") return SEVERITY_WORDS[value as SeverityWord];
  return name === "state" ? STATE_WORDS[value as IssueState] : undefined;
}

function Filters({ filter, choices }: { filter: InboxFilter; choices: InboxPage["choices"] }) {
  const field = fieldsOf(filter, FILTERS);
  const { any } = FILTERS;
  return (
    <FilterForm action="/feedback" label={FILTERS.label} views={INBOX_VIEWS}>
      <SearchField label={FILTERS.search} placeholder={FILTERS.placeholder} defaultValue={filter.q} />
      <FilterFold
        label={FILTERS.more}
        initiallyOpen={inboxList.chips(filter).some(({ name }) => name !== "q" && name !== "tool")}
      >
        <div className="grid grid-cols-2 gap-2.5 rounded-card border border-border bg-bg p-3">
          <Choice
            {...field("severity")}
            any={any}
            options={SEVERITIES.map((value) => ({ value, label: SEVERITY_WORDS[value] }))}
          />
          <Choice
            {...field("state")}
            any={any}
            options={ISSUE_STATES.map((value) => ({ value, label: STATE_WORDS[value] }))}
          />
          <Choice {...field("tool")} any={any} options={plainOptions(choices.tools)} />
          <Choice {...field("agent")} any={any} options={plainOptions(choices.agents)} />
          <Choice {...field("tenant")} any={any} options={plainOptions(choices.tenants)} />
          <span className="max-sm:hidden" />
          <FilterDay {...field("since")} />
          <FilterDay {...field("until")} />
        </div>
      </FilterFold>
    </FilterForm>
  );
}

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
  const file = (format: "csv" | "ndjson") => `/api/v1/feedback?${exportQuery(filter, format)}`;
  return (
    <div className="flex flex-col gap-2 border-border border-b px-3.5 pt-3 pb-2.5">
      <div className="flex items-center justify-between gap-2">
        <Heading className="font-bold text-[15px]">{FEEDBACK.title}</Heading>
        <ExportMenu
          id="export-feedback"
          label={EXPORT.label}
          note={EXPORT.note}
          files={[
            { href: file("csv"), label: EXPORT.csv },
            { href: file("ndjson"), label: EXPORT.ndjson },
          ]}
        />
      </div>
      <TabLinks label={FEEDBACK.views} items={views} />
      <Filters filter={filter} choices={page.choices} />
      <FilterChips
        chips={inboxList.chips(filter)}
        labels={FILTERS}
        shown={shownValue}
        remove={FILTERS.remove}
      />
    </div>
  );
}
