import Link from "next/link";
import { SelectField, TextField } from "@/components/ui/field";
import { FilterForm } from "@/components/ui/filter-form";
import { NarrowFilters } from "@/components/ui/narrow-filters";
import { ACTIVITY } from "@/components/words/activity";
import { ACTION_GROUPS } from "@/components/words/activity-says";
import type { ActivityFilter } from "@/lib/insights/trail/schema";
import type { ActivityActor, ChainOwner } from "@/lib/insights/trail/types";
import { INSTALLATION } from "@/lib/insights/trail/types";
import { activityHref } from "./links";

/** The trail's filters, kept in the address. */
export function ActivityFilters({
  filter,
  days,
  actors,
  chains,
}: {
  filter: ActivityFilter;
  days: { since?: string; until?: string };
  actors: readonly ActivityActor[];
  chains: readonly ChainOwner[];
}) {
  const { actor, action, subject, tenant } = filter;
  return (
    <div className="flex flex-col gap-2">
      <FilterForm action="/activity" label={ACTIVITY.filter}>
        <NarrowFilters anySet={[actor, action, tenant, days.since, days.until].some(Boolean)}>
          <Choice name="actor" label={ACTIVITY.actor} any={ACTIVITY.anybody} value={actor} dataKey="filter">
            {known(actors, actor).map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Choice>
          <Choice name="action" label={ACTIVITY.action} any={ACTIVITY.anything} value={action}>
            {action && !ACTION_GROUPS.some(({ value }) => value === action) && (
              <option value={action}>{action}</option>
            )}
            {ACTION_GROUPS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Choice>
          {chains.length > 1 && (
            <Choice name="tenant" label={ACTIVITY.tenant} any={ACTIVITY.anyTenant} value={tenant}>
              {chains.map((owner) => (
                <option key={owner?.id ?? INSTALLATION} value={owner?.key ?? INSTALLATION}>
                  {owner === null
                    ? ACTIVITY.installation
                    : owner.removed
                      ? `${owner.key} (${ACTIVITY.removed})`
                      : owner.key}
                </option>
              ))}
            </Choice>
          )}
          <TextField
            name="since"
            label={ACTIVITY.since}
            type="date"
            defaultValue={days.since}
            className="max-sm:w-full"
          />
          <TextField
            name="until"
            label={ACTIVITY.until}
            type="date"
            defaultValue={days.until}
            className="max-sm:w-full"
          />
        </NarrowFilters>
        {subject && <input type="hidden" name="subject" value={subject} />}
      </FilterForm>
      {subject && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-fg-muted">
          {ACTIVITY.onlySubject}: <code className="mono wrap-anywhere">{subject}</code>
          <Link
            href={activityHref({ ...filter, ...days, subject: undefined })}
            className="inline-flex min-h-6 items-center text-accent hover:underline max-sm:min-h-12"
          >
            {ACTIVITY.allSubjects}
          </Link>
        </p>
      )}
    </div>
  );
}

/** The one that is chosen is among the choices, whatever the newest rows say. */
function known(actors: readonly ActivityActor[], chosen: string | undefined): readonly ActivityActor[] {
  if (chosen === undefined || actors.some(({ value }) => value === chosen)) return actors;
  return [{ value: chosen, kind: "", name: chosen.replace(/^system:/, "") }, ...actors];
}

function Choice({
  name,
  label,
  any,
  value,
  dataKey,
  children,
}: {
  name: string;
  label: string;
  any: string;
  value: string | undefined;
  dataKey?: string;
  children: React.ReactNode;
}) {
  return (
    <div className="w-44 max-sm:w-full">
      <SelectField name={name} label={label} defaultValue={value ?? ""} data-key={dataKey}>
        <option value="">{any}</option>
        {children}
      </SelectField>
    </div>
  );
}
