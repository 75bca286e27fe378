"use client";

import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/ui/action-form";
import { TextField } from "@/components/ui/field";
import { renameTenant } from "@/lib/tenants/actions";

export function RenameTenant({ tenant, name }: { tenant: string; name: string }) {
  const router = useRouter();
  return (
    <ActionForm
      action={renameTenant}
      read={(data) => ({ key: tenant, name: String(data.get("name") ?? "") })}
      submit="Save"
      pendingLabel="Saving…"
      done="Saved"
      variant="outline"
      label="Name"
      onDone={() => router.refresh()}
    >
      {(fields) => (
        <TextField
          name="name"
          label="Name"
          hint="What people read. The key stays the same, because gateways use it."
          error={fields.name}
          defaultValue={name}
          autoComplete="off"
        />
      )}
    </ActionForm>
  );
}
