"use client";

import { useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { columnsOf, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Card } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import { ROWS, type SampleRow, TIMES } from "./samples";
import { Group, Wide } from "./specimen";

const column = columnsOf<SampleRow>();
const COLUMNS = column.columns([
  column.accessor("tool", {
    header: "Tool",
    enableHiding: false,
    meta: { className: "whitespace-nowrap" },
    cell: (cell) => <span className="mono font-medium">{cell.getValue()}</span>,
  }),
  column.accessor("agent", { header: "Agent", meta: { className: "whitespace-nowrap" } }),
  column.accessor("calls", {
    header: "Calls",
    meta: { align: "end" },
    cell: (cell) => cell.getValue().toLocaleString("en"),
  }),
  column.accessor("failed", { header: "Failed", meta: { align: "end", from: "sm" } }),
  column.accessor("when", {
    header: "Last call",
    meta: { from: "md" },
    cell: (cell) => <Time value={cell.getValue()} now={TIMES.now} form="relative" />,
  }),
]);
const EMPTY = (
  <EmptyState icon="inbox" title="No tools yet">
    A tool appears with its first call, or when a gateway registers it.
  </EmptyState>
);

const ERROR = (
  <Banner tone="problem" flush action={<Button size="sm">Try again</Button>}>
    The tools could not be read. Nothing was changed.
  </Banner>
);

export function Tables() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(["t2", "gone"]));
  const [rows, setRows] = useState(ROWS);
  const common = { caption: "Tools by calls", columns: COLUMNS, rowId: (row: SampleRow) => row.id };
  return (
    <>
      <Group id="tables">
        <Wide name="Selection and columns">
          <Card flush>
            <DataTable
              {...common}
              rows={rows}
              empty={EMPTY}
              columnChoice="design"
              tooMany="Only the first 1,000 are counted. Narrow the filters to see the others."
              selection={{
                selected,
                onChange: setSelected,
                label: (row) => row.tool,
                actions: (
                  <Button
                    size="sm"
                    icon="archive"
                    onClick={() => setRows(rows.filter((row) => !selected.has(row.id)))}
                  >
                    Archive
                  </Button>
                ),
              }}
            />
          </Card>
        </Wide>
        <Wide name="A table">
          <Card flush>
            <DataTable {...common} rows={ROWS} empty={EMPTY} selectedId="t3" />
          </Card>
        </Wide>
      </Group>
      <Group id="faces">
        <Wide name="Loading">
          <Card flush>
            <DataTable {...common} rows={[]} empty={EMPTY} loading />
          </Card>
        </Wide>
        <Wide name="Nothing there">
          <Card flush>
            <DataTable {...common} rows={[]} empty={EMPTY} />
          </Card>
        </Wide>
        <Wide name="Failed">
          <Card flush>
            <DataTable {...common} rows={ROWS} empty={EMPTY} error={ERROR} />
          </Card>
        </Wide>
      </Group>
    </>
  );
}
