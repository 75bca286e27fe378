"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { SecretOnce } from "@/components/ui/secret-once";
import { createTokenAction } from "@/lib/auth/people/actions";
import { TOKEN_DAYS } from "@/lib/auth/types";
import { DaysField } from "./days-field";

/** A button, the form that makes a token, and the token, once. */
export function CreateToken() {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const close = () => {
    setOpen(false);
    setMade(null);
    if (made !== null) router.refresh();
  };
  return (
    <>
      <Button size="sm" icon="plus" onClick={() => setOpen(true)}>
        Make a token…
      </Button>
      {open && made === null && (
        <Dialog
          open
          onClose={close}
          title="Make a personal token"
          description="Anyone who has it can do what you can do."
        >
          <ActionForm
            action={createTokenAction}
            read={(data) => ({ name: String(data.get("name") ?? ""), days: Number(data.get("days")) })}
            submit="Make the token"
            pendingLabel="Making the token…"
            onDone={({ token }) => setMade(token)}
          >
            {(fields) => (
              <>
                <TextField
                  name="name"
                  id="token-name"
                  label="What is it for?"
                  hint="For example: nightly export"
                  error={fields.name}
                  maxLength={100}
                  autoComplete="off"
                  data-autofocus
                />
                <DaysField id="token-days" label="It works for" choices={TOKEN_DAYS} defaultValue={30} />
              </>
            )}
          </ActionForm>
        </Dialog>
      )}
      {made !== null && (
        <Dialog
          open
          onClose={close}
          title="The token is ready"
          footer={
            <Button variant="primary" onClick={close} data-autofocus>
              Done
            </Button>
          }
        >
          <SecretOnce label="The token" value={made} />
        </Dialog>
      )}
    </>
  );
}
