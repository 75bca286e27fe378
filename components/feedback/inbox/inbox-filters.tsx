import { Choice } from "@/components/ui/list/choice";
import { plainOptions } from "@/components/ui/list/choice-options";
import { FilterDay, FilterText, fieldsOf } from "@/components/ui/list/filter-field";
import { FilterForm } from "@/components/ui/list/filter-form";
import { FilterMenu } from "@/components/ui/list/filter-menu";
import { SearchField } from "@/components/ui/list/search-field";
import { ORDER_WORDS, SEVERITY_WORDS, STATE_WORDS } from "@/components/words/feedback";
import { type InboxFilter, type InboxFilterName, inboxList } from "@/lib/feedback/inbox/list";
import { INBOX_ORDERS, INBOX_VIEWS, type InboxOrder, type InboxPage } from "@/lib/feedback/inbox/types";
import { LABEL_MAX } from "@/lib/feedback/triage/types";
import { ISSUE_STATES, type IssueState, SEVERITIES, type SeverityWord } from "@/lib/feedback/types";

export const INBOX_LABELS: Record<InboxFilterName, string> = {
  q: "Text",
  tool: "Tool",
  severity: "Severity",
  state: "State",
  agent: "Agent",
  tenant: "Tenant",
  label: "Label",
  reported: "Reported",
  since: "Seen from (UTC)",
  until: "to (UTC)",
  sort: "Order",
};

// Not opened by a person, of an intent or a suggestion.
const REPORTED = "by agents";

/** The label of a value that has one. */
export function shownValue(name: InboxFilterName, value: string): string | undefined {
  if (name === "severity") return SEVERITY_WORDS[value as SeverityWord];
  if (name === "reported") return REPORTED;
  if (name === "sort") return ORDER_WORDS[value as InboxOrder];
  return name === "state" ? STATE_WORDS[value as IssueState] : undefined;
}

/** Search and filters of the issues, on the page at `path`. */
export function Filters({
  filter,
  choices,
  path = inboxList.path,
}: {
  filter: InboxFilter;
  choices: InboxPage["choices"];
  path?: string;
}) {
  const field = fieldsOf(filter, INBOX_LABELS);
  return (
    <FilterForm action={path} label="Filter feedback" views={INBOX_VIEWS}>
      <SearchField label="Search all texts" placeholder="Words, or FB-12" defaultValue={filter.q} />
      <FilterMenu count={inboxList.chips(filter).filter(({ name }) => name !== "q").length}>
        <Choice
          {...field("severity")}
          any="Any"
          options={SEVERITIES.map((value) => ({ value, label: SEVERITY_WORDS[value] }))}
        />
        {path === inboxList.path ? (
          <Choice
            {...field("state")}
            any="Any"
            options={ISSUE_STATES.map((value) => ({ value, label: STATE_WORDS[value] }))}
          />
        ) : null}
        <Choice {...field("tool")} any="Any" options={plainOptions(choices.tools)} />
        <Choice {...field("agent")} any="Any" options={plainOptions(choices.agents)} />
        <Choice {...field("tenant")} any="Any" options={plainOptions(choices.tenants)} />
        <FilterText {...field("label")} maxLength={LABEL_MAX} />
        {path === inboxList.path ? (
          <Choice
            {...field("sort")}
            any="Last seen"
            options={INBOX_ORDERS.map((value) => ({ value, label: ORDER_WORDS[value] }))}
          />
        ) : null}
        <Choice {...field("reported")} any="Any" options={[{ value: "yes", label: REPORTED }]} />
        <FilterDay {...field("since")} />
        <FilterDay {...field("until")} />
      </FilterMenu>
    </FilterForm>
  );
}
