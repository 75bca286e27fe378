"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import type { ActResult } from "@/components/ui/use-act";
import { TENANTS } from "@/components/words/tenants";

/** A button and the dialog that makes a tenant; afterwards its settings are shown. */
export function CreateTenant({ create }: { create: (input: object) => Promise<ActResult<{ key: string }>> }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" icon="plus" onClick={() => setOpen(true)}>
        {TENANTS.create}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={TENANTS.createTitle}
        description={TENANTS.createNote}
      >
        <ActionForm
          action={create}
          read={(data) => ({
            key: String(data.get("key") ?? "").trim(),
            ...(String(data.get("name") ?? "").trim() === ""
              ? {}
              : { name: String(data.get("name")).trim() }),
          })}
          submit={TENANTS.createDo}
          pendingLabel={TENANTS.creating}
          onDone={({ key }) => router.push(`/settings/tenants/${encodeURIComponent(key)}`)}
        >
          {(fields) => (
            <>
              <TextField
                name="key"
                label={TENANTS.key}
                hint={TENANTS.keyHint}
                error={fields.key}
                autoComplete="off"
                spellCheck={false}
                autoCapitalize="none"
                data-autofocus
              />
              <TextField
                name="name"
                label={TENANTS.name}
                hint={TENANTS.nameHint}
                error={fields.name}
                autoComplete="off"
              />
            </>
          )}
        </ActionForm>
      </Dialog>
    </>
  );
}
