import { TextField } from "@/components/ui/field";
import { FilterForm } from "@/components/ui/filter-form";
import { Choice } from "@/components/ui/list/choice";
import { ExportMenu } from "@/components/ui/list/export-menu";
import { FilterChips } from "@/components/ui/list/filter-chips";
import { FilterFold } from "@/components/ui/list/filter-fold";
import { SearchField } from "@/components/ui/search-field";
import { TabLinks } from "@/components/ui/tab-links";
import {
  EXPORT,
  FEEDBACK,
  FILTERS,
  SEVERITY_WORDS,
  STATE_WORDS,
  VIEW_WORDS,
} from "@/components/words/feedback";
import { exportQuery, type InboxFilterName, inboxQuery, narrowing } from "@/lib/feedback/inbox/rules";
import { INBOX_VIEWS, type InboxFilter, type InboxPage } from "@/lib/feedback/inbox/types";
import { ISSUE_STATES, SEVERITIES } from "@/lib/feedback/types";

function hrefOf(filter: InboxFilter): string {
  return `/feedback${inboxQuery({ ...filter, cursor: undefined })}`;
}

function shownValue(name: InboxFilterName, filter: InboxFilter): string | undefined {
  if (name === "severity" && filter.severity) return SEVERITY_WORDS[filter.severity];
  return name === "state" && filter.state ? STATE_WORDS[filter.state] : undefined;
}

function Filters({ filter, choices }: { filter: InboxFilter; choices: InboxPage["choices"] }) {
  const values = (all: readonly string[]) => all.map((value) => ({ value }));
  return (
    <FilterForm action="/feedback" label={FILTERS.label} keep={["view"]}>
      <SearchField label={FILTERS.search} placeholder={FILTERS.placeholder} defaultValue={filter.q} />
      <FilterFold
        label={FILTERS.more}
        initiallyOpen={narrowing(filter).some(({ name }) => name !== "q" && name !== "tool")}
      >
        <div className="grid grid-cols-2 gap-2.5 rounded-card border border-border bg-bg p-3">
          <Choice
            name="severity"
            label={FILTERS.severity}
            any={FILTERS.any}
            options={SEVERITIES.map((value) => ({ value, label: SEVERITY_WORDS[value] }))}
            chosen={filter.severity}
          />
          <Choice
            name="state"
            label={FILTERS.state}
            any={FILTERS.any}
            options={ISSUE_STATES.map((value) => ({ value, label: STATE_WORDS[value] }))}
            chosen={filter.state}
          />
          <Choice
            name="tool"
            label={FILTERS.tool}
            any={FILTERS.any}
            options={values(choices.tools)}
            chosen={filter.tool}
          />
          <Choice
            name="agent"
            label={FILTERS.agent}
            any={FILTERS.any}
            options={values(choices.agents)}
            chosen={filter.agent}
          />
          <Choice
            name="tenant"
            label={FILTERS.tenant}
            any={FILTERS.any}
            options={values(choices.tenants)}
            chosen={filter.tenant}
          />
          <span className="max-sm:hidden" />
          <TextField
            type="date"
            name="since"
            label={FILTERS.since}
            defaultValue={filter.since?.slice(0, 10)}
          />
          <TextField
            type="date"
            name="until"
            label={FILTERS.until}
            defaultValue={filter.until?.slice(0, 10)}
          />
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
    href: hrefOf({ ...filter, view, state: undefined, severity: undefined }),
    label: VIEW_WORDS[view],
    count: page.counts[view],
    current: view === filter.view,
  }));
  const chips = narrowing(filter).map(({ name, value }) => ({
    name,
    value,
    label: FILTERS[name],
    shown: shownValue(name, filter),
    href: hrefOf({ ...filter, [name]: undefined }),
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
      <FilterChips chips={chips} remove={FILTERS.remove} />
    </div>
  );
}
