"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLiveStatus } from "@/components/shell/live/status";
import { counted } from "@/components/words/counted";
import { cancelApproval, decide, extendApproval, revokeApproval } from "@/lib/approvals/actions";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import type { Seen } from "@/lib/approvals/seen";
import type { Fold } from "@/lib/arguments/types";
import { useSnooze } from "../triage/use-snooze";
import { ApproveControl } from "./approve-control";
import { openFold, SHIFT_GUARD_MS, useFolds, useRingElsewhere, useStillness } from "./guards";
import { DecisionNotice } from "./notice";
import { seenOf, useVerbs } from "./use-decision";
import { type BarVerb, VerbButtons } from "./verbs";

// The dialogs come after the page; once asked for they stay, and with them what was typed.
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
  name,
  note,
  ended,
  next,
}: {
  view: BarView;
  folds: readonly Fold[];
  /** Which call it is: risk, sentence, short id. */
  name: ReactNode;
  /** Why a verb is not there. */
  note: ReactNode;
  /** Who or what ended the wait for a decision, and when; null while it lasts. */
  ended: ReactNode;
  /** Where to go on once the call needs nobody. */
  next: ReactNode;
}) {
  const page = pageOf(view);
  const stillFor = useStillness(page);
  const { unopened, opened } = useFolds(folds, `${view.id} ${view.argumentsSha256}`);
  const { connected } = useLiveStatus();
  const elsewhere = useRingElsewhere();
  const verbs = useVerbs(view, page);
  const { state } = verbs;
  const over = useOver(view, verbs);
  const end = over ? <Over ended={ended} sure={state.kind !== "unreachable"} /> : null;
  const snooze = useSnooze(undefined, end);
  const busy = verbs.busy || elsewhere;
  const mayApprove = view.verbs.includes("approve");
  const pending = view.decision === "pending";
  const begin = (verb: BarVerb) => {
    if (verb !== "snooze") verbs.begin(verb);
    else if (view.snoozed) snooze.wake([view.id]);
    else snooze.begin([{ ...view, headline: textOf(view.headline) }]);
  };
  const goesOn = over || (state.kind === "recorded" && (!pending || !mayApprove));
  const bar = useFocusAfter(verbs, goesOn);
  const seen = (typed?: string): Seen => ({ typed, opened, ms: stillFor() });
  const approve = (typed?: string) =>
    void verbs.finish("approve", () => decide({ ...seenOf(view), verdict: "approve", seen: seen(typed) }));

  if (view.verbs.length === 0 && state.kind === "idle" && !over) return null;
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label="Decide"
      className="@container sticky bottom-(--toasts) z-10 flex flex-col gap-2 border-border border-t bg-surface px-7 py-3 outline-none max-md:px-4 max-md:pt-2.5 max-md:pb-[calc(10px+env(safe-area-inset-bottom))]"
    >
      {elsewhere ? (
        <p className="min-h-5 text-fg-muted text-sm">Another call has the focus in the list.</p>
      ) : (
        name
      )}
      <div aria-live="polite" className="empty:hidden">
        {verbs.open ? null : (end ?? <DecisionNotice state={state} />)}
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
      {goesOn ? next : null}
      <div className="flex flex-wrap items-center gap-2 empty:hidden max-md:[&>button]:min-h-12 max-md:[&>button]:grow max-md:[&>button]:px-2.5">
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
            blocked={!connected || unopened.length > 0 || verbs.outdated}
            busy={busy}
            recording={state.kind === "recording"}
            settled={() => stillFor() >= SHIFT_GUARD_MS}
            onApprove={approve}
            onBegin={() => verbs.begin("approve")}
          />
        ) : null}
      </div>
      {snooze.dialog}
      <Dialogs verbs={verbs} name={name} end={end} blocked={!connected} stillFor={stillFor} seen={seen} />
    </section>
  );
}

const textOf = (headline: BarView["headline"]) => headline.map((part) => part.text).join("");

type Verbs = ReturnType<typeof useVerbs<BarView>>;

/** Whether somebody else or the time ended what the viewer had before them: a wait for a decision, or for a revocation. */
function useOver(view: BarView, { open, state }: Verbs): boolean {
  const [first] = useState(view.decision);
  const own = state.kind === "recording" || (state.kind === "recorded" && state.verb !== "extend");
  if (own) return false;
  return first === "pending" ? view.decision !== "pending" : open !== null && !view.verbs.includes(open);
}

/** After one's own decision the focus goes on to what comes next, and is never left on nothing. */
function useFocusAfter({ open, begun, state }: Verbs, goesOn: boolean) {
  const bar = useRef<HTMLElement>(null);
  const decided = state.kind === "recorded";
  useEffect(() => {
    if (open !== null || !(decided || (goesOn && begun))) return;
    const next = goesOn ? bar.current?.querySelector<HTMLElement>("[data-next]") : null;
    if (next) next.focus();
    else if (document.activeElement === document.body) bar.current?.focus();
  }, [open, begun, decided, goesOn]);
  return bar;
}

/** What ended the call under the viewer's hands. */
function Over({ ended, sure }: { ended: ReactNode; sure: boolean }) {
  return (
    <p className="rounded-control border border-border-strong bg-sunken px-2.5 py-2 text-sm wrap-anywhere">
      {ended} {sure ? "Nothing of yours was recorded." : null}
    </p>
  );
}

function Dialogs({
  verbs,
  name,
  end,
  blocked,
  stillFor,
  seen,
}: {
  verbs: Verbs;
  name: ReactNode;
  end: ReactNode;
  blocked: boolean;
  stillFor: () => number;
  seen: () => Seen;
}) {
  const { open, begun: call, busy, close, finish } = verbs;
  // Here before they are asked for, so that a key opens them at once.
  useEffect(() => void import("./verb-dialogs"), []);
  if (!call) return null;
  return (
    <VerbDialogs
      call={call}
      name={name}
      open={open}
      over={end !== null}
      busy={busy}
      blocked={blocked}
      notice={end ?? <DecisionNotice state={verbs.state} />}
      settled={() => stillFor() >= SHIFT_GUARD_MS}
      onClose={close}
      onApprove={() => finish("approve", () => decide({ ...seenOf(call), verdict: "approve", seen: seen() }))}
      onEdit={(argumentsText, reason, typed) =>
        finish("edit", () =>
          decide({
            ...seenOf(call),
            verdict: "approve",
            argumentsText,
            reason: reason || undefined,
            seen: { typed },
          }),
        )
      }
      onReason={(verb, reason) =>
        finish(verb, () =>
          verb === "revoke"
            ? revokeApproval({ ...seenOf(call), reason })
            : decide({ ...seenOf(call), verdict: verb, reason }),
        )
      }
      onExtend={(seconds) => finish("extend", () => extendApproval({ id: call.id, seconds }))}
      onCancel={(reason) =>
        finish("cancel", () => cancelApproval({ id: call.id, reason: reason || undefined }))
      }
    />
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
