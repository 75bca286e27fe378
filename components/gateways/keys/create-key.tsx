"use client";

import { ActionDialog } from "@/components/ui/action-dialog";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldErrorText } from "@/components/ui/field";
import { createKey } from "@/lib/gateways/actions";
import { firstOf } from "../fields";
import { KEY_IS_READY, MadeKey } from "./made-key";

/** A button and the dialog that makes a key and shows it once. */
export function CreateKey({
  gatewayId,
  tenants,
  publicUrl,
}: {
  gatewayId: string;
  tenants: readonly string[];
  publicUrl: string;
}) {
  return (
    <ActionDialog
      button={{ variant: "primary", icon: "plus", "data-key": "create", children: "Create a key…" }}
      title="Create a key"
      description="Choose the tenants it may ask for."
      action={createKey}
      read={(data) => ({ gatewayId, tenants: data.getAll("tenants").map(String) })}
      made={(key, { tenants: [tenant = ""] }) => ({
        ...KEY_IS_READY,
        children: <MadeKey made={key} tenant={tenant} publicUrl={publicUrl} />,
      })}
      submit="Create the key"
      pendingLabel="Creating…"
    >
      {(fields) => {
        const error = firstOf(fields, "tenants");
        return (
          <fieldset className="flex flex-col gap-1">
            <legend className="mb-1 text-sm font-medium">Tenants of the key</legend>
            {tenants.map((tenant, index) => (
              <Checkbox
                key={tenant}
                name="tenants"
                value={tenant}
                label={<bdi>{tenant}</bdi>}
                defaultChecked={tenants.length === 1}
                aria-invalid={(index === 0 && Boolean(error)) || undefined}
                aria-describedby={error ? "tenants-error" : undefined}
              />
            ))}
            {error && <FieldErrorText id="tenants-error">{error}</FieldErrorText>}
          </fieldset>
        );
      }}
    </ActionDialog>
  );
}
