"use client";

import { type ReactNode, useEffect, useState } from "react";
import { counted } from "@/components/words/counted";
import type { Fold } from "@/lib/arguments/types";
import type { BarView } from "./bar-view";
import { openFold } from "./guards";
import { DecisionNotice } from "./notice";
import type { DecisionState } from "./use-decision";

/** What stands above the buttons: what became of the last press, and why something cannot be pressed now. */
export function BarNotes({
  view,
  state,
  end,
  note,
  problem,
  paused,
  unopened,
}: {
  view: BarView;
  /** Null: a dialog says it. */
  state: DecisionState | null;
  /** What ended the call under the viewer's hands. */
  end: ReactNode;
  /** Why a verb is not there. */
  note: ReactNode;
  problem: ReactNode;
  /** Approving is off because the page may be out of date. */
  paused: boolean;
  /** What has to be opened before. */
  unopened: readonly Fold[];
}) {
  return (
    <div aria-live="polite" className="empty:hidden">
      {state && (end ?? <DecisionNotice state={state} />)}
      {note}
      <Changed view={view} />
      {problem ? <p className="text-sm">{problem}</p> : null}
      {paused ? (
        <p className="text-sm text-fg-muted">
          Live updates are paused, so this page may be out of date. Approving works again once they resume.
        </p>
      ) : null}
      {unopened.length > 0 ? <Unopened folds={unopened} /> : null}
    </div>
  );
}

/** What ended the call under the viewer's hands. `sure`: nothing the viewer did about the decision is recorded. */
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

function Unopened({ folds }: { folds: readonly Fold[] }) {
  return (
    <p className="text-sm text-fg-muted">
      {`Open ${counted(folds.length, "folded part", "folded parts")} first:`}{" "}
      {folds.slice(0, 5).map((fold, index) => (
        <span key={fold.id}>
          {index > 0 ? ", " : null}
          <button
            type="button"
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

/** Says that the call shows other arguments than when its page was opened, until another call is. */
function Changed({ view }: { view: BarView }) {
  const [first, setFirst] = useState({ id: view.id, sha: view.argumentsSha256 });
  useEffect(() => {
    setFirst((before) => (before.id === view.id ? before : { id: view.id, sha: view.argumentsSha256 }));
  }, [view.id, view.argumentsSha256]);
  const changed = first.id === view.id && first.sha !== view.argumentsSha256;
  if (!changed || view.decision !== "pending") return null;
  return (
    <p className="text-sm">The call changed while you were looking at it. Read it again before you decide.</p>
  );
}
