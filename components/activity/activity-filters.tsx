import { Link } from "@/components/ui/link";
import { Choice } from "@/components/ui/list/choice";
import type { ChoiceOption } from "@/components/ui/list/choice-options";
import { FilterChips } from "@/components/ui/list/filter-chips";
import { FilterDay, fieldsOf } from "@/components/ui/list/filter-field";
import { FilterForm } from "@/components/ui/list/filter-form";
import { FilterMenu } from "@/components/ui/list/filter-menu";
import { ACTION_GROUPS } from "@/components/words/activity-groups";
import { type TrailFilter, trailList } from "@/lib/insights/trail/list";
import type { ActivityActor, ChainOwner } from "@/lib/insights/trail/types";
import { INSTALLATION } from "@/lib/insights/trail/types";

const LABELS = {
  actor: "Who",
  action: "What",
  tenant: "Tenant",
  since: "From",
  until: "Until",
  subject: "Subject",
};

export function ActivityFilters({
  filter,
  actors,
  chains,
}: {
  filter: TrailFilter;
  actors: readonly ActivityActor[];
  chains: readonly ChainOwner[];
}) {
  const { actor, subject } = filter;
  // What concerns one thing is said below.
  const chips = trailList.chips(filter).filter(({ name }) => name !== "subject");
  const options: Partial<Record<string, readonly ChoiceOption[]>> = {
    actor: actorOptions(actors, actor),
    action: ACTION_GROUPS,
    tenant: chains.map(chainOption),
  };
  const field = fieldsOf(filter, LABELS);
  return (
    <div className="flex flex-col gap-2">
      <FilterForm action={trailList.path} label="Filter the activity">
        <FilterMenu count={chips.length}>
          <Choice {...field("actor")} any="Anybody" options={actorOptions(actors, actor)} />
          <Choice {...field("action")} any="Anything" options={ACTION_GROUPS} />
          {chains.length > 1 && (
            <Choice {...field("tenant")} any="Every tenant" options={chains.map(chainOption)} />
          )}
          <FilterDay {...field("since")} />
          <FilterDay {...field("until")} />
        </FilterMenu>
        {subject && <input type="hidden" name="subject" value={subject} />}
      </FilterForm>
      <FilterChips
        chips={chips}
        labels={LABELS}
        shown={(name, value) => options[name]?.find((option) => option.value === value)?.label}
      />
      {subject && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-fg-muted">
          Only what concerns one thing: <code className="mono wrap-anywhere">{subject}</code>
          <Link
            href={trailList.link(filter, { subject: undefined })}
            className="inline-flex min-h-6 items-center text-accent hover:underline max-sm:min-h-12"
          >
            Show everything
          </Link>
        </p>
      )}
    </div>
  );
}

/** Keeps the selected actor among the options, even if no recent row has it. */
function actorOptions(actors: readonly ActivityActor[], chosen: string | undefined): ChoiceOption[] {
  const options = actors.map(({ value, name }) => ({ value, label: name }));
  if (chosen === undefined || actors.some(({ value }) => value === chosen)) return options;
  return [{ value: chosen, label: chosen.replace(/^system:/, "") }, ...options];
}

function chainOption(owner: ChainOwner): ChoiceOption {
  if (owner === null) return { value: INSTALLATION, label: "Installation" };
  return { value: owner.key, label: owner.removed ? `${owner.key} (deleted)` : owner.key };
}
