"use client";

import { useState } from "react";
import { FormDialog } from "@/components/ui/form-dialog";
import { NumberedChoices } from "@/components/ui/numbered-choices";
import { EXTENSIONS, USUAL_EXTENSION } from "@/lib/approvals/extensions";

/** Moves the deadline. */
export function ExtendDialog({
  name,
  open,
  over,
  busy,
  message,
  onClose,
  onSubmit,
}: {
  name: React.ReactNode;
  open: boolean;
  over: boolean;
  busy: boolean;
  message: React.ReactNode;
  onClose: () => void;
  onSubmit: (seconds: number) => void;
}) {
  const [seconds, setSeconds] = useState<number>(USUAL_EXTENSION.seconds);
  return (
    <FormDialog
      {...{ open, over, onClose }}
      title="Give it more time"
      description="The deadline moves later for everyone."
      submit="Extend"
      pending={busy}
      onSubmit={() => onSubmit(seconds)}
    >
      {name}
      <NumberedChoices
        legend="Time to add"
        name="seconds"
        options={EXTENSIONS.map(({ seconds: value, label }) => ({ value: String(value), label }))}
        chosen={String(seconds)}
        onChoose={(value) => setSeconds(Number(value))}
      />
      {message}
    </FormDialog>
  );
}
