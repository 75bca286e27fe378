"use client";

import { useId, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import type { ActProblem } from "@/components/ui/use-act";
import { TAKE_OVER } from "@/components/words/approvals/personal";
import { WORD_MAX } from "@/lib/approvals/triage/types";

/** Taking a call over goes with a word to the person who has it. */
export function TakeOverDialog({
  name,
  pending,
  problem,
  onClose,
  onSubmit,
}: {
  name: string;
  pending: boolean;
  problem: ActProblem | null;
  onClose: () => void;
  onSubmit: (word: string) => void;
}) {
  const id = useId();
  const [word, setWord] = useState("");
  const [missing, setMissing] = useState(false);
  return (
    <Dialog open onClose={onClose} title={TAKE_OVER.title(name)} description={TAKE_OVER.note} busy={pending}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(word.trim() === "");
          if (word.trim() !== "") onSubmit(word.trim());
        }}
        className="flex flex-col gap-3"
      >
        <TextField
          id={id}
          name="word"
          data-autofocus
          label={TAKE_OVER.word}
          value={word}
          maxLength={WORD_MAX}
          error={missing ? TAKE_OVER.missing : null}
          onChange={(event) => setWord(event.target.value)}
        />
        <ActNotice problem={problem} />
        <div className="flex justify-end gap-2">
          <Button size="lg" onClick={onClose} disabled={pending}>
            {TAKE_OVER.back}
          </Button>
          <Button
            size="lg"
            type="submit"
            variant="primary"
            pending={pending}
            pendingLabel={TAKE_OVER.pending}
          >
            {TAKE_OVER.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
