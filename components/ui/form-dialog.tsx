"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { ActNotice } from "./act-notice";
import { Button } from "./button";
import { Dialog, type DialogProps } from "./dialog";
import { DraftNotice } from "./draft/draft-notice";
import { type DialogDraft, useDialogDraft } from "./draft/use-dialog-draft";
import type { ActProblem } from "./use-act";

type Props = Pick<DialogProps, "title" | "description" | "kind" | "onClose"> & {
  open?: boolean;
  /** The words of the button that does it. */
  submit: string;
  pending: boolean;
  pendingLabel?: string;
  /** Why the server refused the last attempt. */
  problem?: ActProblem | null;
  /** Missing input; shown after an attempt, and nothing is sent. */
  fault?: string | null;
  disabled?: boolean;
  /** Whether its subject ended meanwhile: the dialog can only be closed. */
  over?: boolean;
  /** The label of the cancel button. */
  leave?: string;
  /** What is typed into it: kept when it is closed, gone once it is done. */
  draft?: DialogDraft;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children?: ReactNode;
};

/** A dialog with the input of an action: fields, the refusal, and two buttons. */
export function FormDialog({
  open = true,
  submit,
  pending,
  pendingLabel = "Recording…",
  problem = null,
  fault = null,
  disabled = false,
  over = false,
  leave = "Go back",
  draft,
  onSubmit,
  onClose,
  children,
  ...dialog
}: Props) {
  const [tried, setTried] = useState(false);
  const close = useDialogDraft(draft, { open, pending, failed: problem !== null, onClose });
  const submitted = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (fault === null) onSubmit(event);
  };
  return (
    <Dialog {...dialog} onClose={close} open={open} busy={pending}>
      <form onSubmit={submitted} className="flex flex-col gap-3">
        {draft ? <DraftNotice draft={draft} /> : null}
        {children}
        {tried && fault ? (
          <p role="alert" className="font-medium text-risk-high text-sm">
            {fault}
          </p>
        ) : null}
        <ActNotice problem={problem} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="lg" onClick={close} disabled={pending}>
            {over ? "Close" : leave}
          </Button>
          <Button
            size="lg"
            type="submit"
            variant="primary"
            disabled={disabled || over}
            pending={pending}
            pendingLabel={pendingLabel}
          >
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
