"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { SecretOnce } from "@/components/ui/secret-once";
import type { ActResult } from "@/components/ui/use-act";
import { TOKEN_DAYS } from "@/lib/auth/types";
import { DaysField } from "./days-field";

export type MakeToken = (input: object) => Promise<ActResult<{ token: string; name: string }>>;

/** A button, the form that makes a token, and the token, once. */
export function CreateToken({ make }: { make: MakeToken }) {
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
          description="Whoever holds it can do what you can do."
        >
          <ActionForm
            action={make}
            read={(data) => ({ name: String(data.get("name") ?? ""), days: Number(data.get("days")) })}
            submit="Make the token"
            pendingLabel="Making it…"
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
          title="The token is made"
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
