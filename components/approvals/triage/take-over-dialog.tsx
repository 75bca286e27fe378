"use client";

import { type ReactNode, useId, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import type { ActProblem } from "@/components/ui/use-act";
import { WORD_MAX } from "@/lib/approvals/triage/types";
import { CallName, type NamedCall } from "../call-name";

/** Taking a call over goes with a note to the user it is assigned to. */
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
    <Dialog
      open
      onClose={onClose}
      title={`Take this call over from ${name}`}
      description="Your note appears in the call’s timeline. Both of you can still decide."
      busy={pending}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(word.trim() === "");
          if (word.trim() !== "") onSubmit(word.trim());
        }}
        className="flex flex-col gap-3"
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
        {ended ? <p className="text-sm">{ended}</p> : <ActNotice problem={problem} />}
        <div className="flex justify-end gap-2">
          <Button size="lg" onClick={onClose} disabled={pending}>
            Go back
          </Button>
          <Button
            size="lg"
            type="submit"
            variant="primary"
            disabled={!!ended}
            pending={pending}
            pendingLabel="Taking over…"
          >
            Take over
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
