"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import { removePasskey } from "@/lib/auth/passkeys/actions";
import type { Proof } from "@/lib/auth/passkeys/types";
import { PASSKEY_LIST } from "./passkey-list";
import { PasswordProof, SIGN_IN_AGAIN } from "./password-proof";

type Props = {
  id: string;
  name: string;
  /** What cannot be approved any more without it, where it is the last one. */
  needs: readonly string[];
  /** How the person proves that it is them; null where an administrator removes it. */
  proof: Proof | null;
};

/** A button, and the dialog that removes a passkey. */
export function RemovePasskey({ id, name, needs, proof }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" aria-label={`Remove ${name}…`} onClick={() => setOpen(true)}>
        Remove…
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Remove this passkey?"
        description="It can no longer sign anything here, and you cannot bring it back. Approvals signed with it stop counting on calls that are not decided yet; decided calls stay decided, and their signatures can still be checked. Your device may keep offering it: delete it there too."
      >
        <Removal {...{ id, name, needs, proof }} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Removal({ id, name, needs, proof, onClose }: Props & { onClose: () => void }) {
  const router = useRouter();
  const toast = useToast();
  const own = proof !== null;
  if (proof === "sign_in") return <p className="text-sm">{SIGN_IN_AGAIN}</p>;
  return (
    <ActionForm
      action={removePasskey}
      read={(data) => ({ id, password: String(data.get("password") ?? "") || undefined })}
      submit="Remove it"
      pendingLabel="Removing it…"
      footer={
        <Button onClick={onClose} data-autofocus>
          Cancel
        </Button>
      }
      onDone={({ left }) => {
        onClose();
        toast({ text: `The passkey “${name}” is removed.${left === 0 ? " No passkey is left." : ""}` });
        // The button that was pressed goes with its row; the dialog gives it the focus back first.
        requestAnimationFrame(() => document.getElementById(PASSKEY_LIST)?.focus());
        router.refresh();
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
    </ActionForm>
  );
}
