"use client";

import { useId, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import type { ActProblem } from "@/components/ui/use-act";

// Characters of the word, as the server takes it (its schema would bring zod along).
const WORD_MAX = 300;

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
    <Dialog
      open
      onClose={onClose}
      title={`Take this call over from ${name}`}
      description="They see your word in the call’s timeline. It stays possible for both of you to decide."
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
        <TextField
          id={id}
          name="word"
          data-autofocus
          label="A word to them"
          value={word}
          maxLength={WORD_MAX}
          error={missing ? "Say a word: they should not have to guess." : null}
          onChange={(event) => setWord(event.target.value)}
        />
        <ActNotice problem={problem} />
        <div className="flex justify-end gap-2">
          <Button size="lg" onClick={onClose} disabled={pending}>
            Go back
          </Button>
          <Button size="lg" type="submit" variant="primary" pending={pending} pendingLabel="Taking over…">
            Take over
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
