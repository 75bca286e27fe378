"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { renamePasskey } from "@/lib/auth/passkeys/actions";
import { PASSKEY_NAME_MAX } from "@/lib/auth/passkeys/types";

/** A button, and the form that gives a passkey another name. */
export function RenamePasskey({ id, name }: { id: string; name: string }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" aria-label={`Rename ${name}…`} onClick={() => setOpen(true)}>
        Rename…
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Rename the passkey">
        <ActionForm
          action={renamePasskey}
          read={(data) => ({ id, name: String(data.get("name") ?? "") })}
          submit="Rename it"
          pendingLabel="Renaming it…"
          onDone={() => {
            setOpen(false);
            router.refresh();
          }}
        >
          {(fields) => (
            <TextField
              name="name"
              id={`passkey-name-${id}`}
              label="Name"
              error={fields.name}
              defaultValue={name}
              maxLength={PASSKEY_NAME_MAX}
              autoComplete="off"
              data-autofocus
            />
          )}
        </ActionForm>
      </Dialog>
    </>
  );
}
