"use client";

import { ActionDialog } from "@/components/ui/action-dialog";
import { TextField } from "@/components/ui/field";
import { tenantsHint } from "@/components/words/gateways";
import { addTenants } from "@/lib/gateways/actions";
import { firstOf } from "./fields";

export function AddTenants({
  gatewayId,
  tenants,
}: {
  gatewayId: string;
  /** Tenants it does not serve yet. */
  tenants: readonly string[];
}) {
  return (
    <ActionDialog
      button={{ size: "sm", className: "max-sm:min-h-12", children: "Add tenants…" }}
      title="Let it serve more tenants"
      description="Its existing keys do not cover them; create or replace a key afterwards."
      action={addTenants}
      read={(data) => ({
        gatewayId,
        tenants: String(data.get("tenants") ?? "")
          .split(/[\s,]+/)
          .filter(Boolean),
      })}
      submit="Add them"
      pendingLabel="Adding…"
    >
      {(fields) => (
        <TextField
          name="tenants"
          label="Tenants"
          hint={tenantsHint(tenants)}
          error={firstOf(fields, "tenants")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
        />
      )}
    </ActionDialog>
  );
}
