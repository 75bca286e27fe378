"use client";

import { useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { columnsOf, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Card } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import { DESIGN } from "@/components/words/design";
import { SAMPLE } from "@/components/words/design-words";
import { ROWS, type SampleRow, TIMES } from "./samples";
import { Group, Wide } from "./specimen";

const { names } = SAMPLE;
const column = columnsOf<SampleRow>();
const COLUMNS = column.columns([
  column.accessor("tool", {
    header: SAMPLE.colTool,
    enableHiding: false,
    meta: { className: "whitespace-nowrap" },
    cell: (cell) => <span className="mono font-medium">{cell.getValue()}</span>,
  }),
  column.accessor("agent", { header: SAMPLE.colAgent, meta: { className: "whitespace-nowrap" } }),
  column.accessor("calls", {
    header: SAMPLE.colCalls,
    meta: { align: "end" },
    cell: (cell) => cell.getValue().toLocaleString("en"),
  }),
  column.accessor("failed", { header: SAMPLE.colFailed, meta: { align: "end", from: "sm" } }),
  column.accessor("when", {
    header: SAMPLE.colWhen,
    meta: { from: "md" },
    cell: (cell) => <Time value={cell.getValue()} now={TIMES.now} form="relative" />,
  }),
]);
const EMPTY = (
  <EmptyState icon="inbox" title={SAMPLE.noTools}>
    {SAMPLE.noToolsBody}
  </EmptyState>
);
const ERROR = (
  <Banner tone="problem" flush action={<Button size="sm">{SAMPLE.again}</Button>}>
    {SAMPLE.loadFailed}
  </Banner>
);

export function Tables() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(["t2", "gone"]));
  const [rows, setRows] = useState(ROWS);
  const common = { caption: SAMPLE.caption, columns: COLUMNS, rowId: (row: SampleRow) => row.id };
  return (
    <>
      <Group id="tables" title={DESIGN.sections.tables}>
        <Wide name={names.full}>
          <Card flush>
            <DataTable
              {...common}
              rows={rows}
              empty={EMPTY}
              columnChoice="design"
              tooMany={SAMPLE.tooManyText}
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
                    {SAMPLE.archive}
                  </Button>
                ),
              }}
            />
          </Card>
        </Wide>
        <Wide name={names.table}>
          <Card flush>
            <DataTable {...common} rows={ROWS} empty={EMPTY} selectedId="t3" />
          </Card>
        </Wide>
      </Group>
      <Group id="faces" title={DESIGN.sections.faces}>
        <Wide name={names.loading}>
          <Card flush>
            <DataTable {...common} rows={[]} empty={EMPTY} loading />
          </Card>
        </Wide>
        <Wide name={names.empty}>
          <Card flush>
            <DataTable {...common} rows={[]} empty={EMPTY} />
          </Card>
        </Wide>
        <Wide name={names.error}>
          <Card flush>
            <DataTable {...common} rows={ROWS} empty={EMPTY} error={ERROR} />
          </Card>
        </Wide>
      </Group>
    </>
  );
}
