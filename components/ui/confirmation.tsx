"use client";

import { useState } from "react";
import { typeToConfirm as typeThis } from "@/components/words/ui";
import { ActNotice } from "./act-notice";
import { Button } from "./button";
import type { ConfirmActProps } from "./confirm-act";
import { Dialog } from "./dialog";
import { TextField } from "./field";
import { useAct } from "./use-act";

/** The dialog of a `ConfirmAct`; loaded when it is first needed. */
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
}: Omit<ConfirmActProps, "label" | "variant" | "size" | "icon" | "disabled"> & { onClose: () => void }) {
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
            label={typeThis(typeToConfirm)}
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
