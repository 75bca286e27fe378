"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SelectField, TextField } from "@/components/ui/field";
import { useToast } from "@/components/ui/toast";
import { revealedText } from "@/lib/core/text/reveal";
import { nameAxis } from "@/lib/signals/boundaries/actions";

type Tenant = { id: string; key: string };

/** A button that says what tools' word for an axis is counted as, in a dialog. */
export function AxisName({
  axis,
  others,
  tenants,
}: {
  axis: string;
  /** The axes it may be one of. */
  others: readonly string[];
  tenants: readonly Tenant[];
}) {
  const [open, setOpen] = useState(false);
  const toast = useToast();
  const router = useRouter();
  const shown = revealedText(axis);
  const taken = (input: { tenantId: string; axis: string }) => {
    setOpen(false);
    router.refresh();
    toast({
      text: `“${shown}” is counted as “${revealedText(input.axis)}” now.`,
      undo: () =>
        void nameAxis({ tenantId: input.tenantId, alias: axis, axis: null, seen: input.axis }).then(() =>
          router.refresh(),
        ),
    });
  };
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => setOpen(true)}
        aria-label={`Count ${shown} as another axis`}
      >
        Count as…
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Count “${shown}” as another axis`}
        description="Tools name axes in their own words. What is counted as one changes the figures, never the calls, and can be taken back."
      >
        <NameForm axis={axis} others={others} tenants={tenants} onDone={taken} />
      </Dialog>
    </>
  );
}

function NameForm({
  axis,
  others,
  tenants,
  onDone,
}: {
  axis: string;
  others: readonly string[];
  tenants: readonly Tenant[];
  onDone: (input: { tenantId: string; axis: string }) => void;
}) {
  const tenant = useRef("");
  return (
    <ActionForm
      label="Another axis"
      action={nameAxis}
      read={(data) => {
        tenant.current = String(data.get("tenantId") ?? "");
        return { tenantId: tenant.current, alias: axis, axis: String(data.get("axis") ?? ""), seen: null };
      }}
      submit="Count as one"
      pendingLabel="Saving…"
      onDone={(result) => onDone({ tenantId: tenant.current, axis: result.axis ?? "" })}
    >
      {(fields) => (
        <>
          <TextField
            name="axis"
            label="Counts as"
            hint="One of the other axes, or a word of your own."
            list="axis-words"
            data-autofocus
            required
            error={fields.axis}
          />
          <datalist id="axis-words">
            {others.map((other) => (
              <option key={other} value={other} />
            ))}
          </datalist>
          {tenants.length > 1 ? (
            <SelectField name="tenantId" label="In the tenant" error={fields.tenantId}>
              {tenants.map(({ id, key }) => (
                <option key={id} value={id}>
                  {key}
                </option>
              ))}
            </SelectField>
          ) : (
            <input type="hidden" name="tenantId" value={tenants[0]?.id ?? ""} />
          )}
        </>
      )}
    </ActionForm>
  );
}
