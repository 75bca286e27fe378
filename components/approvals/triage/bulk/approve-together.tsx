"use client";

import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { RiskMark } from "@/components/ui/risk-mark";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { useAct } from "@/components/ui/use-act";
import { counted } from "@/components/words/counted";
import { readCalls } from "@/lib/approvals/actions";
import type { BulkItem } from "@/lib/approvals/triage/types";
import { Absent, Value } from "../../arguments/value";
import { SHIFT_GUARD_MS } from "../../decide/guards";
import type { SelectedCall } from "./selection";

function Rows({ item }: { item: BulkItem }) {
  if (item.rows.length === 0)
    return <p className="text-fg-muted text-sm">Every argument is the same as in the last approved call.</p>;
  return (
    <ul className="mt-1 overflow-hidden rounded-control border border-border text-sm">
      {item.rows.map((row) => (
        <li
          key={`${row.pointer} ${row.change}`}
          className="border-border border-b px-2.5 py-1.5 last:border-b-0"
        >
          <b className="mono block font-bold wrap-anywhere">
            <Untrusted>{row.path}</Untrusted>
          </b>
          {row.change === "same" ? null : (
            <span className="block text-fg-muted">
              − {row.before ? <Value leaf={row.before} words={row.words} side="removed" /> : <Absent />}
            </span>
          )}
          <span className="block">
            {row.change === "same" ? "" : "+ "}
            {row.after ? <Value leaf={row.after} words={row.words} /> : <Absent />}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Item({ item }: { item: BulkItem }) {
  return (
    <li className="border-border border-b py-3 first:pt-0 last:border-b-0">
      <div className="flex flex-wrap items-center gap-2">
        <RiskMark risk={item.risk} />
        <span className="text-fg-subtle text-xs">
          {item.comparedWith ? (
            <>
              Compared with the approved call of <Time value={item.comparedWith.at} />
            </>
          ) : (
            "No approved call to compare with; these are all its arguments."
          )}
        </span>
      </div>
      <p className="mt-1 font-medium wrap-anywhere">
        <Untrusted>{item.headline}</Untrusted>
      </p>
      <Rows item={item} />
    </li>
  );
}

/** What has to be opened and decided by itself, each with its reason. */
function Alone({ items }: { items: readonly BulkItem[] }) {
  return (
    <div className="mb-3 rounded-control border border-border-strong px-3 py-2 text-sm">
      <p className="font-medium">{counted(items.length, "call", "calls")} cannot be approved from here:</p>
      <ul className="mt-1 flex flex-col gap-1">
        {items.map((item) => (
          <li key={item.id} className="wrap-anywhere">
            <Untrusted>{item.headline}</Untrusted> {item.alone}{" "}
            <Link href={`/approvals/${item.id}`} className="text-accent underline underline-offset-2">
              Open
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Everything that differs, call by call, before any of them is approved. */
export function ApproveTogether({
  calls,
  busy,
  note,
  onClose,
  onSubmit,
}: {
  calls: readonly SelectedCall[];
  busy: boolean;
  note: React.ReactNode;
  onClose: () => void;
  onSubmit: (items: readonly BulkItem[]) => void;
}) {
  const [items, setItems] = useState<readonly BulkItem[] | null>(null);
  const shownAt = useRef(0);
  const act = useAct(readCalls, {
    onDone: ({ items: found }) => {
      shownAt.current = performance.now();
      setItems(found);
    },
  });
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void act.run({ ids: calls.map((call) => call.id) });
  });
  const ready = items?.filter((item) => item.alone === null) ?? [];
  const alone = items?.filter((item) => item.alone !== null) ?? [];
  const gone = items ? calls.length - items.length : 0;
  const submit = () => {
    // A press meant for what stood here before the calls came must not approve them.
    if (performance.now() - shownAt.current >= SHIFT_GUARD_MS) onSubmit(ready);
  };
  return (
    <Dialog
      open
      kind="wide"
      busy={busy}
      onClose={onClose}
      title={`Approve ${counted(items ? ready.length : calls.length, "call", "calls")}?`}
      description="This is everything that differs from the last approved call of each. Exactly these calls are approved; a call that changes in the meantime is not."
      footer={
        <>
          <Button size="lg" data-autofocus onClick={onClose} disabled={busy}>
            Go back
          </Button>
          <Button size="lg" variant="primary" disabled={ready.length === 0} pending={busy} onClick={submit}>
            Approve {counted(ready.length, "call", "calls")}
          </Button>
        </>
      }
    >
      <ActNotice problem={act.problem} />
      {items === null && !act.problem ? (
        <Loading label="Reading what each call would do…">
          <Skeleton className="h-24 w-full" />
        </Loading>
      ) : null}
      {gone > 0 ? (
        <p className="mb-2 text-sm">
          {counted(gone, "call no longer waits", "calls no longer wait")} and will not be approved.
        </p>
      ) : null}
      {alone.length > 0 ? <Alone items={alone} /> : null}
      <ul>
        {ready.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      {note}
    </Dialog>
  );
}
