import { Choice } from "@/components/ui/list/choice";
import { plainOptions } from "@/components/ui/list/choice-options";
import { fieldsOf } from "@/components/ui/list/filter-field";
import { FilterForm } from "@/components/ui/list/filter-form";
import { TabLinks } from "@/components/ui/tab-links";
import { type ReviewFilter, reviewList } from "@/lib/approvals/reviews/list";
import { REVIEW_STATES, type ReviewState } from "@/lib/approvals/reviews/types";

const KINDS = [
  { value: "break_glass", label: "Break-glass" },
  { value: "sample", label: "Samples" },
];

const STATE_WORDS: Record<ReviewState, string> = { open: "Open", closed: "Closed" };

/** Filters of reviews: state, kind, and tenant if there are several. */
export function ReviewFilters({
  filter,
  open,
  tenants,
}: {
  filter: ReviewFilter;
  /** Number of open reviews. */
  open: number;
  tenants: readonly { key: string }[];
}) {
  const field = fieldsOf(filter, { tenant: "Tenant", kind: "Kind" });
  return (
    <div className="flex flex-col gap-3">
      <TabLinks
        label="Views of the reviews"
        items={REVIEW_STATES.map((view) => ({
          href: reviewList.link(filter, { view }),
          label: STATE_WORDS[view],
          count: view === "open" ? open : undefined,
          current: filter.view === view,
        }))}
      />
      <FilterForm action={reviewList.path} label="Filter reviews" views={REVIEW_STATES}>
        <Choice {...field("kind")} any="Both kinds" options={KINDS} first />
        {tenants.length > 1 || filter.tenant !== undefined ? (
          <Choice
            {...field("tenant")}
            any="All tenants"
            options={plainOptions(tenants.map(({ key }) => key))}
          />
        ) : null}
      </FilterForm>
    </div>
  );
}
