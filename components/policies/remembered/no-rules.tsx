import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { type RuleFilter, ruleList } from "@/lib/approvals/remembered/list";

/** Why there are no rules. */
export function NoRules({ filter }: { filter: RuleFilter }) {
  if (ruleList.isNarrowed(filter) || filter.cursor !== undefined)
    return (
      <EmptyState
        icon="filter"
        title="No rule here"
        action={
          <Link
            href={ruleList.link({ view: filter.view })}
            className="inline-flex min-h-6 items-center text-accent text-sm hover:underline max-sm:min-h-12"
          >
            Rules of all tenants
          </Link>
        }
      >
        The tenant has no remembered rules in this view.
      </EmptyState>
    );
  if (filter.view === "ended")
    return (
      <EmptyState icon="clock" title="No rule has ended yet">
        A rule that is revoked, expired or used up stays here with who made it and how often it was used.
      </EmptyState>
    );
  return (
    <EmptyState icon="check" title="Nothing is remembered">
      Approvers can make a rule when they approve a call: on the call’s page, choose ⋯, then “Approve and
      remember…”. Similar calls then pass, up to a number of times and until a set time.
    </EmptyState>
  );
}
