"use client";

import { useId, useState } from "react";
import { TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import type { Act } from "@/components/ui/use-act";
import { SAVED_NAME_MAX } from "@/lib/auth/people/types";

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
    <FormDialog
      title={title}
      description={note}
      submit={submit}
      pending={act.pending}
      pendingLabel="Saving…"
      problem={fault ? null : act.problem}
      onClose={onClose}
      onSubmit={() => void act.run(name.trim())}
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
    </FormDialog>
  );
}
