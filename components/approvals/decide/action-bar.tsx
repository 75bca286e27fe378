"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useState } from "react";
import { useLiveStatus } from "@/components/shell/live/status";
import { counted } from "@/components/words/counted";
import { cancelApproval, decide, extendApproval, revokeApproval } from "@/lib/approvals/actions";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import type { Fold } from "@/lib/arguments/types";
import { useSnooze } from "../triage/use-snooze";
import { ApproveControl } from "./approve-control";
import { openFold, SHIFT_GUARD_MS, useFolds, useStillness } from "./guards";
import { DecisionNotice } from "./notice";
import { useVerbs } from "./use-decision";
import { type BarVerb, VerbButtons } from "./verbs";

// Most calls are decided as they are, so the editor comes when it is asked for.
const EditDialog = dynamic(() => import("./edit-dialog").then((module) => module.EditDialog), { ssr: false });

// So do the dialogs of the verbs that need words; once asked for they stay, and with them what was typed.
const VerbDialogs = dynamic(() => import("./verb-dialogs").then((module) => module.VerbDialogs), {
  ssr: false,
});

/** What the bar needs to know of a call; the rest stays on the server. */
export type BarView = Pick<
  ApprovalView,
  | "id"
  | "revision"
  | "argumentsSha256"
  | "decision"
  | "execution"
  | "risk"
  | "headline"
  | "verbs"
  | "confirmation"
  | "approveLabel"
  | "startsHow"
> & {
  facts: { label: string; text: string }[];
  argumentsText: string | null;
  /** The definition of the tool, for those who may edit. */
  schemaText: string | null;
  decideBy: Date;
  votes: number;
  snoozed: boolean;
};

/** What the page shows of the call, as one text: another text is another state. */
function pageOf(view: BarView): string {
  const { id, revision, argumentsSha256, decision, execution, votes, decideBy } = view;
  return [id, revision, argumentsSha256, decision, execution, votes, decideBy.getTime()].join(" ");
}

/** The verbs the viewer may use on this call, stuck to the bottom of the page. */
export function ActionBar({
  view,
  folds,
  note,
  next,
}: {
  view: BarView;
  folds: readonly Fold[];
  /** Why a verb is not there. */
  note: ReactNode;
  /** Where to go on after one's own decision. */
  next: ReactNode;
}) {
  const page = pageOf(view);
  const stillFor = useStillness(page);
  const { unopened, opened } = useFolds(folds, `${view.id} ${view.argumentsSha256}`);
  const { connected } = useLiveStatus();
  const verbs = useVerbs(view, page);
  const snooze = useSnooze();
  const { state, busy } = verbs;
  const mayApprove = view.verbs.includes("approve");
  const pending = view.decision === "pending";
  const begin = (verb: BarVerb) => {
    if (verb !== "snooze") verbs.begin(verb);
    else if (view.snoozed) snooze.wake([view.id]);
    else snooze.begin([{ id: view.id, decideBy: view.decideBy }]);
  };

  if (view.verbs.length === 0 && state.kind === "idle") return null;
  return (
    <section
      aria-label="Decide"
      className="@container sticky bottom-0 z-10 flex flex-col gap-2 border-border border-t bg-surface px-7 py-3 max-md:px-4 max-md:pt-2.5 max-md:pb-[calc(10px+env(safe-area-inset-bottom))]"
    >
      <div aria-live="polite" className="empty:hidden">
        {verbs.open ? null : <DecisionNotice state={state} />}
        {note}
        <Changed view={view} />
        {snooze.problem ? <p className="text-sm">{snooze.problem}</p> : null}
        {mayApprove && !connected ? (
          <p className="text-sm text-fg-muted">
            Live updates are paused, so this page may be out of date. Approving works again once they resume.
          </p>
        ) : null}
        {mayApprove && unopened.length > 0 ? <Unopened folds={unopened} /> : null}
      </div>
      {state.kind === "recorded" && (!pending || !mayApprove) ? next : null}
      <div className="flex flex-wrap items-center gap-2 max-md:[&>button]:min-h-12 max-md:[&>button]:grow max-md:[&>button]:px-2.5">
        <VerbButtons
          verbs={view.verbs}
          snooze={pending ? (view.snoozed ? "wake" : "snooze") : null}
          busy={busy}
          crowded={view.confirmation.kind === "type" && mayApprove}
          onBegin={begin}
        />
        <span className="grow max-md:hidden" />
        {mayApprove ? (
          <ApproveControl
            key={page}
            confirmation={view.confirmation}
            label={view.approveLabel}
            risk={view.risk}
            headline={view.headline}
            startsHow={view.startsHow}
            facts={view.facts}
            blocked={!connected || unopened.length > 0 || verbs.outdated}
            busy={busy}
            recording={state.kind === "recording"}
            settled={() => stillFor() >= SHIFT_GUARD_MS}
            onApprove={(typed) => verbs.approve({ typed, opened, ms: stillFor() })}
          />
        ) : null}
      </div>
      {snooze.dialog}
      <Dialogs view={view} verbs={verbs} blocked={!connected} />
    </section>
  );
}

function Dialogs({
  view,
  verbs,
  blocked,
}: {
  view: BarView;
  verbs: ReturnType<typeof useVerbs>;
  blocked: boolean;
}) {
  const { open, asked, busy, seen, close, finish } = verbs;
  const notice = <DecisionNotice state={verbs.state} />;
  return (
    <>
      {asked ? (
        <VerbDialogs
          open={open}
          busy={busy}
          notice={notice}
          onClose={close}
          onReason={(verb, reason) =>
            finish(verb, () =>
              verb === "revoke"
                ? revokeApproval({ ...seen, reason })
                : decide({ ...seen, verdict: verb, reason }),
            )
          }
          onExtend={(seconds) => finish("extend", () => extendApproval({ id: view.id, seconds }))}
          onCancel={(reason) =>
            finish("cancel", () => cancelApproval({ id: view.id, reason: reason || undefined }))
          }
        />
      ) : null}
      {open === "edit" && view.argumentsText !== null ? (
        <EditDialog
          open
          argumentsText={view.argumentsText}
          schemaText={view.schemaText}
          approveLabel={view.approveLabel}
          confirmation={view.confirmation}
          busy={busy}
          blocked={blocked}
          message={notice}
          onClose={close}
          onSubmit={(argumentsText, reason, typed) =>
            finish("edit", () =>
              decide({
                ...seen,
                verdict: "approve",
                argumentsText,
                reason: reason || undefined,
                seen: { typed },
              }),
            )
          }
        />
      ) : null}
    </>
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
