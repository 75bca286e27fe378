"use client";

import { type ReactNode, useState } from "react";
import { ActNotice } from "./act-notice";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { TextField } from "./field";
import { type ActResult, useAct } from "./use-act";

export type ConfirmationProps = {
  /** Bound to its input by the caller: `() => revoke({ id })`. */
  act: () => Promise<ActResult>;
  title: string;
  /** What will happen and what cannot be undone. */
  description?: ReactNode;
  confirm: string;
  pendingLabel?: string;
  /** The text to type before confirming. */
  typeToConfirm?: string;
  children?: ReactNode;
  onDone?: () => void;
};

/** The dialog of a `ConfirmAct`; loads on first use. */
export function Confirmation({
  act: run,
  title,
  description,
  confirm,
  pendingLabel,
  typeToConfirm,
  children,
  onDone,
  onClose,
}: ConfirmationProps & { onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const act = useAct<void, object>(run, {
    onDone: () => {
      onClose();
      onDone?.();
    },
  });
  const locked = typeToConfirm !== undefined && typed.trim() !== typeToConfirm;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      busy={act.pending}
      footer={
        <>
          <Button
            data-autofocus={typeToConfirm === undefined || undefined}
            onClick={onClose}
            disabled={act.pending}
          >
            Cancel
          </Button>
          <Button
            variant="primary"
            data-submit
            disabled={locked}
            pending={act.pending}
            pendingLabel={pendingLabel}
            onClick={() => void act.run()}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {children}
        {typeToConfirm !== undefined && (
          <TextField
            name="confirm"
            label={`Type ${typeToConfirm} to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        )}
        <ActNotice problem={act.problem} />
      </div>
    </Dialog>
  );
}
