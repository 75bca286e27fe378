"use client";

import { useId, useState } from "react";
import { useDraft } from "@/components/ui/draft/use-draft";
import { describe, Field, Textarea } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { REASON_MAX } from "@/lib/approvals/types";

export type ReasonForm = {
  title: string;
  note: string;
  label: string;
  submit: string;
  /** Radio buttons; the last one asks for free text. */
  presets?: readonly string[];
  /** The one selected at first. */
  chosen?: string;
  required: boolean;
};

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
    "Other",
  ],
  required: true,
};

function reasonOf(preset: string | null, text: string): string {
  const own = text.trim();
  if (preset === null || preset === "Other") return own;
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
  const [preset, setPreset] = useState<string | null>(form.chosen ?? null);
  const draft = useDraft(kept, { text: "" });
  const { text } = draft.value;
  const [missing, setMissing] = useState(false);
  const id = useId();
  const submit = () => {
    const reason = reasonOf(preset, text);
    setMissing(form.required && reason === "");
    if (!over && (!form.required || reason !== "")) onSubmit(reason);
  };
  const fault = missing ? "Say why: the agent needs a reason to do better." : null;
  const typed = !form.presets || preset === null || preset === "Other";
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
      {form.presets ? <Presets of={form.presets} chosen={preset} onChoose={setPreset} /> : null}
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
  const isLetter = event.key.length === 1 && event.key !== " ";
  if (!isLetter || event.ctrlKey || event.metaKey || event.altKey) return;
  event.currentTarget.form?.querySelector("textarea")?.focus();
}

function Presets({
  of,
  chosen,
  onChoose,
}: {
  of: readonly string[];
  chosen: string | null;
  onChoose: (preset: string) => void;
}) {
  return (
    <fieldset className="flex flex-wrap gap-2" onKeyDown={writeOn}>
      <legend className="mb-1.5 font-medium text-sm">Reason</legend>
      {of.map((choice) => (
        <label
          key={choice}
          className="relative inline-flex min-h-8 items-center rounded-full border border-border px-3 text-sm has-checked:border-fg has-checked:bg-fg has-checked:text-surface has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 max-md:min-h-12"
        >
          <input
            type="radio"
            name="preset"
            data-autofocus={choice === of[0] ? true : undefined}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            checked={chosen === choice}
            onChange={() => onChoose(choice)}
          />
          {choice}
        </label>
      ))}
    </fieldset>
  );
}
