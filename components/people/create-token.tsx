"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { SecretOnce } from "@/components/ui/secret-once";
import type { ActResult } from "@/components/ui/use-act";
import { TOKENS } from "@/components/words/people";
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
        {TOKENS.make}
      </Button>
      {open && made === null && (
        <Dialog open onClose={close} title={TOKENS.makeTitle} description={TOKENS.makeNote}>
          <ActionForm
            action={make}
            read={(data) => ({ name: String(data.get("name") ?? ""), days: Number(data.get("days")) })}
            submit={TOKENS.makeDo}
            pendingLabel={TOKENS.making}
            onDone={({ token }) => setMade(token)}
          >
            {(fields) => (
              <>
                <TextField
                  name="name"
                  id="token-name"
                  label={TOKENS.name}
                  hint={TOKENS.nameHint}
                  error={fields.name}
                  maxLength={100}
                  autoComplete="off"
                  data-autofocus
                />
                <DaysField id="token-days" label={TOKENS.days} choices={TOKEN_DAYS} defaultValue={30} />
              </>
            )}
          </ActionForm>
        </Dialog>
      )}
      {made !== null && (
        <Dialog
          open
          onClose={close}
          title={TOKENS.made}
          footer={
            <Button variant="primary" onClick={close} data-autofocus>
              {TOKENS.done}
            </Button>
          }
        >
          <SecretOnce label={TOKENS.secret} value={made} />
        </Dialog>
      )}
    </>
  );
}
