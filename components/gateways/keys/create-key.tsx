"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { FieldErrorText } from "@/components/ui/field";
import { createKey } from "@/lib/gateways/actions";
import { firstOf } from "../fields";
import { MadeKey, type ShownKey } from "./made-key";

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
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<{ key: ShownKey; tenant: string } | null>(null);
  const close = () => {
    setOpen(false);
    if (made) router.refresh();
    setMade(null);
  };
  return (
    <>
      <Button variant="primary" icon="plus" onClick={() => setOpen(true)} data-key="create">
        Create a key…
      </Button>
      {open && made && <MadeKey made={made.key} tenant={made.tenant} publicUrl={publicUrl} onClose={close} />}
      {open && !made && (
        <Dialog open onClose={close} title="Create a key" description="Choose the tenants it may ask for.">
          <ActionForm
            action={async (input: { gatewayId: string; tenants: string[] }) => {
              const result = await createKey(input);
              if (result.ok) setMade({ key: result, tenant: input.tenants[0] ?? "" });
              return result;
            }}
            read={(data) => ({ gatewayId, tenants: data.getAll("tenants").map(String) })}
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
          </ActionForm>
        </Dialog>
      )}
    </>
  );
}
