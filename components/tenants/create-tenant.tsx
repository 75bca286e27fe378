"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import type { ActResult } from "@/components/ui/use-act";

/** A button and the dialog that makes a tenant; afterwards its settings are shown. */
export function CreateTenant({ create }: { create: (input: object) => Promise<ActResult<{ key: string }>> }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" icon="plus" onClick={() => setOpen(true)}>
        Create a tenant…
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Create a tenant"
        description="It begins with the default settings. No gateway acts for it until one is registered for its key."
      >
        <ActionForm
          action={create}
          read={(data) => ({
            key: String(data.get("key") ?? "").trim(),
            ...(String(data.get("name") ?? "").trim() === ""
              ? {}
              : { name: String(data.get("name")).trim() }),
          })}
          submit="Create the tenant"
          pendingLabel="Creating…"
          onDone={({ key }) => router.push(`/settings/tenants/${encodeURIComponent(key)}`)}
        >
          {(fields) => (
            <>
              <TextField
                name="key"
                label="Key"
                hint="Gateways name the tenant by it, so it cannot be changed later. Letters, digits, dots, dashes, underscores."
                error={fields.key}
                autoComplete="off"
                spellCheck={false}
                autoCapitalize="none"
                data-autofocus
              />
              <TextField
                name="name"
                label="Name"
                hint="What people read. Without one, the key."
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
