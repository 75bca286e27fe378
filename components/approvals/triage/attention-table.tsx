"use client";

import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Avatar } from "@/components/ui/avatar";
import { Button, IconButton } from "@/components/ui/button";
import { columnsOf, DataTable } from "@/components/ui/data-table";
import { openedPart } from "@/components/ui/lazy-part";
import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { revealedText } from "@/lib/core/text/reveal";
import { ReplayButton } from "../detail/replay-button";
import { type DecidedRow, WhatLink } from "../queue/decided-table";
import type { WrongRow } from "./acknowledge-dialog";
import { OutcomeControl } from "./outcome-control";
import { ProblemMark } from "./problem-mark";

const AcknowledgeDialog = openedPart(() =>
  import("./acknowledge-dialog").then((part) => part.AcknowledgeDialog),
);

const column = columnsOf<DecidedRow>();

function columnsFor(mayDecide: boolean, ask: (calls: readonly WrongRow[]) => void) {
  return column.columns([
    column.accessor("problem", {
      header: "Problem",
      cell: ({ row }) => <ProblemMark problem={row.original.problem} />,
      meta: { className: "whitespace-nowrap" },
    }),
    column.accessor("risk", { header: "Risk", cell: (cell) => <RiskMark risk={cell.getValue()} /> }),
    column.display({
      id: "what",
      header: "What",
      cell: ({ row }) => (
        <>
          <WhatLink row={row.original} />
          <span className="mt-0.5 flex flex-wrap gap-x-1.5 text-fg-muted text-xs">
            {row.original.tool}
            <span aria-hidden>·</span>
            {row.original.tenant}
          </span>
        </>
      ),
    }),
    column.accessor("by", {
      header: "Decided by",
      cell: (cell) => cell.getValue(),
      meta: { from: "xl" },
    }),
    column.accessor("owner", {
      header: () => <span title="Owner of the agent">Owner</span>,
      cell: (cell) => <Owner name={cell.getValue()} />,
    }),
    column.accessor("age", {
      header: "Since",
      cell: (cell) => cell.getValue(),
      meta: { className: "whitespace-nowrap" },
    }),
    ...(mayDecide
      ? [
          column.display({
            id: "next",
            header: "Next step",
            cell: ({ row }) => <NextStep row={row.original} acknowledge={() => ask([row.original])} />,
          }),
        ]
      : []),
  ]);
}

/** Calls that need attention, the most harmful first, each with its next step. */
export function AttentionTable({
  rows,
  mayDecide,
  empty,
}: {
  rows: DecidedRow[];
  /** Without it, the table has no actions. */
  mayDecide: boolean;
  empty: ReactNode;
}) {
  "use no memo";
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<readonly WrongRow[] | null>(null);
  const keepFocus = useFocusAfter(rows, asked !== null);
  const columns = useMemo(() => columnsFor(mayDecide, setAsked), [mayDecide]);
  return (
    <>
      <DataTable
        caption="Calls that need attention"
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        empty={empty}
        selection={
          mayDecide
            ? {
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
              }
            : undefined
        }
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

/** What to do about the problem; acknowledging is possible for each. */
function NextStep({ row, acknowledge }: { row: DecidedRow; acknowledge: () => void }) {
  const { id, problem, risk, headline, failedDeliveryId, outcomeKnown } = row;
  const ask = {
    label: `Acknowledge: ${headline}`,
    onClick: acknowledge,
  };
  const step =
    problem === "unknown" && !outcomeKnown ? (
      <OutcomeControl call={{ id, risk, headline }} known={null} />
    ) : failedDeliveryId && (problem === "undelivered" || problem === "revocation_undelivered") ? (
      <ReplayButton deliveryId={failedDeliveryId} />
    ) : null;
  if (step === null)
    return (
      <Button
        size="sm"
        icon="check-circle"
        data-key="acknowledge"
        aria-label={ask.label}
        onClick={ask.onClick}
      >
        Acknowledge…
      </Button>
    );
  return (
    <span className="flex items-center gap-1.5 [&>div]:mt-0! xl:[&>div]:flex-nowrap">
      {step}
      <IconButton icon="check-circle" size="sm" data-key="acknowledge" {...ask} />
    </span>
  );
}

function Owner({ name }: { name: string | null }) {
  if (name === null) return <span className="text-fg-subtle">–</span>;
  return (
    <span className="flex items-start gap-1.5">
      <Avatar name={name} size="sm" />
      <span className="max-w-28 truncate" title={revealedText(name)}>
        <Untrusted>{name}</Untrusted>
      </span>
    </span>
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
