"use client";

import { type ReactNode, useId, useState } from "react";
import { TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import type { ActProblem } from "@/components/ui/use-act";
import { WORD_MAX } from "@/lib/approvals/triage/types";
import { CallName, type NamedCall } from "../call-name";

/** Taking a call over sends a note to its assignee. */
export function TakeOverDialog({
  call,
  name,
  ended,
  pending,
  problem,
  onClose,
  onSubmit,
}: {
  call: NamedCall;
  name: string;
  /** What ended the call while the dialog was open. */
  ended: ReactNode;
  pending: boolean;
  problem: ActProblem | null;
  onClose: () => void;
  onSubmit: (word: string) => void;
}) {
  const id = useId();
  const [word, setWord] = useState("");
  const [missing, setMissing] = useState(false);
  return (
    <FormDialog
      title={`Take this call over from ${name}`}
      description="Your note appears in the call’s timeline. Both of you can still decide."
      submit="Take over"
      pending={pending}
      pendingLabel="Taking over…"
      problem={ended ? null : problem}
      disabled={!!ended}
      onClose={onClose}
      onSubmit={() => {
        setMissing(word.trim() === "");
        if (word.trim() !== "") onSubmit(word.trim());
      }}
    >
      <CallName call={call} />
      <TextField
        id={id}
        name="word"
        data-autofocus
        label={`Note to ${name}`}
        value={word}
        maxLength={WORD_MAX}
        error={missing ? "Write a note, so that they know why." : null}
        onChange={(event) => setWord(event.target.value)}
      />
      {ended ? <p className="text-sm">{ended}</p> : null}
    </FormDialog>
  );
}
