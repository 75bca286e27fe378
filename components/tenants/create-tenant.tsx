"use client";

import { useRouter } from "next/navigation";
import { ActionDialog } from "@/components/ui/action-dialog";
import { TextField } from "@/components/ui/field";
import { createTenant } from "@/lib/tenants/actions";

/** A button and the dialog that makes a tenant; afterwards its settings are shown. */
export function CreateTenant() {
  const router = useRouter();
  return (
    <ActionDialog
      button={{ variant: "primary", icon: "plus", children: "Create a tenant…" }}
      title="Create a tenant"
      description="It starts with the default settings. No gateway acts for it until you register one for its key."
      action={createTenant}
      read={(data) => ({
        key: String(data.get("key") ?? "").trim(),
        ...(String(data.get("name") ?? "").trim() === "" ? {} : { name: String(data.get("name")).trim() }),
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
    </ActionDialog>
  );
}
