"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { createTenant } from "@/lib/tenants/actions";

/** A button and the dialog that makes a tenant; afterwards its settings are shown. */
export function CreateTenant() {
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
        description="It starts with the default settings. No gateway acts for it until you register one for its key."
      >
        <ActionForm
          action={createTenant}
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
                hint="Gateways refer to the tenant by this key, so it cannot be changed later. Letters, digits, dots, dashes and underscores."
                error={fields.key}
                autoComplete="off"
                spellCheck={false}
                autoCapitalize="none"
                data-autofocus
              />
              <TextField
                name="name"
                label="Name"
                hint="What people read. Without a name, they see the key."
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
