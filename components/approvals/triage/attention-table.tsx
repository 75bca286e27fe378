"use client";

import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { columnsOf, DataTable } from "@/components/ui/data-table";
import { openedPart } from "@/components/ui/lazy-part";
import { COLUMNS, type DecidedRow } from "../queue/decided-table";
import type { WrongRow } from "./acknowledge-dialog";

const AcknowledgeDialog = openedPart(() =>
  import("./acknowledge-dialog").then((part) => part.AcknowledgeDialog),
);

const column = columnsOf<DecidedRow>();

/** Calls that need attention, newest first, with single and bulk acknowledgement. */
export function AttentionTable({ rows, empty }: { rows: DecidedRow[]; empty: ReactNode }) {
  "use no memo";
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<readonly WrongRow[] | null>(null);
  const keepFocus = useFocusAfter(rows, asked !== null);
  const columns = useMemo(
    () =>
      column.columns([
        ...COLUMNS,
        column.display({
          id: "acknowledge",
          header: () => <span className="sr-only">Acknowledge</span>,
          cell: ({ row }) => (
            <IconButton
              icon="check-circle"
              size="sm"
              data-key="acknowledge"
              label={`Acknowledge: ${row.original.headline}`}
              onClick={() => setAsked([row.original])}
              className="-my-0.5"
            />
          ),
        }),
      ]),
    [],
  );
  return (
    <>
      <DataTable
        caption="Calls that need attention"
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        empty={empty}
        selection={{
          selected,
          onChange: setSelected,
          label: (row) => row.headline,
          actions: (
            <Button
              size="sm"
              icon="check-circle"
              onClick={() => setAsked(rows.filter((row) => selected.has(row.id)))}
            >
              Acknowledge…
            </Button>
          ),
        }}
      />
      {asked ? (
        <AcknowledgeDialog
          calls={asked.map(({ id, changedAt, headline, risk }) => ({ id, changedAt, headline, risk }))}
          onClose={() => setAsked(null)}
          onDone={keepFocus}
        />
      ) : null}
    </>
  );
}

/**
 * Removed rows take the focus with them. It moves to the row after the last of them, once both the
 * rows and the dialog are gone: either may go first.
 */
function useFocusAfter(
  rows: readonly { id: string }[],
  isAsking: boolean,
): (gone: readonly string[]) => void {
  const next = useRef<string | null>(null);
  useEffect(() => {
    const id = next.current;
    if (id === null || isAsking || document.activeElement !== document.body) return;
    const row = rows.some((one) => one.id === id) ? id : rows.at(-1)?.id;
    next.current = null;
    if (row) document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"] [data-key=row]`)?.focus();
  }, [rows, isAsking]);
  return (gone) => {
    const last = rows.findLastIndex((row) => gone.includes(row.id));
    next.current = rows[last + 1]?.id ?? rows[last]?.id ?? null;
  };
}
