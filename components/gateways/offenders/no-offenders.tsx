import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { type OffenderFilter, offenderList } from "@/lib/intake/offenders/list";

/** Why there is no caller to show. */
export function NoOffenders({ filter }: { filter: OffenderFilter }) {
  if (offenderList.isNarrowed(filter) || filter.cursor !== undefined)
    return (
      <EmptyState
        icon="filter"
        title="No caller matches"
        action={
          <Link
            href={offenderList.link({ view: filter.view })}
            className="inline-flex min-h-6 items-center text-accent text-sm hover:underline max-sm:min-h-12"
          >
            Clear the filters
          </Link>
        }
      >
        No caller in this view matches these filters.
      </EmptyState>
    );
  if (filter.view === "resolved")
    return (
      <EmptyState icon="message" title="No caller is resolved">
        A caller that left its rationale out is listed here from its next call with a rationale.
      </EmptyState>
    );
  return (
    <EmptyState icon="check" title="No caller leaves its rationale out">
      An agent that calls a tool without a rationale of 10 to 500 characters is listed here with its gateway
      until it sends one.{" "}
      {filter.view !== "all" && (
        <>
          Those that send one now are under{" "}
          <Link href={offenderList.link({ view: "resolved" })} className="text-accent hover:underline">
            Resolved
          </Link>
          .
        </>
      )}
    </EmptyState>
  );
}
