"use client";

import { ActionDialog } from "@/components/ui/action-dialog";
import { TextField } from "@/components/ui/field";
import { renamePasskey } from "@/lib/auth/passkeys/actions";
import { PASSKEY_NAME_MAX } from "@/lib/auth/passkeys/types";

/** A button, and the form that gives a passkey another name. */
export function RenamePasskey({ id, name }: { id: string; name: string }) {
  return (
    <ActionDialog
      button={{ size: "sm", variant: "ghost", "aria-label": `Rename ${name}…`, children: "Rename…" }}
      title="Rename the passkey"
      action={renamePasskey}
      read={(data) => ({ id, name: String(data.get("name") ?? "") })}
      submit="Rename it"
      pendingLabel="Renaming it…"
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
    </ActionDialog>
  );
}
