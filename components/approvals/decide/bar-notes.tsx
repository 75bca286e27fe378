"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { counted } from "@/components/words/counts";
import type { SeenPart } from "@/lib/approvals/types";
import type { Fold } from "@/lib/arguments/types";
import type { BarView } from "./bar-view";
import { openFold } from "./guards";
import { DecisionNotice } from "./notice";
import type { DecisionState } from "./use-decision";

/** Notes above the buttons: the result of the last press, and why verbs are disabled. */
export function BarNotes({
  view,
  state,
  end,
  note,
  problem,
  paused,
  unopened,
  unread,
}: {
  view: BarView;
  /** Null if a dialog shows it. */
  state: DecisionState | null;
  /** What ended the call while the viewer had it open. */
  end: ReactNode;
  note: ReactNode;
  problem: ReactNode;
  paused: boolean;
  /** Folds still to open. */
  unopened: readonly Fold[];
  /** Parts still to read; null if the viewer does not approve. */
  unread: { parts: readonly SeenPart[] | undefined; showNext: (part: SeenPart) => void } | null;
}) {
  return (
    <div aria-live="polite" className="empty:hidden">
      {state && (end ?? <DecisionNotice state={state} />)}
      {note}
      <Changed view={view} own={state?.kind === "recorded" && state.verb === "edit" ? state : null} />
      {problem ? <p className="text-sm">{problem}</p> : null}
      {paused ? (
        <p className="text-sm text-fg-muted">
          Live updates are paused, so this page may be out of date. Approving works again once they resume.
        </p>
      ) : null}
      {unopened.length > 0 ? <Unopened folds={unopened} /> : null}
      {unread ? <Unread parts={unread.parts ?? []} showNext={unread.showNext} /> : null}
    </div>
  );
}

/**
 * What ended the call while the viewer had it open. `sure`: the server recorded no decision of the
 * viewer.
 */
export function Over({ ended, sure }: { ended: ReactNode; sure: boolean }) {
  return (
    <p
      role="alert"
      className="rounded-control border border-border-strong bg-sunken px-2.5 py-2 text-sm wrap-anywhere"
    >
      {ended} {sure ? "Nothing of yours was recorded." : null}
    </p>
  );
}

const PART_WORDS: Record<SeenPart, string> = {
  facts: "the facts",
  record: "what the record says",
  attempt: "the earlier attempt",
  preview: "the preview",
  arguments: "the arguments",
};

/**
 * Parts that were not on the screen yet. Each press scrolls to the next; the last moves the focus
 * to Approve.
 */
function Unread({ parts, showNext }: { parts: readonly SeenPart[]; showNext: (part: SeenPart) => void }) {
  const isReading = useRef(false);
  useEffect(() => {
    if (parts.length > 0 || !isReading.current) return;
    isReading.current = false;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (lost) document.querySelector<HTMLElement>("[data-bar] [data-key=approve]:enabled")?.focus();
  }, [parts]);
  if (parts.length === 0) return null;
  return (
    <p className="text-fg-muted text-sm">
      Read to the end first:{" "}
      {parts.map((part, index) => (
        <span key={part}>
          {index > 0 ? ", " : null}
          <button
            type="button"
            // The approve key leads to the unread parts first.
            data-key={index === 0 ? "approve" : undefined}
            onClick={() => {
              isReading.current = true;
              showNext(part);
            }}
            className="inline min-h-6 text-accent underline underline-offset-2"
          >
            {PART_WORDS[part]}
          </button>
        </span>
      ))}
    </p>
  );
}

function Unopened({ folds }: { folds: readonly Fold[] }) {
  return (
    <p className="text-sm text-fg-muted">
      {`Open ${counted(folds.length, "folded part", "folded parts")} first:`}{" "}
      {folds.slice(0, 5).map((fold, index) => (
        <span key={fold.id}>
          {index > 0 ? ", " : null}
          <button
            type="button"
            data-key={index === 0 ? "approve" : undefined}
            onClick={() => openFold(fold.id)}
            className="inline min-h-6 text-accent underline underline-offset-2"
          >
            {fold.label}
          </button>
        </span>
      ))}
    </p>
  );
}

/**
 * Says that the arguments changed since the page was opened, until another call opens. `own`: the
 * viewer's own edit, announced once.
 */
function Changed({ view, own }: { view: BarView; own: DecisionState | null }) {
  const [first, setFirst] = useState({ id: view.id, sha: view.argumentsSha256 });
  const taken = useRef<DecisionState>(null);
  useEffect(() => {
    const now = { id: view.id, sha: view.argumentsSha256 };
    const isOwn = own !== null && taken.current !== own && first.sha !== now.sha;
    if (isOwn) taken.current = own;
    if (isOwn || first.id !== now.id) setFirst(now);
  }, [view.id, view.argumentsSha256, own, first]);
  const changed = first.id === view.id && first.sha !== view.argumentsSha256;
  if (!changed || view.decision !== "pending") return null;
  return (
    <p className="text-sm">The call changed while you were looking at it. Read it again before you decide.</p>
  );
}
