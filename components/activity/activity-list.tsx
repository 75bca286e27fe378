import { EmptyState } from "@/components/ui/empty-state";
import { Card } from "@/components/ui/page";
import { Pagination } from "@/components/ui/pagination";
import { Time } from "@/components/ui/time";
import type { ActivityRow, ChainOwner } from "@/lib/insights/trail/types";
import { type ActivityCells, ActivityTable } from "./activity-table";
import { RowDetails } from "./details";
import { activityHref } from "./links";
import { Sentence } from "./sentence";

type Address = Readonly<Record<string, string | undefined>>;

/** A page of the trail. */
export function ActivityList({
  rows,
  nextCursor,
  address,
  paged,
}: {
  rows: ActivityRow[];
  nextCursor: string | null;
  /** The filters as the address has them. */
  address: Address;
  /** Whether this is not the first page. */
  paged: boolean;
}) {
  const filtered = Object.values(address).some((value) => value !== undefined);
  return (
    <Card flush>
      <ActivityTable
        rows={rows.map(cellsOf)}
        empty={
          <EmptyState
            icon={filtered ? "search" : "list"}
            title={filtered ? "Nothing matches" : "Nothing has happened yet"}
          >
            {filtered
              ? "No row matches these filters. Choose another time, or clear them."
              : "Countersign records every decision, change of settings, new key and sign-in here for good, with who did it and when."}
          </EmptyState>
        }
      />
      <Pagination
        label="Pages of activity"
        newer={paged ? { href: activityHref(address), label: "Newest" } : null}
        older={nextCursor ? { href: activityHref(address, { cursor: nextCursor }), label: "Older" } : null}
      />
    </Card>
  );
}

function cellsOf(row: ActivityRow): ActivityCells {
  const details = JSON.parse(row.details) as Record<string, unknown>;
  return {
    id: `${row.tenantId}-${row.seq}`,
    at: <Time value={row.at} form="date-time" />,
    what: (
      <div className="flex min-w-0 flex-col gap-0.5">
        <Sentence row={row} details={details} />
        <RowDetails row={row} details={details} />
      </div>
    ),
    tenant: <Owner owner={row.owner} />,
  };
}

/** Whose trail it is. */
export function Owner({ owner }: { owner: ChainOwner }) {
  if (owner === null) return <span className="text-fg-subtle">Installation</span>;
  return (
    <span className="wrap-anywhere">
      <bdi>{owner.key}</bdi>
      {owner.removed && <span className="text-fg-subtle"> (deleted)</span>}
    </span>
  );
}
