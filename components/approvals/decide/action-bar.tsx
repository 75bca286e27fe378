"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useState } from "react";
import { useLiveStatus } from "@/components/shell/live/status";
import { DECIDE } from "@/components/words/approvals/decide";
import { revokeApproval } from "@/lib/approvals/actions";
import type { ApprovalView, Verb } from "@/lib/approvals/detail/types";
import type { DecideApproval } from "@/lib/approvals/types";
import type { Fold } from "@/lib/arguments/types";
import { type SnoozeActions, useSnooze } from "../triage/use-snooze";
import { ApproveControl } from "./approve-control";
import { openFold, useShiftGuard, useUnopened } from "./guards";
import { DecisionNotice, isOutdated } from "./notice";
import { type DecisionActions, useDecision } from "./use-decision";
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
> & {
  facts: { label: string; text: string }[];
  argumentsText: string | null;
  /** The definition of the tool, for those who may edit. */
  schemaText: string | null;
  decideBy: Date;
  votes: number;
  snoozed: boolean;
};

type Seen = Pick<DecideApproval, "id" | "revision" | "argumentsSha256">;

/** The verbs the viewer may use on this call, stuck to the bottom of the page. */
export function ActionBar({
  view,
  folds,
  actions,
  next,
}: {
  view: BarView;
  folds: readonly Fold[];
  actions: DecisionActions & SnoozeActions;
  /** Where to go on after one's own decision. */
  next: ReactNode;
}) {
  const page = [
    view.id,
    view.revision,
    view.argumentsSha256,
    view.decision,
    view.execution,
    view.votes,
    view.decideBy.getTime(),
  ].join(" ");
  const settled = useShiftGuard(page);
  const unopened = useUnopened(folds, `${view.id} ${view.argumentsSha256}`);
  const { connected } = useLiveStatus();
  const { state, run, clear } = useDecision();
  const [open, setOpen] = useState<Verb | null>(null);
  const [asked, setAsked] = useState(false);
  const snooze = useSnooze(actions);
  // What stood on the page when a dialog was opened: a call that changed meanwhile is refused as stale, not decided unseen.
  const [seen, setSeen] = useState<Seen>(view);
  const [triedOn, setTriedOn] = useState(page);
  const changed = useChanged(view);

  const recording = state.kind === "recording";
  // From the press until the page shows what it did, nothing can be pressed again.
  const busy = recording || (state.kind === "recorded" && triedOn === page);
  const may = (verb: Verb) => view.verbs.includes(verb);
  // After a refusal that says "not any more", approving waits for the page as it is now.
  const outdated = isOutdated(state) && triedOn === page;
  const blocked = !connected || unopened.length > 0 || outdated;
  const begin = (verb: BarVerb) => {
    if (verb === "snooze") {
      if (view.snoozed) snooze.wake([view.id]);
      else snooze.begin([{ id: view.id, decideBy: view.decideBy }]);
      return;
    }
    setAsked(true);
    const { id, revision, argumentsSha256 } = view;
    setSeen({ id, revision, argumentsSha256 });
    clear();
    setOpen(verb);
  };
  const finish = async (verb: Verb, send: Parameters<typeof run>[1]) => {
    setTriedOn(page);
    if (await run(verb, send)) setOpen(null);
  };
  const approve = () => {
    const { id, revision, argumentsSha256 } = view;
    setTriedOn(page);
    return run("approve", () => actions.decide({ id, revision, argumentsSha256, verdict: "approve" }));
  };
  const notice = <DecisionNotice state={state} />;

  if (view.verbs.length === 0 && state.kind === "idle") return null;
  return (
    <section
      aria-label={DECIDE.bar}
      className="@container sticky bottom-0 z-10 flex flex-col gap-2 border-border border-t bg-surface px-7 py-3 max-md:px-4 max-md:pt-2.5 max-md:pb-[calc(10px+env(safe-area-inset-bottom))]"
    >
      <div aria-live="polite" className="empty:hidden">
        {open ? null : notice}
        {changed && view.decision === "pending" ? <p className="text-sm">{DECIDE.changedUnderYou}</p> : null}
        {snooze.problem ? <p className="text-sm">{snooze.problem}</p> : null}
        {may("approve") && !connected ? <p className="text-sm text-fg-muted">{DECIDE.paused}</p> : null}
        {may("approve") && unopened.length > 0 ? <Unopened folds={unopened} /> : null}
      </div>
      {state.kind === "recorded" && (view.decision !== "pending" || !may("approve")) ? next : null}
      <div className="flex flex-wrap items-center gap-2 max-md:[&>button]:min-h-12 max-md:[&>button]:grow max-md:[&>button]:px-2.5">
        <VerbButtons
          verbs={view.verbs}
          snooze={view.decision === "pending" ? (view.snoozed ? "wake" : "snooze") : null}
          busy={busy}
          crowded={view.confirmation.kind === "type" && may("approve")}
          onBegin={begin}
        />
        <span className="grow max-md:hidden" />
        {may("approve") ? (
          <ApproveControl
            key={page}
            confirmation={view.confirmation}
            label={view.approveLabel}
            risk={view.risk}
            headline={view.headline}
            facts={view.facts}
            blocked={blocked}
            busy={busy}
            recording={recording}
            settled={settled}
            onApprove={approve}
          />
        ) : null}
      </div>
      {snooze.dialog}
      {asked ? (
        <VerbDialogs
          open={open}
          busy={busy}
          notice={notice}
          onClose={() => setOpen(null)}
          onReason={(verb, reason) =>
            finish(verb, () =>
              verb === "revoke"
                ? revokeApproval({ ...seen, reason })
                : actions.decide({ ...seen, verdict: verb, reason }),
            )
          }
          onExtend={(seconds) => finish("extend", () => actions.extend({ id: view.id, seconds }))}
          onCancel={(reason) =>
            finish("cancel", () => actions.cancel({ id: view.id, reason: reason || undefined }))
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
          blocked={!connected}
          message={notice}
          onClose={() => setOpen(null)}
          onSubmit={(argumentsText, reason) =>
            finish("edit", () =>
              actions.decide({ ...seen, verdict: "approve", argumentsText, reason: reason || undefined }),
            )
          }
        />
      ) : null}
    </section>
  );
}

function Unopened({ folds }: { folds: readonly Fold[] }) {
  return (
    <p className="text-sm text-fg-muted">
      {DECIDE.openFirst(folds.length)}{" "}
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

/** True once the same call shows other arguments than when the page was opened, until another call is. */
function useChanged(view: BarView): boolean {
  const [first, setFirst] = useState({ id: view.id, sha: view.argumentsSha256 });
  useEffect(() => {
    setFirst((before) => (before.id === view.id ? before : { id: view.id, sha: view.argumentsSha256 }));
  }, [view.id, view.argumentsSha256]);
  return first.id === view.id && first.sha !== view.argumentsSha256;
}
