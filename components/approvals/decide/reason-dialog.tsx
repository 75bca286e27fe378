"use client";

import { useId, useState } from "react";
import { useDraft } from "@/components/ui/draft/use-draft";
import { describe, Field, Textarea } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { NumberedChoices } from "@/components/ui/numbered-choices";
import { REASON_MAX } from "@/lib/approvals/types";

export type ReasonForm = {
  title: string;
  note: string;
  label: string;
  submit: string;
  /** Radio buttons; the last one asks for free text. */
  presets?: readonly string[];
  /** The one selected at first. Without it, the last one used, else the first. */
  chosen?: string;
  required: boolean;
};

const OWN = "Other";

/** A rejection of one or several calls. The caller names the dialog and its button. */
export const REJECTION = {
  note: "Countersign sends this reason to the agent and the caller.",
  label: "In your words",
  presets: [
    "Wrong target or recipient",
    "Affects more than was asked for",
    "Not now",
    "No one asked for this",
    "Already done another way",
    OWN,
  ],
  required: true,
};

// People often reject for the same reason several times in a row.
let lastUsed: string | null = null;

function likeliest({ presets = [], chosen }: ReasonForm): string | null {
  return chosen ?? presets.find((preset) => preset === lastUsed) ?? presets[0] ?? null;
}

function reasonOf(preset: string | null, text: string): string {
  const own = text.trim();
  if (preset === null || preset === OWN) return own;
  return own ? `${preset}: ${own}` : preset;
}

/** Asks for the reason of a rejection. The text survives a refusal by the server. */
export function ReasonDialog({
  form,
  draft: kept,
  name,
  open,
  over,
  busy,
  message,
  onClose,
  onSubmit,
}: {
  form: ReasonForm;
  /** The name under which this browser keeps the text. */
  draft: string;
  name: React.ReactNode;
  open: boolean;
  over: boolean;
  busy: boolean;
  /** The server's response to the last attempt. */
  message: React.ReactNode;
  onClose: () => void;
  onSubmit: (reason: string) => void;
}) {
  const [picked, setPicked] = useState<string | null>(form.chosen ?? null);
  const draft = useDraft(kept, { text: "" });
  const { text } = draft.value;
  // A suggested preset gives way to own words, so that no reason is sent that the person did not mean.
  const preset = picked ?? (form.presets && text !== "" ? OWN : likeliest(form));
  const [missing, setMissing] = useState(false);
  const id = useId();
  const submit = () => {
    const reason = reasonOf(preset, text);
    setMissing(form.required && reason === "");
    if (over || (form.required && reason === "")) return;
    if (preset !== null) lastUsed = preset;
    onSubmit(reason);
  };
  const fault = missing ? "Say why: the agent needs a reason to do better." : null;
  const typed = !form.presets || preset === null || preset === OWN;
  return (
    <FormDialog
      {...{ open, over, onClose }}
      title={form.title}
      description={form.note}
      submit={form.submit}
      draft={draft}
      pending={busy}
      onSubmit={submit}
    >
      {name}
      {form.presets ? (
        <NumberedChoices
          pills
          legend="Reason"
          name="preset"
          options={form.presets.map((value) => ({ value, label: value }))}
          chosen={preset}
          onChoose={setPicked}
          onKeyDown={writeOn}
        />
      ) : null}
      <Field id={id} label={typed ? form.label : "In your words (optional)"} error={fault}>
        <Textarea
          {...describe(id, { error: fault })}
          data-autofocus={form.presets ? undefined : true}
          rows={3}
          value={text}
          maxLength={REASON_MAX}
          onChange={(event) => draft.set({ text: event.target.value })}
        />
      </Field>
      {message}
    </FormDialog>
  );
}

/** Typing while a choice has the focus starts free text, including the first letter. */
function writeOn(event: React.KeyboardEvent<HTMLFieldSetElement>): void {
  const isText = event.key.length === 1 && !/^[ 1-9]$/.test(event.key);
  if (!isText || event.ctrlKey || event.metaKey || event.altKey) return;
  event.currentTarget.form?.querySelector("textarea")?.focus();
}
