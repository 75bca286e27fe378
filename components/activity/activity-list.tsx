import type { ReactNode } from "react";
import { ListEmpty } from "@/components/ui/list/list-empty";
import { ListFrame } from "@/components/ui/list/list-frame";
import { Time } from "@/components/ui/time";
import { readDetails } from "@/lib/activity/wire";
import type { ListProblem } from "@/lib/core/list/filters";
import { type TrailFilter, trailList } from "@/lib/insights/trail/list";
import type { ActivityRow, ChainOwner } from "@/lib/insights/trail/types";
import { type ActivityCells, ActivityTable } from "./activity-table";
import { RowDetails } from "./details";
import { Sentence } from "./sentence";

export function ActivityList({
  rows,
  ...list
}: {
  rows: ActivityRow[];
  nextCursor: string | null;
  filter: TrailFilter;
  /** Query parameters that this list ignores. */
  problems: readonly ListProblem[];
  filters: ReactNode;
}) {
  return (
    <ListFrame {...list} list={trailList} label="Pages of activity">
      <ActivityTable
        rows={rows.map(cellsOf)}
        empty={
          <ListEmpty
            filtered={trailList.isNarrowed(list.filter)}
            match={{
              icon: "search",
              title: "Nothing matches",
              text: "No row matches these filters. Choose another time, or clear them.",
            }}
            none={{
              icon: "list",
              title: "Nothing has happened yet",
              text: "Countersign records every decision, change of settings, new key and sign-in here for good, with who did it and when.",
            }}
          />
        }
      />
    </ListFrame>
  );
}

function cellsOf(row: ActivityRow): ActivityCells {
  const details = readDetails(row.action, row.details);
  return {
    id: `${row.tenantId}-${row.seq}`,
    at: <Time value={row.at} form="date-time" />,
    what: (
      <div className="trail-cell">
        <Sentence row={row} details={details} />
        <RowDetails row={row} details={details} />
      </div>
    ),
    tenant: <Owner owner={row.owner} />,
  };
}

/** The owner of the log. */
export function Owner({ owner }: { owner: ChainOwner }) {
  if (owner === null) return <span className="text-fg-subtle">Installation</span>;
  return (
    <span className="wrap-anywhere">
      <bdi>{owner.key}</bdi>
      {owner.removed && <span className="text-fg-subtle"> (deleted)</span>}
    </span>
  );
}
