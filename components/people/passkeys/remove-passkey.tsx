"use client";

import { ActionDialog } from "@/components/ui/action-dialog";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { removePasskey } from "@/lib/auth/passkeys/actions";
import type { Proof } from "@/lib/auth/passkeys/types";
import { PASSKEY_LIST } from "./passkey-list";
import { PasswordProof, SIGN_IN_AGAIN } from "./password-proof";

type Props = {
  id: string;
  name: string;
  /** What cannot be approved without it, if it is the last one. */
  needs: readonly string[];
  /** How the person proves their identity; null if an administrator removes it. */
  proof: Proof | null;
};

/** A button, and the dialog that removes a passkey. */
export function RemovePasskey({ id, name, needs, proof }: Props) {
  const toast = useToast();
  const own = proof !== null;
  return (
    <ActionDialog
      button={{ size: "sm", variant: "ghost", "aria-label": `Remove ${name}…`, children: "Remove…" }}
      title="Remove this passkey?"
      description="It can no longer sign anything here, and you cannot bring it back. Approvals signed with it stop counting on calls that are not decided yet; decided calls stay decided, and their signatures can still be checked. Your device may keep offering it: delete it there too."
      instead={proof === "sign_in" && <p className="text-sm">{SIGN_IN_AGAIN}</p>}
      action={removePasskey}
      read={(data) => ({ id, password: String(data.get("password") ?? "") || undefined })}
      submit="Remove it"
      pendingLabel="Removing it…"
      footer={(close) => (
        <Button onClick={close} data-autofocus>
          Cancel
        </Button>
      )}
      onDone={({ left }, _input, close) => {
        close();
        toast({ text: `The passkey “${name}” is removed.${left === 0 ? " No passkey is left." : ""}` });
        // The pressed button leaves with its row; the dialog returns the focus to it first.
        requestAnimationFrame(() => document.getElementById(PASSKEY_LIST)?.focus());
      }}
    >
      {(fields) => (
        <>
          {needs.length > 0 && (
            <Banner tone="problem">
              {`It is the only one. Without it, ${own ? "you cannot" : "they cannot"} approve ${needs.join(", nor ")}.`}
            </Banner>
          )}
          {own && <PasswordProof proof={proof} error={fields.password} />}
        </>
      )}
    </ActionDialog>
  );
}
