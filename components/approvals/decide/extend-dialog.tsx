"use client";

import { useState } from "react";
import { FormDialog } from "@/components/ui/form-dialog";
import { NumberedChoices } from "@/components/ui/numbered-choices";

const HOUR_SECONDS = 60 * 60;

const CHOICES = [
  { seconds: 15 * 60, label: "15 minutes" },
  { seconds: HOUR_SECONDS, label: "1 hour" },
  { seconds: 4 * HOUR_SECONDS, label: "4 hours" },
  { seconds: 24 * HOUR_SECONDS, label: "1 day" },
  { seconds: 3 * 24 * HOUR_SECONDS, label: "3 days" },
];

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
  const [seconds, setSeconds] = useState(HOUR_SECONDS);
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
        options={CHOICES.map(({ seconds: value, label }) => ({ value: String(value), label }))}
        chosen={String(seconds)}
        onChoose={(value) => setSeconds(Number(value))}
      />
      {message}
    </FormDialog>
  );
}
