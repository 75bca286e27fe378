"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { openedPart } from "@/components/ui/lazy-part";
import { useToast } from "@/components/ui/toast";
import { useAct } from "@/components/ui/use-act";
import { UNREACHABLE } from "@/components/words/ui";
import { revealedText } from "@/lib/core/text/reveal";
import { judgeSuggestion, openSuggestionIssue } from "@/lib/signals/suggestions/actions";
import type { Judged } from "@/lib/signals/suggestions/types";
import type { JudgedSuggestion } from "./suggestion-words";

const DismissDialog = openedPart(() => import("./dismiss-dialog").then((part) => part.DismissDialog));

type Props = {
  suggestion: JudgedSuggestion;
  /** The button that accepts it and rates the tool, if there is one. */
  rate?: ReactNode;
};

/** Accepts, dismisses or reopens a suggestion, or opens an issue from it. All can be undone. */
export function SuggestionActs({ suggestion, rate }: Props) {
  const { id, revision, state, title, hasIssue } = suggestion;
  const [dismissing, setDismissing] = useState(false);
  const router = useRouter();
  const toast = useToast();
  const undo = async (done: Judged) => {
    const answer = await judgeSuggestion({ id, revision: done.revision, state: "open" }).catch(() => null);
    toast({ text: answer?.ok ? "It is open again." : (answer?.message ?? UNREACHABLE) });
    router.refresh();
  };
  const onDone = (done: Judged) => {
    const said = { accepted: "Accepted.", dismissed: "Dismissed.", open: "It is open again." }[done.state];
    toast({ text: said, ...(done.state === "open" ? {} : { undo: () => void undo(done) }) });
    router.refresh();
  };
  const judge = useAct(judgeSuggestion, { onDone });
  const opening = useAct(openSuggestionIssue, {
    onDone: ({ issue }) => {
      toast({ text: `${issue.ref} was opened.` });
      router.refresh();
    },
  });
  const pending = judge.pending || opening.pending;
  return (
    <div className="flex flex-col items-end gap-2 max-sm:w-full max-sm:items-start">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would name a part of a form */}
      <div role="group" aria-label={revealedText(title)} className="flex flex-wrap gap-2">
        {state === "open" && (
          <>
            <Button
              size="sm"
              disabled={pending}
              pending={judge.pending}
              pendingLabel="Accepting…"
              onClick={() => void judge.run({ id, revision, state: "accepted" })}
            >
              Accept
            </Button>
            {rate}
            <Button size="sm" disabled={pending} onClick={() => setDismissing(true)}>
              Dismiss…
            </Button>
          </>
        )}
        {state !== "open" && (
          <Button
            size="sm"
            disabled={pending}
            pending={judge.pending}
            pendingLabel="Reopening…"
            onClick={() => void judge.run({ id, revision, state: "open" })}
          >
            Reopen
          </Button>
        )}
        {state !== "dismissed" && !hasIssue && (
          <Button
            size="sm"
            disabled={pending}
            pending={opening.pending}
            pendingLabel="Opening…"
            onClick={() => void opening.run({ id, revision })}
          >
            Open an issue
          </Button>
        )}
      </div>
      <ActNotice problem={judge.problem ?? opening.problem} />
      {dismissing && (
        <DismissDialog suggestion={suggestion} onClose={() => setDismissing(false)} onDone={onDone} />
      )}
    </div>
  );
}
