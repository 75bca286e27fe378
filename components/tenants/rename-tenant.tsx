"use client";

import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/ui/action-form";
import { TextField } from "@/components/ui/field";
import type { ActResult } from "@/components/ui/use-act";
import { TENANT } from "@/components/words/tenants";

/** The name people read. */
export function RenameTenant({
  tenant,
  name,
  rename,
}: {
  tenant: string;
  name: string;
  rename: (input: object) => Promise<ActResult<{ name: string }>>;
}) {
  const router = useRouter();
  return (
    <ActionForm
      action={rename}
      read={(data) => ({ key: tenant, name: String(data.get("name") ?? "") })}
      submit={TENANT.save}
      pendingLabel={TENANT.saving}
      done={TENANT.saved}
      variant="outline"
      label={TENANT.nameTitle}
      onDone={() => router.refresh()}
    >
      {(fields) => (
        <TextField
          name="name"
          label={TENANT.nameTitle}
          hint={TENANT.nameNote}
          error={fields.name}
          defaultValue={name}
          autoComplete="off"
        />
      )}
    </ActionForm>
  );
}
