import { TextField } from "@/components/ui/field";
import { FilterForm } from "@/components/ui/filter-form";
import { Choice } from "@/components/ui/list/choice";
import { FilterChips } from "@/components/ui/list/filter-chips";
import { FilterFold } from "@/components/ui/list/filter-fold";
import { NarrowFilters } from "@/components/ui/narrow-filters";
import { SearchField } from "@/components/ui/search-field";
import {
  CLASS_CHOICE_WORDS,
  FILTER_WORDS,
  FILTERS,
  OUTCOME_WORDS,
  WITHIN_WORDS,
} from "@/components/words/rationales";
import { type LogFilterName, logQuery, narrowing, spanOf, withinByDefault } from "@/lib/calls/log/rules";
import { type LogChoices, type LogFilter, WITHIN } from "@/lib/calls/log/types";
import { CLASS_CHOICES, OUTCOMES } from "@/lib/calls/types";

// Open in the first row; the others stand behind a button.
const MORE: readonly LogFilterName[] = [
  "provider",
  "outcome",
  "gateway",
  "tenant",
  "session",
  "rationale",
  "since",
  "until",
];

const plain = (values: readonly string[]) => values.map((value) => ({ value }));

function shownValue(filter: LogFilter, name: LogFilterName): string | undefined {
  if (name === "class" && filter.class) return CLASS_CHOICE_WORDS[filter.class];
  if (name === "outcome" && filter.outcome) return OUTCOME_WORDS[filter.outcome];
  if (name === "within" && filter.within) return WITHIN_WORDS[filter.within];
  return name === "rationale" ? FILTERS.missing : undefined;
}

function MoreFilters({ filter, choices }: { filter: LogFilter; choices: LogChoices }) {
  const { any } = FILTERS;
  return (
    <div className="grid gap-2.5 rounded-card border border-border bg-surface p-3 sm:grid-cols-2 lg:grid-cols-4">
      <Choice
        name="outcome"
        label={FILTER_WORDS.outcome}
        any={any}
        options={OUTCOMES.map((value) => ({ value, label: OUTCOME_WORDS[value] }))}
        chosen={filter.outcome}
      />
      <Choice
        name="provider"
        label={FILTER_WORDS.provider}
        any={any}
        options={plain(choices.providers)}
        chosen={filter.provider}
      />
      <Choice
        name="gateway"
        label={FILTER_WORDS.gateway}
        any={any}
        options={plain(choices.gateways)}
        chosen={filter.gateway}
      />
      <Choice
        name="tenant"
        label={FILTER_WORDS.tenant}
        any={any}
        options={plain(choices.tenants)}
        chosen={filter.tenant}
      />
      <TextField
        name="session"
        label={FILTER_WORDS.session}
        defaultValue={filter.session}
        autoComplete="off"
      />
      <Choice
        name="rationale"
        label={FILTER_WORDS.rationale}
        any={any}
        options={[{ value: "missing", label: FILTERS.missing }]}
        chosen={filter.rationale}
      />
      <TextField
        type="date"
        name="since"
        label={FILTER_WORDS.since}
        defaultValue={filter.since?.slice(0, 10)}
      />
      <TextField
        type="date"
        name="until"
        label={FILTER_WORDS.until}
        defaultValue={filter.until?.slice(0, 10)}
      />
      {filter.approval && <input type="hidden" name="approval" value={filter.approval} />}
    </div>
  );
}

/** Search and filters of the log, kept in the address, and those that are set. */
export function LogFilters({ filter, choices }: { filter: LogFilter; choices: LogChoices }) {
  const { any } = FILTERS;
  const usual = withinByDefault(filter);
  const dated = spanOf(filter) === null;
  const chips = narrowing(filter).map(({ name, value }) => ({
    name,
    value,
    label: FILTER_WORDS[name],
    shown: shownValue(filter, name),
    href: `/rationales${logQuery({ ...filter, [name]: undefined, cursor: undefined })}`,
  }));
  return (
    <div className="flex flex-col gap-2">
      <FilterForm action="/rationales" label={FILTERS.label} className="max-sm:grid max-sm:grid-cols-2">
        <SearchField
          label={FILTERS.search}
          placeholder={FILTERS.placeholder}
          defaultValue={filter.q}
          className="max-sm:col-span-2"
        />
        <NarrowFilters anySet={chips.some(({ name }) => name !== "q" && name !== "session")}>
          <Choice
            name="tool"
            label={FILTER_WORDS.tool}
            any={any}
            options={plain(choices.tools)}
            chosen={filter.tool}
          />
          <Choice
            name="agent"
            label={FILTER_WORDS.agent}
            any={any}
            options={plain(choices.agents)}
            chosen={filter.agent}
          />
          <Choice
            name="class"
            label={FILTER_WORDS.class}
            any={any}
            options={CLASS_CHOICES.map((value) => ({ value, label: CLASS_CHOICE_WORDS[value] }))}
            chosen={filter.class}
          />
          <Choice
            name="within"
            label={FILTER_WORDS.within}
            any={dated ? FILTERS.dates : WITHIN_WORDS[usual]}
            options={WITHIN.filter((value) => value !== usual).map((value) => ({
              value,
              label: WITHIN_WORDS[value],
            }))}
            chosen={filter.within === usual ? undefined : filter.within}
            disabled={dated}
          />
          <FilterFold
            label={FILTERS.more}
            initiallyOpen={MORE.some((name) => name !== "session" && filter[name] !== undefined)}
          >
            <MoreFilters filter={filter} choices={choices} />
          </FilterFold>
        </NarrowFilters>
      </FilterForm>
      <FilterChips chips={chips} remove={FILTERS.remove} />
    </div>
  );
}
