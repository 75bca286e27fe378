"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Dialog } from "@/components/ui/dialog";
import { SelectField } from "@/components/ui/field";
import { useAct } from "@/components/ui/use-act";
import { lessGuardedWords } from "@/components/words/tools";
import { RISKS } from "@/lib/core/risk";
import { standingRisk } from "@/lib/tools/rating";
import type { Override, RatableTool } from "@/lib/tools/types";
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

/** The tool and its rating in the form; null while incomplete. */
function chosenIn(form: HTMLFormElement, tools: readonly RatableTool[]) {
  const data = new FormData(form);
  const tool = tools.find(({ id }) => id === data.get("tool"));
  const risk = RISKS.find((word) => word === data.get("risk")) ?? null;
  const confirmation = data.get("confirmation");
  const requiresConfirmation = confirmation === "" ? null : confirmation === "yes";
  const to: Override = risk === null && requiresConfirmation === null ? null : { risk, requiresConfirmation };
  return { tool, to };
}

function weakerWords({ catalogue, override, rule }: RatableTool, to: Override): string | null {
  const now = { catalogue, override, rule, tenantOverride: null };
  return lessGuardedWords(standingRisk({ ...now, tenantOverride: to }), standingRisk(now));
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
  const [weaker, setWeaker] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { tool, to } = chosenIn(event.currentTarget, tools);
    const nothing = to === null;
    setErrors({
      tool: tool ? undefined : "Choose a tool.",
      risk: nothing ? "Choose a risk, or say whether a person must confirm." : undefined,
    });
    if (!tool || nothing) {
      event.currentTarget.querySelector<HTMLElement>(tool ? '[name="risk"]' : "#rated-tool")?.focus();
      return;
    }
    const name = `${tool.provider} · ${tool.name}`;
    void act.run({ tenantId, toolId: tool.id, name, to, seen: null });
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      onInput={(event) => {
        const { tool, to } = chosenIn(event.currentTarget, tools);
        setWeaker(tool ? weakerWords(tool, to) : null);
      }}
      className="flex flex-col gap-4"
    >
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
      <RatingFields error={errors.risk} />
      <p role="status" className="text-sm font-medium empty:hidden">
        {weaker}
      </p>
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

function RatingFields({ error }: { error: string | undefined }) {
  return (
    <>
      <SelectField name="risk" label="Risk" error={error} defaultValue="">
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
    </>
  );
}
