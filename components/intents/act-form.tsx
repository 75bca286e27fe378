"use client";

import type { ReactNode } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { ActProblem } from "@/components/ui/use-act";

type Props = {
  title: ReactNode;
  description: string;
  submit: string;
  pending: boolean;
  problem: ActProblem | null;
  disabled?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that asks for what an act needs. */
export function ActForm({
  title,
  description,
  submit,
  pending,
  problem,
  disabled,
  onSubmit,
  onClose,
  children,
}: Props) {
  return (
    <Dialog open onClose={onClose} title={title} description={description} busy={pending}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        <ActNotice problem={problem} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="lg" onClick={onClose} disabled={pending}>
            Cancel
          </Button>
          <Button
            size="lg"
            type="submit"
            variant="primary"
            disabled={disabled}
            pending={pending}
            pendingLabel="Recording…"
          >
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
