"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { EXTEND } from "@/components/words/approvals/extend";

const HOUR_SECONDS = 60 * 60;

/** Moves the deadline. */
export function ExtendDialog({
  open,
  busy,
  message,
  onClose,
  onSubmit,
}: {
  open: boolean;
  busy: boolean;
  message: React.ReactNode;
  onClose: () => void;
  onSubmit: (seconds: number) => void;
}) {
  const [seconds, setSeconds] = useState(HOUR_SECONDS);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Give it more time"
      description="The deadline moves later, for everybody."
      busy={busy}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(seconds);
        }}
        className="flex flex-col gap-3"
      >
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 font-medium text-sm">Time to add</legend>
          {EXTEND.extendChoices.map((choice) => (
            <label key={choice.seconds} className="flex min-h-8 items-center gap-2 text-base max-md:min-h-12">
              <input
                type="radio"
                name="seconds"
                checked={seconds === choice.seconds}
                onChange={() => setSeconds(choice.seconds)}
              />
              {choice.label}
            </label>
          ))}
        </fieldset>
        {message}
        <div className="flex justify-end gap-2">
          <Button size="lg" onClick={onClose} disabled={busy}>
            Go back
          </Button>
          <Button size="lg" type="submit" variant="primary" pending={busy} pendingLabel="Recording…">
            Extend
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
