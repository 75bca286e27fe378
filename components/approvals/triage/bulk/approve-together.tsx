"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";
import { RiskMark } from "@/components/ui/risk-mark";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { useAct } from "@/components/ui/use-act";
import { counted } from "@/components/words/counts";
import { readCalls } from "@/lib/approvals/actions";
import { typedRight } from "@/lib/approvals/screen-proof";
import { typedForAll } from "@/lib/approvals/triage/rules";
import { tableOf } from "@/lib/approvals/triage/table";
import type { BulkItem, BulkSeen } from "@/lib/approvals/triage/types";
import { CallName } from "../../call-name";
import { SHIFT_GUARD_MS } from "../../decide/guards";
import { useVisibleTime } from "../../decide/on-screen";
import { TypeToUnlock } from "../../decide/type-to-unlock";
import { SeatsLine } from "../../seats-line";
import { CallTable } from "./call-table";
import type { SelectedCall } from "./selection";

/** Calls that have to be opened and decided one by one, each with its reason. */
function Alone({ items }: { items: readonly BulkItem[] }) {
  return (
    <div className="mb-3 rounded-control border border-border-strong px-3 py-2 text-sm">
      <p className="font-medium">{counted(items.length, "call", "calls")} cannot be approved from here:</p>
      <ul className="mt-1 flex flex-col gap-1">
        {items.map((item) => (
          <li key={item.id} className="wrap-anywhere">
            <CallName call={item} /> {item.alone}{" "}
            {item.seats.length > 0 ? (
              <>
                <SeatsLine seats={item.seats} />{" "}
              </>
            ) : null}
            <Link href={`/approvals/${item.id}`} className="text-accent underline underline-offset-2">
              Open
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Notes that an element was on the screen once. */
function useOnScreen() {
  const [shown, setShown] = useState(false);
  const end = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new IntersectionObserver((seen) => {
      if (seen.some((one) => one.isIntersecting)) setShown(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { shown, end };
}

/** Loads the effects of the calls, once. */
function useItems(calls: readonly SelectedCall[]) {
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
  const lookedFor = () => Math.round(performance.now() - shownAt.current);
  const visibleFor = useVisibleTime(items === null ? "" : "shown");
  return { items, problem: act.problem, lookedFor, visibleFor };
}

/**
 * Calls of one tool as one table, before one press approves them. The viewer has to see its end
 * and, at high risk, type their number.
 */
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
  onSubmit: (items: readonly BulkItem[], seen: BulkSeen) => void;
}) {
  const { items, problem, lookedFor, visibleFor } = useItems(calls);
  const { shown, end } = useOnScreen();
  const [typed, setTyped] = useState("");
  const ready = useMemo(() => items?.filter((item) => item.alone === null) ?? [], [items]);
  const table = useMemo(() => tableOf(ready), [ready]);
  const alone = items?.filter((item) => item.alone !== null) ?? [];
  const gone = items ? calls.length - items.length : 0;
  const expected = typedForAll(ready);
  const confirmed = ready.length > 0 && shown && (expected === null || typedRight(typed, expected));
  const submit = () => {
    // A press meant for the control here before must not approve.
    if (confirmed && lookedFor() >= SHIFT_GUARD_MS)
      onSubmit(ready, { end: shown, typed, ms: lookedFor(), visible_ms: visibleFor() });
  };
  return (
    <Dialog
      open
      kind="wide"
      busy={busy}
      onClose={onClose}
      title={`Approve ${counted(items ? ready.length : calls.length, "call", "calls")}?`}
      description="Exactly what is shown is approved; a call that changes in the meantime is not."
      footer={
        <>
          {ready.length > 0 && !shown ? (
            <p className="mr-auto self-center text-fg-muted text-sm">Go to the end of the table first.</p>
          ) : null}
          {expected === null ? null : (
            <TypeToUnlock
              confirmation={{ kind: "type", expected, what: "count" }}
              value={typed}
              onChange={setTyped}
              onCommit={submit}
            />
          )}
          <Button size="lg" data-autofocus onClick={onClose} disabled={busy}>
            Go back
          </Button>
          <ApproveAll count={ready.length} off={!confirmed} busy={busy} onPress={submit} />
        </>
      }
    >
      <ActNotice problem={problem} />
      {items === null && !problem ? (
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
      {ready.length > 0 ? (
        <>
          <RiskSummary items={ready} />
          <CallTable table={table} end={end} />
        </>
      ) : null}
      {note}
    </Dialog>
  );
}

function ApproveAll({
  count,
  off,
  busy,
  onPress,
}: {
  count: number;
  off: boolean;
  busy: boolean;
  onPress: () => void;
}) {
  return (
    <Button size="lg" variant="primary" data-submit disabled={off} pending={busy} onClick={onPress}>
      Approve {counted(count, "call", "calls")}
    </Button>
  );
}

/** The risk of the calls, and what their arguments are compared with. */
function RiskSummary({ items }: { items: readonly BulkItem[] }) {
  const risks = [...new Set(items.map((item) => item.risk))];
  const compared = items.filter((item) => item.comparedWith !== null).length;
  return (
    <p className="mb-3 flex flex-wrap items-center gap-2 text-fg-muted text-sm">
      {risks.map((risk) => (
        <RiskMark key={risk} risk={risk} suffix="risk" />
      ))}
      {compared === 0
        ? "There is no earlier approved call to compare with; these are all their arguments."
        : "All their arguments, with the last approved value wherever it differed."}
    </p>
  );
}
