"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Asking } from "@/components/shell/keys/asking";
import { ringedElsewhere } from "@/components/shell/keys/ring";
import { useLiveStatus } from "@/components/shell/live/status";
import { loadAhead, openedPart } from "@/components/ui/lazy-part";
import {
  cancelApproval,
  decide,
  extendApproval,
  revokeApproval,
  undoApproval,
} from "@/lib/approvals/actions";
import { breakGlass } from "@/lib/approvals/break-glass/actions";
import type { Confirmation } from "@/lib/approvals/detail/types";
import type { SignedVerdict } from "@/lib/approvals/signing/types";
import type { Seen } from "@/lib/approvals/types";
import { ALL_OPENED, type Fold } from "@/lib/arguments/types";
import { useSnooze } from "../triage/use-snooze";
import { ApproveControl } from "./approve-control";
import { BarNotes, Over } from "./bar-notes";
import { type BarView, pageOf } from "./bar-view";
import type { NextRow } from "./going-on";
import { useFolds, useRingElsewhere, useStillness } from "./guards";
import { HeldNote } from "./held-note";
import { DecisionNotice } from "./notice";
import { useOnScreen, useVisibleTime } from "./on-screen";
import { loadSigningAhead, sendSigned, type TellSigning } from "./sign";
import { seenOf, useVerbs } from "./use-decision";
import { useGoingOn } from "./use-going-on";
import { type BarVerb, VerbButtons } from "./verbs";

// Dialogs load after the page. A typed reason survives closing its dialog; the editor and the
// second look start fresh.
const loadDialogs = () => import("./verb-dialogs").then((part) => part.VerbDialogs);
const VerbDialogs = openedPart(loadDialogs);

const NoUndo = openedPart(() => import("./no-undo").then((part) => part.NoUndo));

const asksReason = (view: BarView) => view.reasonRequired.includes("approve");

/** The dialog for the reason replaces the second press. */
const withReason = (confirmation: Confirmation): Confirmation =>
  confirmation.kind === "type" ? confirmation : { kind: "two_step" };

/** State of the bar: available verbs, the pending one and its result. */
function useBar(view: BarView, folds: readonly Fold[], ended: ReactNode, nextRow: NextRow | null) {
  const page = pageOf(view);
  const { stillFor, isSettled } = useStillness(page);
  const shown = `${view.id} ${view.argumentsSha256}`;
  const { unopened, opened } = useFolds(folds, shown);
  const visibleFor = useVisibleTime(shown);
  const onScreen = useOnScreen(shown, view.decision === "pending");
  const { connected } = useLiveStatus();
  const elsewhere = useRingElsewhere();
  const onward = useGoingOn(nextRow);
  const verbs = useVerbs(view, page, onward);
  const { state } = verbs;
  const over = useOver(view, verbs);
  const end = over ? <Over ended={ended} sure={state.kind !== "unreachable" && !view.viewerActed} /> : null;
  const snooze = useSnooze(onward.goOn, end);
  const mayApprove = view.verbs.includes("approve");
  const goesOn = over || (state.kind === "recorded" && (view.decision !== "pending" || !mayApprove));
  const section = useFocusAfter(verbs, goesOn);
  // The typed confirmation, kept while a dialog asks for the reason.
  const typedFirst = useRef<string>(undefined);
  const seen = (typed = typedFirst.current): Seen => {
    const parts = onScreen.now?.parts ?? [];
    return { typed, opened: allOf(folds, opened), ms: stillFor(), visible_ms: visibleFor(), parts };
  };
  const begin = (verb: BarVerb) => {
    if (verb === "undo") void verbs.finish(verb, () => undoApproval(seenOf(view)));
    else if (verb !== "snooze") verbs.begin(verb);
    else if (view.snoozed) snooze.wake([view.id]);
    else snooze.begin([view]);
  };
  useEffect(() => {
    if (view.passkey?.has) loadSigningAhead();
  }, [view.passkey?.has]);
  const approve = (typed?: string) => {
    typedFirst.current = typed;
    // The pressed button is disabled meanwhile and would lose the focus to the page.
    if (section.current?.contains(document.activeElement)) section.current.focus({ preventScroll: true });
    if (asksReason(view)) return verbs.begin("approve");
    void verbs.finish("approve", (tell) =>
      sendSigned(asksFor(view, "approve", tell), (passkey) =>
        decide({ ...seenOf(view), verdict: "approve", seen: seen(typed), passkey }),
      ),
    );
  };
  const busy = verbs.busy || elsewhere;
  return {
    page,
    isSettled,
    unopened,
    unread: { parts: demandsReading(view) ? onScreen.now?.unseen : [], showNext: onScreen.showNext },
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

/**
 * What the passkey has to sign. An edit that others have to approve is no approval, so it needs no
 * signature.
 */
function asksFor(view: BarView, verdict: SignedVerdict, tell: TellSigning, argumentsText?: string) {
  const isYes = argumentsText === undefined || !view.editsApart;
  return {
    needed: view.passkey !== null && isYes,
    about: { ...seenOf(view), verdict, argumentsText },
    tell,
  };
}

/** At high and critical, the viewer must have seen the whole call before approving. */
const demandsReading = ({ risk }: BarView) => risk === "high" || risk === "critical";

// Names of folds come from the arguments. Beyond this length, the bar reports only that all are
// open.
const OPENED_CHARACTERS_MAX = 20_000;

function allOf(folds: readonly Fold[], opened: string[]): string[] {
  const must = folds.filter((fold) => fold.must);
  const isLong = opened.reduce((sum, id) => sum + id.length, 0) > OPENED_CHARACTERS_MAX;
  return isLong && opened.length === must.length ? [ALL_OPENED] : opened;
}

type BarProps = {
  view: BarView;
  folds: readonly Fold[];
  name: ReactNode;
  /** Why a verb is missing. */
  note: ReactNode;
  /** Who or what ended the wait for a decision, and when; null while the call waits. */
  ended: ReactNode;
  /** The next call, once this one needs no decision. */
  next: ReactNode;
  nextRow: NextRow | null;
};

/** The verbs the viewer may use on this call, fixed to the bottom of the page. */
export function ActionBar({ view, folds, name, note, ended, next, nextRow }: BarProps) {
  const bar = useBar(view, folds, ended, nextRow);
  const { page, verbs, snooze, mayApprove, connected, end, goesOn } = bar;
  const { state } = verbs;
  if (view.verbs.length === 0 && state.kind === "idle" && end === null) return null;
  return (
    <section
      ref={bar.section}
      data-bar
      data-own-act={state.kind === "recorded" || undefined}
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
      <HeldNote view={view} />
      <BarNotes
        view={view}
        state={verbs.open ? null : state}
        end={end}
        note={note}
        problem={snooze.problem}
        paused={mayApprove && !connected}
        unopened={mayApprove || view.breakGlass ? bar.unopened : []}
        unread={mayApprove ? bar.unread : null}
      />
      {state.kind === "recorded" && !view.verbs.includes("undo") ? <NoUndo state={state} /> : null}
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
            blocked={
              !connected || bar.unopened.length > 0 || bar.unread.parts?.length !== 0 || verbs.outdated
            }
            busy={bar.busy}
            recording={state.kind === "recording"}
            settled={(byKey) => bar.isSettled(byKey ? "turned" : "moved")}
            onApprove={bar.approve}
            onBegin={() => verbs.begin("approve")}
          />
        ) : null}
      </div>
      {snooze.dialog}
      <Dialogs bar={bar} name={name} />
    </section>
  );
}

type Verbs = ReturnType<typeof useVerbs<BarView>>;

type Bar = ReturnType<typeof useBar>;

/** Whether another person or a timeout ended the wait for a decision or the time for revoking. */
function useOver(view: BarView, { open, state }: Verbs): boolean {
  const [first, setFirst] = useState(view.decision);
  const own = state.kind === "recording" || (state.kind === "recorded" && state.verb !== "extend");
  // After the viewer's own decision, only a revocation counts as an end.
  if (own && first !== view.decision) setFirst(view.decision);
  if (own) return false;
  return first === "pending" ? view.decision !== "pending" : open !== null && !view.verbs.includes(open);
}

/**
 * After the viewer's own decision, moves the focus to the next call so that it is never lost. If
 * the focus moved to another row meanwhile, it stays there.
 */
function useFocusAfter({ open, begun, state }: Verbs, goesOn: boolean) {
  const bar = useRef<HTMLElement>(null);
  const decided = state.kind === "recorded";
  useEffect(() => {
    if (open !== null || !(decided || (goesOn && begun)) || ringedElsewhere()) return;
    const next = goesOn ? bar.current?.querySelector<HTMLElement>("[data-next]") : null;
    if (next) next.focus();
    else if (document.activeElement === document.body) bar.current?.focus();
  }, [open, begun, decided, goesOn]);
  return bar;
}

function Dialogs({ bar, name }: { bar: Bar; name: ReactNode }) {
  const { verbs, end, connected, isSettled, seen, unopened } = bar;
  const { open, begun: call, busy, close, finish } = verbs;
  // Loads the dialogs ahead, so that a key opens them at once.
  useEffect(() => loadAhead(loadDialogs), []);
  if (!call) return null;
  return (
    <>
      {open ? <Asking /> : null}
      <VerbDialogs
        call={call}
        name={name}
        open={open}
        over={end !== null}
        busy={busy}
        blocked={!connected}
        notice={end ?? <DecisionNotice state={verbs.state} />}
        unopened={unopened.length}
        settled={() => isSettled("changed")}
        onClose={close}
        onApprove={(reason) =>
          finish("approve", (tell) =>
            sendSigned(asksFor(call, "approve", tell), (passkey) =>
              decide({
                ...seenOf(call),
                verdict: "approve",
                reason: reason || undefined,
                seen: seen(),
                passkey,
              }),
            ),
          )
        }
        onEdit={(argumentsText, reason, typed) =>
          finish("edit", (tell) =>
            sendSigned(asksFor(call, "approve", tell, argumentsText), (passkey) =>
              decide({
                ...seenOf(call),
                verdict: "approve",
                argumentsText,
                reason: reason || undefined,
                seen: { ...seen(), typed },
                passkey,
              }),
            ),
          )
        }
        onReason={(verb, reason) =>
          finish(verb, () =>
            verb === "revoke"
              ? revokeApproval({ ...seenOf(call), reason, seen: seen() })
              : decide({ ...seenOf(call), verdict: verb, reason, seen: seen() }),
          )
        }
        onBreakGlass={(reason, typed) =>
          finish("break_glass", (tell) =>
            sendSigned(asksFor(call, "break_glass", tell), (passkey) =>
              breakGlass({ ...seenOf(call), reason, seen: seen(typed), passkey }),
            ),
          )
        }
        unread={unopened.length > 0 || bar.unread.parts?.length !== 0 || verbs.outdated}
        onRemember={(remember) =>
          finish("remember", () => decide({ ...seenOf(call), verdict: "approve", seen: seen(), remember }))
        }
        onExtend={(seconds) => finish("extend", () => extendApproval({ id: call.id, seconds }))}
        onCancel={(reason) =>
          finish("cancel", () => cancelApproval({ id: call.id, reason: reason || undefined }))
        }
      />
    </>
  );
}
