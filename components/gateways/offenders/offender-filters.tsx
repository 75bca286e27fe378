import { Choice } from "@/components/ui/list/choice";
import { plainOptions } from "@/components/ui/list/choice-options";
import { FilterChips } from "@/components/ui/list/filter-chips";
import { FilterText, fieldsOf } from "@/components/ui/list/filter-field";
import { FilterForm } from "@/components/ui/list/filter-form";
import { FilterMenu } from "@/components/ui/list/filter-menu";
import { TabLinks } from "@/components/ui/tab-links";
import { type OffenderFilter, offenderList } from "@/lib/intake/offenders/list";
import { OFFENDER_VIEWS, OFFENDERS_COUNTED, type OffenderView } from "@/lib/intake/offenders/types";

const VIEW_WORDS: Record<OffenderView, string> = {
  unresolved: "Unresolved",
  resolved: "Resolved",
  all: "All",
};

const LABELS = { agent: "Agent", gateway: "Gateway", tenant: "Tenant" };

/** Filters of callers: unresolved or resolved, agent, gateway and, if there are several, tenant. */
export function OffenderFilters({
  filter,
  unresolved,
  tenants,
}: {
  filter: OffenderFilter;
  /** Number of unresolved callers, up to OFFENDERS_COUNTED. */
  unresolved: number;
  tenants: readonly { key: string }[];
}) {
  const field = fieldsOf(filter, LABELS);
  const chips = offenderList.chips(filter);
  return (
    <div className="flex flex-col gap-3">
      <TabLinks
        label="Views of the callers"
        items={OFFENDER_VIEWS.map((view) => ({
          href: offenderList.link(filter, { view }),
          label: VIEW_WORDS[view],
          count:
            view === "unresolved"
              ? unresolved >= OFFENDERS_COUNTED
                ? `${OFFENDERS_COUNTED.toLocaleString("en")}+`
                : unresolved
              : undefined,
          current: filter.view === view,
        }))}
      />
      <FilterForm action={offenderList.path} label="Filter callers" views={OFFENDER_VIEWS}>
        <FilterMenu count={chips.length}>
          <FilterText {...field("agent")} />
          <FilterText {...field("gateway")} />
          {tenants.length > 1 || filter.tenant !== undefined ? (
            <Choice
              {...field("tenant")}
              any="All tenants"
              options={plainOptions(tenants.map(({ key }) => key))}
            />
          ) : null}
        </FilterMenu>
      </FilterForm>
      <FilterChips chips={chips} labels={LABELS} />
    </div>
  );
}
