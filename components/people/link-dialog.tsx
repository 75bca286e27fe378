"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { isOnThisMachine } from "@/components/onboarding/commands";
import { ActionForm } from "@/components/ui/action-form";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SecretOnce } from "@/components/ui/secret-once";
import { Time } from "@/components/ui/time";
import type { ActResult } from "@/components/ui/use-act";
import { INVITE, linkUntil } from "@/components/words/people";

export type ShownLink = { url: string; email: string; expiresAt: Date };
export type MakeLink = (input: object) => Promise<ActResult<ShownLink>>;

/** A button, the form that makes a one-time link, and the link, once. */
export function LinkDialog({
  label,
  title,
  note,
  submit,
  make,
  read,
  children,
  ...look
}: {
  label: string;
  title: string;
  note: string;
  submit: string;
  make: MakeLink;
  read: (data: FormData) => object;
  children: (fields: Readonly<Record<string, string>>) => ReactNode;
} & Pick<ButtonProps, "variant" | "size" | "icon">) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<ShownLink | null>(null);
  const close = () => {
    setOpen(false);
    setMade(null);
    // Only now: a page read again under the dialog would move what is behind it.
    if (made) router.refresh();
  };
  return (
    <>
      <Button {...look} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && made === null && (
        <Dialog open onClose={close} title={title} description={note}>
          <ActionForm action={make} read={read} submit={submit} pendingLabel={INVITE.making} onDone={setMade}>
            {children}
          </ActionForm>
        </Dialog>
      )}
      {made && (
        <Dialog
          open
          onClose={close}
          title={INVITE.made}
          footer={
            <Button variant="primary" onClick={close} data-autofocus>
              {INVITE.done}
            </Button>
          }
        >
          <div className="flex flex-col gap-3">
            <p className="text-sm">
              {linkUntil(made.email)} <Time value={made.expiresAt} />
            </p>
            <SecretOnce label={INVITE.link} value={made.url} note={INVITE.linkNote} />
            {isOnThisMachine(made.url) && <p className="text-sm">{INVITE.hereOnly}</p>}
          </div>
        </Dialog>
      )}
    </>
  );
}
