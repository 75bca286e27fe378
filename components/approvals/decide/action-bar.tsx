"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLiveStatus } from "@/components/shell/live/status";
import { loadAhead, openedPart } from "@/components/ui/lazy-part";
import { cancelApproval, decide, extendApproval, revokeApproval } from "@/lib/approvals/actions";
import type { Confirmation } from "@/lib/approvals/detail/types";
import type { Seen } from "@/lib/approvals/seen";
import type { Fold } from "@/lib/arguments/types";
import { useSnooze } from "../triage/use-snooze";
import { ApproveControl } from "./approve-control";
import { BarNotes, Over } from "./bar-notes";
import { type BarView, pageOf } from "./bar-view";
import { SHIFT_GUARD_MS, useFolds, useRingElsewhere, useStillness } from "./guards";
import { DecisionNotice } from "./notice";
import { seenOf, useVerbs } from "./use-decision";
import { type BarVerb, VerbButtons } from "./verbs";

// The dialogs come after the page. A reason that was typed stays when its dialog closes; the editor and the second look begin anew.
const loadDialogs = () => import("./verb-dialogs").then((part) => part.VerbDialogs);
const VerbDialogs = openedPart(loadDialogs);

const asksReason = (view: BarView) => view.reasonRequired.includes("approve");

/** A dialog asks for the reason, and is as good as a second press. */
const withReason = (confirmation: Confirmation): Confirmation =>
  confirmation.kind === "type" ? confirmation : { kind: "two_step" };

/** What the bar knows: what may be pressed now, what is under way, and how it ended. */
function useBar(view: BarView, folds: readonly Fold[], ended: ReactNode) {
  const page = pageOf(view);
  const stillFor = useStillness(page);
  const { unopened, opened } = useFolds(folds, `${view.id} ${view.argumentsSha256}`);
  const { connected } = useLiveStatus();
  const elsewhere = useRingElsewhere();
  const verbs = useVerbs(view, page);
  const { state } = verbs;
  const over = useOver(view, verbs);
  const end = over ? <Over ended={ended} sure={state.kind !== "unreachable" && !view.viewerActed} /> : null;
  const snooze = useSnooze(undefined, end);
  const mayApprove = view.verbs.includes("approve");
  const goesOn = over || (state.kind === "recorded" && (view.decision !== "pending" || !mayApprove));
  const section = useFocusAfter(verbs, goesOn);
  // What was typed to unlock, while a dialog asks for the reason.
  const typedFirst = useRef<string>(undefined);
  const seen = (typed = typedFirst.current): Seen => ({ typed, opened, ms: stillFor() });
  const begin = (verb: BarVerb) => {
    if (verb !== "snooze") verbs.begin(verb);
    else if (view.snoozed) snooze.wake([view.id]);
    else snooze.begin([view]);
  };
  const approve = (typed?: string) => {
    typedFirst.current = typed;
    if (asksReason(view)) return verbs.begin("approve");
    void verbs.finish("approve", () => decide({ ...seenOf(view), verdict: "approve", seen: seen(typed) }));
  };
  const busy = verbs.busy || elsewhere;
  return {
    page,
    stillFor,
    unopened,
    connected,
    elsewhere,
    verbs,
    end,
    snooze,
    mayApprove,
    goesOn,
    section,
    seen,
    begin,
    approve,
    busy,
  };
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
  const bar = useBar(view, folds, ended);
  const { page, verbs, snooze, mayApprove, connected, end, goesOn, stillFor, seen } = bar;
  const { state } = verbs;
  if (view.verbs.length === 0 && state.kind === "idle" && end === null) return null;
  return (
    <section
      ref={bar.section}
      tabIndex={-1}
      aria-label="Decide"
      className="@container sticky bottom-0 max-lg:bottom-(--toasts) z-10 flex flex-col gap-2 border-border border-t bg-surface px-7 py-3 outline-none max-md:px-4 max-md:pt-2.5 max-md:pb-[calc(10px+env(safe-area-inset-bottom))]"
    >
      <div className="min-h-5 [&_[data-headline]]:line-clamp-1">
        {bar.elsewhere ? (
          <p className="text-fg-muted text-sm">The focus is on another call in the list.</p>
        ) : (
          name
        )}
      </div>
      <BarNotes
        view={view}
        state={verbs.open ? null : state}
        end={end}
        note={note}
        problem={snooze.problem}
        paused={mayApprove && !connected}
        unopened={mayApprove ? bar.unopened : []}
      />
      {goesOn ? next : null}
      <div className="flex flex-wrap items-center gap-2 empty:hidden max-md:[&>button]:min-h-12 max-md:[&>button]:grow max-md:[&>button]:px-2.5">
        <VerbButtons
          verbs={view.verbs}
          snooze={view.decision === "pending" ? (view.snoozed ? "wake" : "snooze") : null}
          busy={bar.busy}
          crowded={view.confirmation.kind === "type" && mayApprove}
          onBegin={bar.begin}
        />
        <span className="grow max-md:hidden" />
        {mayApprove ? (
          <ApproveControl
            key={page}
            confirmation={asksReason(view) ? withReason(view.confirmation) : view.confirmation}
            label={view.approveLabel}
            blocked={!connected || bar.unopened.length > 0 || verbs.outdated}
            busy={bar.busy}
            recording={state.kind === "recording"}
            settled={() => stillFor() >= SHIFT_GUARD_MS}
            onApprove={bar.approve}
            onBegin={() => verbs.begin("approve")}
          />
        ) : null}
      </div>
      {snooze.dialog}
      <Dialogs verbs={verbs} name={name} end={end} blocked={!connected} stillFor={stillFor} seen={seen} />
    </section>
  );
}

type Verbs = ReturnType<typeof useVerbs<BarView>>;

/** Whether somebody else or the time ended what the viewer had before them: a wait for a decision, or for a revocation. */
function useOver(view: BarView, { open, state }: Verbs): boolean {
  const [first, setFirst] = useState(view.decision);
  const own = state.kind === "recording" || (state.kind === "recorded" && state.verb !== "extend");
  // What oneself decided is what one has before oneself from then on: it may be revoked at once.
  if (own && first !== view.decision) setFirst(view.decision);
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
  useEffect(() => loadAhead(loadDialogs), []);
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
      onApprove={(reason) =>
        finish("approve", () =>
          decide({ ...seenOf(call), verdict: "approve", reason: reason || undefined, seen: seen() }),
        )
      }
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
