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
import type { ShownLink } from "@/lib/auth/people/actions";

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
  make: (input: object) => Promise<ActResult<ShownLink>>;
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
          <ActionForm
            action={make}
            read={read}
            submit={submit}
            pendingLabel="Making the link…"
            onDone={setMade}
          >
            {children}
          </ActionForm>
        </Dialog>
      )}
      {made && (
        <Dialog
          open
          onClose={close}
          title="The link is ready"
          footer={
            <Button variant="primary" onClick={close} data-autofocus>
              Done
            </Button>
          }
        >
          <div className="flex flex-col gap-3">
            <p className="text-sm">
              For {made.email}. It works until <Time value={made.expiresAt} />.
            </p>
            <SecretOnce
              label="The link"
              value={made.url}
              note="It is shown only now, because Countersign keeps only a hash of it. Give it to this person over a channel you trust. Mail scanners that open it do no harm."
            />
            {isOnThisMachine(made.url) && (
              <p className="text-sm">
                It opens on this machine only. For other machines and phones, start Countersign with
                PUBLIC_URL set to an address they can reach.
              </p>
            )}
          </div>
        </Dialog>
      )}
    </>
  );
}
