import { SaveView } from "@/components/saved-views/saved-view";
import { Choice } from "@/components/ui/list/choice";
import { countedOptions, plainOptions, withCount } from "@/components/ui/list/choice-options";
import { FilterChips } from "@/components/ui/list/filter-chips";
import { FilterDay, type FilterField, FilterText, fieldsOf } from "@/components/ui/list/filter-field";
import { FilterForm } from "@/components/ui/list/filter-form";
import { FilterMenu } from "@/components/ui/list/filter-menu";
import { SearchField } from "@/components/ui/list/search-field";
import {
  ATTEMPT_WORDS,
  CLASS_CHOICE_WORDS,
  OUTCOME_WORDS,
  RAN_ON_WORDS,
  WITHIN_WORDS,
} from "@/components/words/rationales";
import { saveLogView } from "@/lib/calls/log/actions";
import { callList, type LogFilter } from "@/lib/calls/log/list";
import { type LogFilterName, spanOf, withinByDefault } from "@/lib/calls/log/rules";
import { type LogAround, type LogChoices, WITHIN, type Within } from "@/lib/calls/log/types";
import { outcomesOf } from "@/lib/calls/rules";
import {
  ATTEMPT_CHOICES,
  type AttemptChoice,
  CLASS_CHOICES,
  type ClassChoice,
  OUTCOMES,
  type Outcome,
  RAN_ON,
  type RanOn,
} from "@/lib/calls/types";
import { revealedText } from "@/lib/core/text/reveal";
import { dayText } from "./span";

const LABELS: Record<LogFilterName, string> = {
  q: "Words",
  search: "Search",
  similar: "Like a call",
  tool: "Tool",
  provider: "Provider",
  class: "Outcome",
  outcome: "Exact outcome",
  agent: "Agent",
  model: "Model",
  method: "Method",
  session: "Session",
  gateway: "Gateway",
  tenant: "Tenant",
  approval: "Approval",
  axis: "Boundary axis",
  rationale: "Rationale",
  spot: "Hot-spot",
  sent: "Value sent",
  attempt: "Attempt",
  next: "Next tool",
  purpose: "Made for",
  held: "Held",
  ran_on: "Without a person",
  intent: "Intent",
  within: "Time",
  since: "From (UTC)",
  until: "to (UTC)",
};

const SEARCH_WORDS = "Similar wording";

function shownValue(name: LogFilterName, value: string, intentName: string | null): string | undefined {
  if (name === "intent") return intentName === null ? undefined : revealedText(intentName);
  if (name === "held") return "Waited for a person";
  if (name === "class") return CLASS_CHOICE_WORDS[value as ClassChoice];
  if (name === "outcome") return OUTCOME_WORDS[value as Outcome];
  if (name === "within") return WITHIN_WORDS[value as Within];
  if (name === "attempt") return ATTEMPT_WORDS[value as AttemptChoice];
  if (name === "ran_on") return RAN_ON_WORDS[value as RanOn];
  if (name === "purpose") return "Something else than described";
  if (name === "search") return SEARCH_WORDS;
  if (name === "similar") return "Says nearly the same";
  return name === "rationale" ? "Missing only" : undefined;
}

type Fields = { field: (name: LogFilterName) => FilterField; choices: LogChoices };

// Set by links of other pages, never typed.
const KEPT = [
  "approval",
  "similar",
  "spot",
  "sent",
  "next",
  "purpose",
  "held",
  "intent",
] as const satisfies readonly LogFilterName[];

function MoreFilters({ field, choices, hidden }: Fields & { hidden: LogFilter }) {
  return (
    <>
      <Choice
        {...field("outcome")}
        any="Any"
        options={OUTCOMES.map((value) => ({
          value,
          label: withCount(OUTCOME_WORDS[value], choices.outcomes[value] ?? 0),
        }))}
      />
      <Choice {...field("provider")} any="Any" options={plainOptions(choices.providers)} />
      <Choice {...field("model")} any="Any" options={countedOptions(choices.models)} />
      <Choice {...field("gateway")} any="Any" options={countedOptions(choices.gateways)} />
      <Choice {...field("tenant")} any="Any" options={countedOptions(choices.tenants)} />
      <FilterText {...field("session")} />
      <FilterText {...field("axis")} />
      <FilterText {...field("method")} />
      <Choice
        {...field("attempt")}
        any="Any"
        options={ATTEMPT_CHOICES.map((value) => ({ value, label: ATTEMPT_WORDS[value] }))}
      />
      <Choice
        {...field("rationale")}
        any="Any"
        options={[{ value: "missing", label: withCount("Missing only", choices.missing) }]}
      />
      <Choice
        {...field("ran_on")}
        any="Any"
        options={RAN_ON.map((value) => ({ value, label: RAN_ON_WORDS[value] }))}
      />
      <FilterDay {...field("since")} />
      <FilterDay {...field("until")} />
      {KEPT.map(
        (name) => hidden[name] && <input key={name} type="hidden" name={name} value={hidden[name]} />,
      )}
    </>
  );
}

function SpanChoice({ field, filter }: Pick<Fields, "field"> & { filter: LogFilter }) {
  const usual = withinByDefault(filter);
  const dated = spanOf(filter) === null;
  return (
    <Choice
      {...field("within")}
      value={filter.within === usual ? undefined : filter.within}
      any={dated ? "Your dates" : WITHIN_WORDS[usual]}
      options={WITHIN.filter((value) => value !== usual).map((value) => ({
        value,
        label: WITHIN_WORDS[value],
      }))}
      disabled={dated}
    />
  );
}

/** Search and filters of the log, kept in the address, and those that are set. */
export function LogFilters({
  filter,
  around,
  intentName,
  now,
}: {
  filter: LogFilter;
  around: LogAround;
  intentName: string | null;
  now: Date;
}) {
  const { choices, saved } = around;
  const field = fieldsOf(filter, LABELS);
  const chips = callList.chips(filter);
  return (
    <div className="flex flex-col gap-2">
      <FilterForm action={callList.path} label="Filter calls" className="max-sm:grid max-sm:grid-cols-2">
        <SearchField
          label="Search rationales"
          placeholder="Words of the rationale"
          defaultValue={filter.q}
          className="max-sm:col-span-2"
        />
        <Choice
          {...field("search")}
          hideLabel
          any="By these words"
          options={[{ value: "wording", label: SEARCH_WORDS }]}
          className="max-sm:col-span-2"
        />
        <FilterMenu count={chips.filter(({ name }) => name !== "q").length}>
          <Choice {...field("tool")} any="Any" options={countedOptions(choices.tools)} />
          <Choice {...field("agent")} any="Any" options={countedOptions(choices.agents)} />
          <Choice
            {...field("class")}
            any="Any"
            options={CLASS_CHOICES.map((value) => ({
              value,
              label: withCount(
                CLASS_CHOICE_WORDS[value],
                outcomesOf(value).reduce((sum, one) => sum + (choices.outcomes[one] ?? 0), 0),
              ),
            }))}
          />
          <SpanChoice field={field} filter={filter} />
          <p className="text-fg-muted text-xs sm:col-span-2">
            Counts: all calls from {dayText(choices.from, now)} to {dayText(choices.to, now)} (UTC), other
            filters aside.
          </p>
          <MoreFilters field={field} choices={choices} hidden={filter} />
        </FilterMenu>
      </FilterForm>
      <FilterChips chips={chips} labels={LABELS} shown={(name, value) => shownValue(name, value, intentName)}>
        {saved ? null : (
          <li>
            <SaveView query={callList.query(filter)} save={saveLogView} counts={null} />
          </li>
        )}
      </FilterChips>
    </div>
  );
}
