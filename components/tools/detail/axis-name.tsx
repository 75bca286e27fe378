"use client";

import { useRouter } from "next/navigation";
import { ActionDialog } from "@/components/ui/action-dialog";
import { SelectField, TextField } from "@/components/ui/field";
import { useToast } from "@/components/ui/toast";
import { revealedText } from "@/lib/core/text/reveal";
import { nameAxis } from "@/lib/signals/boundaries/actions";

type Tenant = { id: string; key: string };

/** A button that merges tools' words for an axis, in a dialog. */
export function AxisName({
  axis,
  others,
  tenants,
}: {
  axis: string;
  /** The axes it can merge into. */
  others: readonly string[];
  tenants: readonly Tenant[];
}) {
  const toast = useToast();
  const router = useRouter();
  const shown = revealedText(axis);
  const counted = (tenantId: string, as: string) => {
    toast({
      text: `“${shown}” is counted as “${revealedText(as)}” now.`,
      undo: () => void nameAxis({ tenantId, alias: axis, axis: null, seen: as }).then(() => router.refresh()),
    });
  };
  return (
    <ActionDialog
      button={{
        ...{ size: "sm", variant: "ghost" },
        "aria-label": `Count ${shown} as another axis`,
        children: "Count as…",
      }}
      title={`Count “${shown}” as another axis`}
      description="Tools name axes in their own words. Counting two axes as one changes the figures, never the calls. You can undo it."
      label="Another axis"
      action={nameAxis}
      read={(data) => ({
        tenantId: String(data.get("tenantId") ?? ""),
        ...{ alias: axis, axis: String(data.get("axis") ?? ""), seen: null },
      })}
      submit="Count as one"
      pendingLabel="Saving…"
      onDone={(result, { tenantId }, close) => {
        close();
        counted(tenantId, result.axis ?? "");
      }}
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
    </ActionDialog>
  );
}
