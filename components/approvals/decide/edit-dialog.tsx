"use client";

import { useId, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DraftNotice } from "@/components/ui/draft/draft-notice";
import { useDialogDraft } from "@/components/ui/draft/use-dialog-draft";
import { type Draft as KeptReason, useDraft } from "@/components/ui/draft/use-draft";
import { describe, Field, Textarea, TextField } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import type { Confirmation } from "@/lib/approvals/detail/types";
import { typedRight } from "@/lib/approvals/screen-proof";
import { REASON_MAX } from "@/lib/approvals/types";
import { fieldsOf } from "@/lib/arguments/form";
import type { FormField } from "@/lib/arguments/types";
import { Value } from "../arguments/value";
import { indent, readEdited } from "./edit-text";
import { type Draft, type Drafts, editedText } from "./form/draft";
import { EditFields } from "./form/edit-fields";
import { TypeToUnlock } from "./type-to-unlock";

const CHANGES_SHOWN = 40;

function Changes({ changes }: { changes: ReturnType<typeof readEdited> & { ok: true } }) {
  const rows = changes.changes;
  if (rows.length === 0) return <p className="text-sm text-fg-muted">You have not changed anything yet.</p>;
  return (
    <section aria-label="What you changed">
      <h3 className="mb-1 font-bold text-sm">What you changed</h3>
      <ul className="max-h-56 overflow-auto rounded-control border border-border text-sm">
        {rows.slice(0, CHANGES_SHOWN).map((row) => (
          <li
            key={`${row.pointer} ${row.change}`}
            className="border-border border-b px-2.5 py-1.5 last:border-b-0"
          >
            <b className="mono block font-bold">
              <Untrusted>{row.path}</Untrusted>
            </b>
            {row.before ? (
              <span className="text-fg-muted">
                − <Value leaf={row.before} words={row.words} side="removed" />
              </span>
            ) : null}
            <span className="block">
              {row.after ? (
                <>
                  + <Value leaf={row.after} words={row.words} />
                </>
              ) : (
                <em className="text-fg-muted">left out</em>
              )}
            </span>
          </li>
        ))}
        {rows.length > CHANGES_SHOWN ? (
          <li className="px-2.5 py-1.5 text-fg-muted">
            {counted(rows.length - CHANGES_SHOWN, "more row", "more rows")}
          </li>
        ) : null}
      </ul>
    </section>
  );
}

type Mode = "form" | "json";
const MODES = [
  { value: "form", label: "Form" },
  { value: "json", label: "JSON" },
] as const;

/**
 * The edited text, from the form or typed, and its errors. Switching between the two keeps the
 * text.
 */
function useEditor(argumentsText: string, schemaText: string | null) {
  const [mode, setMode] = useState<Mode>("form");
  const [base, setBase] = useState(argumentsText);
  const [drafts, setDrafts] = useState<Drafts>(new Map());
  const [typed, setTyped] = useState("");
  const fields = useMemo(() => fieldsOf(base, schemaText), [base, schemaText]);
  const form = useMemo(() => editedText(base, fields, drafts), [base, fields, drafts]);
  const text = mode === "form" ? form.text : typed;
  const edited = useMemo(() => readEdited(argumentsText, text), [argumentsText, text]);
  return {
    mode,
    fields,
    drafts,
    faults: form.faults,
    text,
    edited,
    typed,
    setTyped,
    /** Invalid JSON stays in the text view, where it can be fixed. */
    canSwitch: edited.ok,
    change: (field: FormField, draft: Draft) => setDrafts((all) => new Map(all).set(field.pointer, draft)),
    show: (next: Mode) => {
      if (next === mode) return;
      if (next === "json") setTyped(indent(form.text));
      else {
        setBase(typed);
        setDrafts(new Map());
      }
      setMode(next);
    },
    restore: () => {
      setBase(argumentsText);
      setDrafts(new Map());
      setTyped(indent(argumentsText));
    },
  };
}

/** The arguments as a form or as JSON. */
function Editor({ editor, schemaText }: { editor: ReturnType<typeof useEditor>; schemaText: string | null }) {
  const id = useId();
  const { mode, fields, edited } = editor;
  const fault = edited.ok ? null : edited.message;
  return (
    <>
      <Segmented
        legend="How to edit"
        name="edit-mode"
        value={mode}
        options={MODES}
        onChange={(next) => {
          if (editor.canSwitch) editor.show(next);
        }}
        className="self-start max-sm:self-stretch"
      />
      {mode === "form" ? (
        <div className="flex flex-col gap-3.5">
          {fields.length === 0 ? (
            <p className="text-fg-muted text-sm">This call has no arguments to edit in a form. Use JSON.</p>
          ) : null}
          {fields.length > 0 && schemaText === null ? (
            <p className="text-fg-muted text-sm">
              This tool has no published definition, so the form follows the arguments that were sent.
            </p>
          ) : null}
          <EditFields
            defined={schemaText !== null}
            fields={fields}
            drafts={editor.drafts}
            faults={editor.faults}
            onDraft={editor.change}
          />
        </div>
      ) : (
        <Field id={id} label="Arguments (JSON)" error={fault}>
          <Textarea
            {...describe(id, { error: fault })}
            value={editor.typed}
            rows={14}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            onChange={(event) => editor.setTyped(event.target.value)}
            className="mono"
          />
        </Field>
      )}
    </>
  );
}

type EditProps = {
  /** The name under which this browser keeps the reason. Arguments may hold secrets, so they are not kept. */
  draft: string;
  name: React.ReactNode;
  over: boolean;
  argumentsText: string;
  /** The tool's schema, if it has one. */
  schemaText: string | null;
  approveLabel: string;
  /** Other people have to approve the edit. */
  apart: boolean;
  confirmation: Confirmation;
  /** The call's policy requires a reason. */
  asksReason: boolean;
  /** The call's policy that matches facts of the gateway; null if none does. */
  onFacts: string | null;
  open: boolean;
  busy: boolean;
  blocked: boolean;
  message: React.ReactNode;
  onClose: () => void;
  onSubmit: (argumentsText: string, reason: string, typed: string) => void;
};

function FactsNote({ policy }: { policy: string }) {
  return (
    <p className="text-fg-muted text-sm">
      The policy <Untrusted>{`“${policy}”`}</Untrusted> matches facts that the gateway stated for the original
      arguments. Your edit does not change those facts.
    </p>
  );
}

const RUNS = "What you approve here runs instead of what the agent asked for.";
const APART =
  "What you write here waits for others to approve it; then it runs instead of what the agent asked for.";

function ReasonField({ asked, draft }: { asked: boolean; draft: KeptReason<{ reason: string }> }) {
  const id = useId();
  return (
    <>
      <DraftNotice draft={draft} />
      <TextField
        id={id}
        name="reason"
        label={
          asked
            ? "Reason, which the policy of this call asks for"
            : "Reason (optional, kept in the activity log)"
        }
        value={draft.value.reason}
        maxLength={REASON_MAX}
        onChange={(event) => draft.set({ reason: event.target.value })}
      />
    </>
  );
}

/** Edits the arguments, in a form made from the tool's schema or as JSON, and shows the changes. */
export function EditDialog(props: EditProps) {
  const { argumentsText, schemaText, approveLabel, confirmation, open, busy, onClose, onSubmit } = props;
  const editor = useEditor(argumentsText, schemaText);
  const { mode, edited, faults } = editor;
  const draft = useDraft(props.draft, { reason: "" });
  const { reason } = draft.value;
  const close = useDialogDraft(draft, { open, pending: busy, failed: false, onClose });
  const [unlock, setUnlock] = useState("");
  const ready =
    edited.ok &&
    (mode === "json" || faults.size === 0) &&
    edited.changes.length > 0 &&
    !props.blocked &&
    !props.over &&
    !(props.asksReason && reason.trim() === "") &&
    (confirmation.kind !== "type" || typedRight(unlock, confirmation.expected));
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Edit the arguments"
      description={`${props.apart ? APART : RUNS} Earlier approvals no longer count.`}
      kind="wide"
      busy={busy}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) onSubmit(editor.text, reason.trim(), unlock);
        }}
        className="flex flex-col gap-3"
      >
        {props.name}
        {props.onFacts === null ? null : <FactsNote policy={props.onFacts} />}
        <Editor editor={editor} schemaText={schemaText} />
        {props.message}
        {mode === "form" && faults.size > 0 ? (
          <p role="status" className="text-risk-high text-sm">
            Correct {counted(faults.size, "field", "fields")} first.
          </p>
        ) : null}
        {edited.ok ? <Changes changes={edited} /> : null}
        <ReasonField asked={props.asksReason} draft={draft} />
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Button size="lg" onClick={editor.restore} disabled={busy}>
            Start over
          </Button>
          <span className="grow" />
          <Button size="lg" onClick={close} disabled={busy}>
            {props.over ? "Close" : "Go back"}
          </Button>
          {confirmation.kind === "type" ? (
            <TypeToUnlock confirmation={confirmation} value={unlock} onChange={setUnlock} />
          ) : null}
          <Button
            size="lg"
            type="submit"
            variant="primary"
            disabled={!ready}
            pending={busy}
            pendingLabel="Recording…"
          >
            {props.apart ? "Submit the edit" : approveLabel.replace(/^Approve/, "Approve edited")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
