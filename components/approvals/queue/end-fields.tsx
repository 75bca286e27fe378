import { Choice } from "@/components/ui/list/choice";
import { FilterDay, fieldsOf } from "@/components/ui/list/filter-field";
import { FILTER_VALUES, FILTER_WORDS } from "@/components/words/approvals/queue";
import type { QueueFilter } from "@/lib/approvals/queue/list";

const optionsOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([value, label]) => ({ value, label }));

// Set by links only; the form keeps them.
const KEPT = ["provider", "unnamed", "asked", "by"] as const;

/** Filters on how and when a call ended, for lists with decided calls. */
export function EndFields({ filter }: { filter: QueueFilter }) {
  const field = fieldsOf(filter, FILTER_WORDS);
  const kept = KEPT.map((name) =>
    filter[name] ? <input key={name} type="hidden" name={name} value={filter[name]} /> : null,
  );
  if (filter.view !== "decided") return kept;
  return (
    <>
      {kept}
      <Choice {...field("decision")} any="Any" options={optionsOf(FILTER_VALUES.decision)} />
      <Choice {...field("pace")} any="Any" options={optionsOf(FILTER_VALUES.pace)} />
      <Choice {...field("edited")} any="Any" options={optionsOf(FILTER_VALUES.edited)} />
      <FilterDay {...field("since")} />
      <FilterDay {...field("until")} />
    </>
  );
}
