"use client";

import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { TextareaField } from "@/components/ui/field";
import { useAct } from "@/components/ui/use-act";
import { tryCall } from "@/lib/approvals/gate/actions";
import type { TriedCall } from "@/lib/policies/types";
import { writtenPolicy } from "@/lib/policies/written";
import type { Policies } from "../use-policies";
import { TryResult } from "./try-result";

export type Tried = { text: string; result: TriedCall | null };

/** A pasted call, and its result under the policies on this page. */
export function TryView({
  policies: { set, isChanged },
  tried,
  onTry,
}: {
  policies: Policies;
  /** Kept by the page, so that switching views does not lose it. */
  tried: Tried;
  onTry: (tried: Tried) => void;
}) {
  const [shown, setShown] = useState(set);
  const act = useAct(tryCall);
  const run = async () => {
    const answer = await act.run({ text: tried.text, policies: set.rules.map(writtenPolicy) });
    if (!answer?.ok) return;
    setShown(set);
    onTry({ ...tried, result: answer.tried });
  };
  return (
    <div className="flex flex-col gap-3">
      <TextareaField
        name="call"
        label="A call as its gateway would ask about it"
        hint="The body of POST /api/v1/authorize, with the name of the gateway. Secrets are hidden. Nothing is stored or run."
        rows={12}
        value={tried.text}
        onChange={(event) => onTry({ text: event.target.value, result: null })}
        error={act.problem?.fields.text}
        spellCheck={false}
        autoCapitalize="off"
        className="mono"
      />
      <ActNotice problem={act.problem} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="primary"
          icon="play"
          onClick={() => void run()}
          pending={act.pending}
          pendingLabel="Trying…"
        >
          Try this call
        </Button>
        <span className="text-xs text-fg-muted">
          {isChanged
            ? "Countersign tries the unsaved policies on this page."
            : "Countersign tries the policies in force."}
        </span>
      </div>
      <div aria-live="polite">{tried.result && shown === set && <TryResult tried={tried.result} />}</div>
    </div>
  );
}
