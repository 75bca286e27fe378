"use client";

import { ActionDialog } from "@/components/ui/action-dialog";
import { TextField } from "@/components/ui/field";
import { loadPasskeysAhead, makePasskey, PasskeyRefusal } from "@/components/ui/passkey";
import { useToast } from "@/components/ui/toast";
import type { ActResult } from "@/components/ui/use-act";
import { addPasskey, beginPasskey } from "@/lib/auth/passkeys/actions";
import { PASSKEY_NAME_MAX, type Proof } from "@/lib/auth/passkeys/types";
import { PasswordProof, SIGN_IN_AGAIN } from "./password-proof";

type Input = { name: string; password?: string };

/** Confirms, creates a passkey in the browser, and adds it. */
async function add({ name, password }: Input): Promise<ActResult<{ name: string }>> {
  const begun = await beginPasskey({ password });
  if (!begun.ok) return begun;
  try {
    const response = await makePasskey(begun.options as Parameters<typeof makePasskey>[0]);
    return await addPasskey({ name, response });
  } catch (error) {
    if (!(error instanceof PasskeyRefusal)) throw error;
    return { ok: false, code: "NOT_MADE", message: error.message, requestId: "" };
  }
}

/** A button, and the form that adds a passkey. */
export function AddPasskey({ proof }: { proof: Proof }) {
  const toast = useToast();
  return (
    <ActionDialog
      button={{ size: "sm", icon: "plus", onClick: loadPasskeysAhead, children: "Add a passkey…" }}
      title="Add a passkey"
      description="Your browser asks where to keep it: in this device, in your password manager, on your phone or on a security key."
      instead={proof === "sign_in" && <p className="text-sm">{SIGN_IN_AGAIN}</p>}
      action={add}
      read={(data) => ({
        name: String(data.get("name") ?? ""),
        password: String(data.get("password") ?? "") || undefined,
      })}
      submit="Continue"
      pendingLabel="Waiting for your browser…"
      onDone={({ name }, _input, close) => {
        close();
        toast({ text: `The passkey “${name}” is added.` });
      }}
    >
      {(fields) => (
        <>
          <TextField
            name="name"
            id="passkey-name"
            label="What do you call it?"
            hint="For example: work laptop"
            error={fields.name}
            maxLength={PASSKEY_NAME_MAX}
            autoComplete="off"
            data-autofocus
          />
          <PasswordProof proof={proof} error={fields.password} />
        </>
      )}
    </ActionDialog>
  );
}
