"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { tenantsHint } from "@/components/words/gateways";
import { addTenants } from "@/lib/gateways/actions";
import { firstOf } from "./fields";

/** Lets a gateway serve more tenants. */
export function AddTenants({
  gatewayId,
  tenants,
}: {
  gatewayId: string;
  /** Those it does not serve yet. */
  tenants: readonly string[];
}) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" className="max-sm:min-h-12" onClick={() => setOpen(true)}>
        Add tenants…
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Let it serve more tenants"
        description="Its existing keys do not cover them; create or replace a key afterwards."
      >
        <ActionForm
          action={addTenants}
          read={(data) => ({
            gatewayId,
            tenants: String(data.get("tenants") ?? "")
              .split(/[\s,]+/)
              .filter(Boolean),
          })}
          submit="Add them"
          pendingLabel="Adding…"
          onDone={() => {
            setOpen(false);
            router.refresh();
          }}
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
        </ActionForm>
      </Dialog>
    </>
  );
}
