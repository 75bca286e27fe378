"use client";

import { useId, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import type { Act } from "@/components/ui/use-act";
import { SAVED_NAME_MAX } from "@/lib/auth/people/types";

/** Asks for the name of a kept filter. */
export function NameDialog({
  title,
  note,
  submit,
  initial,
  act,
  onClose,
}: {
  title: string;
  note?: string;
  submit: string;
  initial: string;
  act: Act<string, object>;
  onClose: () => void;
}) {
  const id = useId();
  const [name, setName] = useState(initial);
  const fault = act.problem?.fields.name ?? null;
  return (
    <Dialog open onClose={onClose} title={title} description={note} busy={act.pending}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void act.run(name.trim());
        }}
        className="flex flex-col gap-3"
      >
        <TextField
          id={id}
          name="name"
          data-autofocus
          required
          label="Name"
          value={name}
          maxLength={SAVED_NAME_MAX}
          error={fault}
          onChange={(event) => setName(event.target.value)}
        />
        {fault ? null : <ActNotice problem={act.problem} />}
        <div className="flex justify-end gap-2">
          <Button size="lg" onClick={onClose} disabled={act.pending}>
            Go back
          </Button>
          <Button size="lg" type="submit" variant="primary" pending={act.pending} pendingLabel="Saving…">
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
