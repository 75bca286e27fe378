"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Dialog } from "@/components/ui/dialog";
import { SelectField } from "@/components/ui/field";
import { useAct } from "@/components/ui/use-act";
import { RISKS } from "@/lib/core/risk";
import type { RatableTool } from "@/lib/tools/types";
import { rateOne } from "./rate-one";

/** A button and the dialog in which one tool is rated for this tenant. */
export function AddRating(props: { tenantId: string; tools: readonly RatableTool[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="plus" onClick={() => setOpen(true)}>
        Add a rating…
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Rate a tool for this tenant"
        description="It applies to new calls at once."
      >
        <AddRatingForm {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function AddRatingForm({
  tenantId,
  tools,
  onClose,
}: {
  tenantId: string;
  tools: readonly RatableTool[];
  onClose: () => void;
}) {
  const router = useRouter();
  const [errors, setErrors] = useState<{ tool?: string; risk?: string }>({});
  const act = useAct(rateOne, {
    onDone: () => {
      onClose();
      router.refresh();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const tool = tools.find(({ id }) => id === data.get("tool"));
    const risk = RISKS.find((word) => word === data.get("risk")) ?? null;
    const confirmation = data.get("confirmation");
    const requiresConfirmation = confirmation === "" ? null : confirmation === "yes";
    const nothing = risk === null && requiresConfirmation === null;
    setErrors({
      tool: tool ? undefined : "Choose a tool.",
      risk: nothing ? "Choose a risk, or say whether a person must confirm." : undefined,
    });
    if (!tool || nothing) {
      event.currentTarget.querySelector<HTMLElement>(tool ? '[name="risk"]' : "#rated-tool")?.focus();
      return;
    }
    const name = `${tool.provider} · ${tool.name}`;
    void act.run({ tenantId, toolId: tool.id, name, to: { risk, requiresConfirmation }, seen: null });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Combobox
        name="tool"
        id="rated-tool"
        label="Tool"
        hint="Tools of the gateways that serve this tenant"
        error={errors.tool}
        options={tools.map(({ id, gateway, provider, name }) => ({
          value: id,
          label: `${provider} · ${name}`,
          hint: gateway,
        }))}
      />
      <SelectField name="risk" label="Risk" error={errors.risk} defaultValue="">
        <option value="">As rated for all tenants</option>
        {RISKS.map((risk) => (
          <option key={risk} value={risk}>
            {risk}
          </option>
        ))}
      </SelectField>
      <SelectField name="confirmation" label="A person must confirm" defaultValue="">
        <option value="">As rated for all tenants</option>
        <option value="yes">Yes</option>
        <option value="no">No</option>
      </SelectField>
      <ActNotice problem={act.problem} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose} disabled={act.pending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={act.pending} pendingLabel="Rating…">
          Rate the tool
        </Button>
      </div>
    </form>
  );
}
