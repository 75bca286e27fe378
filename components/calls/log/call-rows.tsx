"use client";

import { columnsOf, DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { Shown } from "@/components/ui/text/revealed-text";
import { Time } from "@/components/ui/time";
import { durationText } from "@/components/words/rationales";
import type { Outcome } from "@/lib/calls/types";
import type { ShownText } from "@/lib/core/text/types";
import { OutcomeMark } from "../outcome-mark";
import { RationaleWords } from "./rationale-words";
import type { ShownRationale } from "./shown-rationale";

/** One call of the list. The server has already marked invisible characters in the agent's text. */
export type ShownCall = ShownRationale & {
  id: string;
  at: Date;
  outcome: Outcome;
  /** On whose word it ran without a person, in words. */
  ranOn: string | null;
  tool: ShownText;
  provider: ShownText | null;
  agent: ShownText | null;
  durationMs: number | null;
  attempt: number | null;
  session: { id: string; text: ShownText } | null;
  tenant: string;
  gateway: string;
};

const rationaleOf = ({ rationale, usable, removedAfterDays }: ShownCall): ShownRationale => ({
  rationale,
  usable,
  removedAfterDays,
});

const addressOf = ({ id }: ShownCall) => `/rationales/calls/${id}`;

const column = columnsOf<ShownCall>();

const COLUMNS = column.columns([
  column.accessor("at", {
    id: "time",
    header: "When",
    meta: { className: "whitespace-nowrap" },
    cell: ({ row }) => (
      <Link
        href={addressOf(row.original)}
        data-key="row"
        className="inline-flex min-h-6 items-center font-medium underline-offset-2 hover:underline"
      >
        <Time value={row.original.at} focusable={false} />
      </Link>
    ),
  }),
  column.accessor("rationale", {
    header: "Rationale",
    cell: ({ row }) => <RationaleWords {...rationaleOf(row.original)} />,
    meta: { className: "min-w-72" },
  }),
  column.accessor("outcome", {
    header: "Outcome",
    cell: ({ row: { original } }) => (
      <>
        <OutcomeMark outcome={original.outcome} />
        <RanOnNote says={original.ranOn} />
      </>
    ),
  }),
  column.accessor("tool", {
    header: "Tool",
    cell: ({ row }) => <Tool call={row.original} />,
    meta: { className: "min-w-44" },
  }),
  column.accessor("agent", {
    header: "Agent",
    cell: (cell) => <Agent name={cell.getValue()} />,
    meta: { className: "min-w-32" },
  }),
  column.accessor("durationMs", {
    id: "duration",
    header: "Took",
    cell: (cell) => <Duration ms={cell.getValue()} />,
    meta: { align: "end", className: "whitespace-nowrap" },
  }),
  column.accessor("attempt", {
    header: "Attempt",
    cell: (cell) => cell.getValue(),
    meta: { align: "end" },
  }),
  column.accessor("session", {
    header: "Session",
    cell: (cell) => <Session session={cell.getValue()} />,
    meta: { className: "min-w-28 break-all", from: "lg" },
  }),
  column.accessor("tenant", { header: "Tenant", cell: (cell) => cell.getValue(), meta: { from: "lg" } }),
  column.accessor("gateway", {
    header: "Gateway",
    cell: (cell) => cell.getValue(),
    meta: { from: "lg" },
  }),
]);

function Tool({ call: { tool, provider } }: { call: ShownCall }) {
  return (
    <>
      <code className="md:block">
        <Shown text={tool} />
      </code>{" "}
      {provider && (
        <span className="text-fg-subtle text-xs md:block">
          <Shown text={provider} />
        </span>
      )}
    </>
  );
}

function RanOnNote({ says }: { says: string | null }) {
  return says && <span className="block text-fg-muted text-xs">{says}</span>;
}

function Agent({ name }: { name: ShownText | null }) {
  return name ? <Shown text={name} /> : <span className="text-fg-muted">Unknown agent</span>;
}

function Duration({ ms }: { ms: number | null }) {
  return ms === null ? null : <span className="whitespace-nowrap">{durationText(ms)}</span>;
}

function Session({ session }: Pick<ShownCall, "session">) {
  if (!session) return null;
  return (
    <Link
      href={`/rationales?${new URLSearchParams({ session: session.id })}`}
      className="mono underline-offset-2 hover:underline"
    >
      <Shown text={session.text} />
    </Link>
  );
}

// Hidden by default, because the call's own page has them.
const HIDDEN = ["tenant", "gateway"];

/** Calls, newest first: a table with selectable columns, and a list on phones. */
export function CallRows({ rows }: { rows: ShownCall[] }) {
  "use no memo";
  return (
    <>
      <div className="overflow-x-auto max-md:hidden">
        <DataTable
          caption="Calls"
          columns={COLUMNS}
          rows={rows}
          rowId={(row) => row.id}
          empty={null}
          columnChoice="rationales-columns"
          columnsHidden={HIDDEN}
        />
      </div>
      <ul aria-label="Calls" className="divide-y divide-border md:hidden">
        {rows.map((row) => (
          <li key={row.id}>
            <PhoneRow row={row} />
          </li>
        ))}
      </ul>
    </>
  );
}

function PhoneRow({ row }: { row: ShownCall }) {
  return (
    <Link
      href={addressOf(row)}
      data-key="row"
      className="flex flex-col gap-1 px-3.5 py-[calc(var(--row-pad)+2px)]"
    >
      <span className="flex items-center justify-between gap-2">
        <OutcomeMark outcome={row.outcome} />
        <span className="text-fg-muted text-xs">
          <Time value={row.at} focusable={false} />
        </span>
      </span>
      <span>
        <RationaleWords {...rationaleOf(row)} />
      </span>
      <RanOnNote says={row.ranOn} />
      <span className="flex flex-wrap gap-x-1.5 text-fg-subtle text-xs">
        <span>
          <Tool call={row} />
        </span>
        <span aria-hidden>·</span>
        <span>
          <Agent name={row.agent} />
        </span>
        {row.durationMs !== null && (
          <>
            <span aria-hidden>·</span>
            <Duration ms={row.durationMs} />
          </>
        )}
      </span>
    </Link>
  );
}
