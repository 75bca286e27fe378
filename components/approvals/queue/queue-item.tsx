"use client";

import { useState } from "react";
import { IconButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { SelectBox } from "@/components/ui/list/select-box";
import { useHydrated } from "@/components/ui/use-hydrated";
import { identicalCalls } from "@/components/words/approvals/queue";
import type { VisibleText } from "@/lib/core/text/types";
import type { SelectedCall, Selection } from "../triage/bulk/selection";
import type { Holder } from "../triage/use-assign";
import type { RowAct } from "./row-acts";

/** One row as the server rendered it: a call, or several identical ones. */
export type ListedRow = {
  key: string;
  id: string;
  /** When its newest call arrived. */
  at: number;
  href: string;
  headline: VisibleText;
  body: React.ReactNode;
  /** The calls of the row, exact enough to decide them. */
  calls: readonly SelectedCall[];
  /** Whether there are more identical calls than listed. */
  more: boolean;
  members: readonly { id: string; href: string; body: React.ReactNode }[];
  holder: Holder;
  snoozed: boolean;
  /** It expires soon, so it is in the group on top. */
  soon: boolean;
  /** Others hold it, or it only waits for its release: the next one to open is another. */
  passed: boolean;
  /** Whether the call still waits. */
  pending: boolean;
  /** Whether it can be selected: it waits, or went wrong. */
  open: boolean;
};

type ItemProps = {
  row: ListedRow;
  /** Why the row is about to leave. */
  note: string | undefined;
  /** It leaves this list without a decision. */
  waits: boolean;
  selectedId: string | null;
  /** Null if the viewer may not act. */
  selection: Selection | null;
  onFocus: () => void;
  onSelect: (row: ListedRow, calls: readonly SelectedCall[], selected: boolean, shift: boolean) => void;
  onAct: (act: RowAct) => void;
};

/** Adds to an action on a folded row how many calls it covers. */
const all = ({ length }: readonly unknown[]) => (length > 1 ? ` all ${length.toLocaleString("en")}` : "");

/** A row of the list: checkbox, link, actions and the folded calls. */
export function QueueItem(props: ItemProps) {
  const { row, note, waits, selectedId, selection, onFocus } = props;
  const acts = selection !== null && row.open;
  // They need scripts, so the HTML omits them.
  const hydrated = useHydrated();
  const current = row.id === selectedId || row.members.some((member) => member.id === selectedId);
  if (note !== undefined) {
    return (
      <li
        className={classNames(
          "border-border border-b py-[calc(var(--row-pad)+1px)] pr-3.5 text-fg-muted",
          acts ? "pl-[38px]" : "pl-3.5",
        )}
      >
        {/* The note has the current number of approvals, the row an older one. */}
        <div className={waits ? "[&_[data-given]]:hidden" : "line-through"}>{row.body}</div>
        <p className="mt-1 font-medium text-fg text-xs">{note}</p>
      </li>
    );
  }
  return (
    <li data-row={row.id} className="group/row border-border border-b">
      <div className="row">
        {acts && selection ? <Box {...props} selection={selection} /> : null}
        <Link
          href={row.href}
          data-key="row"
          data-id={row.id}
          data-passed={row.passed || undefined}
          aria-current={current ? "page" : undefined}
          onFocus={onFocus}
          className={classNames("row-link", !acts && "pl-3.5")}
        >
          {row.body}
        </Link>
        {acts && row.pending && hydrated ? <ActButtons {...props} /> : null}
      </div>
      {row.members.length > 0 ? <Members {...props} /> : null}
    </li>
  );
}

function Box({
  row,
  calls = row.calls,
  selection,
  onSelect,
  label,
  dataKey = "select",
}: Pick<ItemProps, "row" | "onSelect"> & {
  calls?: readonly SelectedCall[];
  selection: Selection;
  label?: string;
  dataKey?: string;
}) {
  const chosen = calls.filter((call) => selection.has(call.id)).length;
  return (
    <SelectBox
      label={label ?? `Select${all(calls)}: ${row.headline}`}
      checked={chosen === calls.length}
      mixed={chosen > 0 && chosen < calls.length}
      dataKey={dataKey}
      onSelect={(on, shift) => onSelect(row, calls, on, shift)}
    />
  );
}

/**
 * On a desktop the row's actions appear on hover or focus. On a phone they are on the call's page.
 */
function ActButtons({ row, onAct }: ItemProps) {
  const { holder, calls } = row;
  const [first] = calls;
  const label = holder
    ? holder.mine
      ? `Unassign: ${row.headline}`
      : `Assigned to ${holder.name}. Take over…`
    : `Assign to me: ${row.headline}`;
  return (
    <span className="absolute right-2 bottom-2 hidden gap-0.5 rounded-control bg-surface opacity-0 shadow-float focus-within:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100 lg:inline-flex">
      <IconButton
        icon="user"
        size="sm"
        data-key="assign"
        label={label}
        onClick={() => first && onAct({ kind: "assign", call: first, holder })}
      />
      <IconButton
        icon={row.snoozed ? "bell" : "snooze"}
        size="sm"
        data-key="snooze"
        label={`${row.snoozed ? "End snooze" : "Snooze"}${all(row.calls)}: ${row.headline}`}
        onClick={() => onAct({ kind: row.snoozed ? "wake" : "snooze", calls })}
      />
    </span>
  );
}

function Members({ row, selection, selectedId, onSelect }: ItemProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className={classNames("pb-2", selection ? "pl-[38px]" : "pl-3.5")}>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-6 items-center gap-1 rounded-chip font-medium text-accent text-xs max-md:min-h-12"
      >
        <Icon name={open ? "chevron-down" : "chevron-right"} size={13} />
        {identicalCalls(row.members.length, row.more)}
        <span className="sr-only">. Show each of these calls</span>
      </button>
      {open ? (
        <ul aria-label="Identical calls" className="mt-1 mr-3.5 rounded-control border border-border">
          {row.members.map((member, index) => {
            const call = row.calls[index];
            return (
              <li key={member.id} className="flex items-center border-border border-b last:border-b-0">
                {selection && call ? (
                  <span className="[&_label]:p-0 [&_label]:pl-2.5">
                    <Box
                      row={row}
                      calls={[call]}
                      selection={selection}
                      onSelect={onSelect}
                      label={`Select: ${row.headline} ${index + 1}`}
                      dataKey="select-member"
                    />
                  </span>
                ) : null}
                <Link
                  href={member.href}
                  aria-current={member.id === selectedId ? "true" : undefined}
                  className="min-w-0 grow px-2.5 py-1.5 hover:bg-sunken aria-[current=true]:bg-selected max-md:py-3"
                >
                  {member.body}
                </Link>
              </li>
            );
          })}
          {row.more ? (
            <li className="px-2.5 py-1.5 text-fg-muted text-xs">
              Only the first 50 are listed. The others follow once these are decided.
            </li>
          ) : null}
        </ul>
      ) : null}
    </div>
  );
}
