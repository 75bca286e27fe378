"use client";

import { useId, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { describe, Field, Textarea, TextField } from "@/components/ui/field";
import type { Confirmation } from "@/lib/approvals/schema";
import { Absent, Value } from "../arguments/value";
import { ARGUMENTS, DECIDE } from "../copy";
import { Said } from "../said";
import { indent, readEdited } from "./edit-text";
import { REASON_MAX } from "./reason-dialog";
import { TypeToUnlock, typedRight } from "./type-to-unlock";

const CHANGES_SHOWN = 40;

function Changes({ changes }: { changes: ReturnType<typeof readEdited> & { ok: true } }) {
  const rows = changes.changes;
  if (rows.length === 0) return <p className="text-sm text-fg-muted">{DECIDE.editSame}</p>;
  return (
    <section aria-label={DECIDE.editChanges}>
      <h3 className="mb-1 font-bold text-sm">{DECIDE.editChanges}</h3>
      <ul className="max-h-56 overflow-auto rounded-control border border-border text-sm">
        {rows.slice(0, CHANGES_SHOWN).map((row) => (
          <li
            key={`${row.pointer} ${row.change}`}
            className="border-border border-b px-2.5 py-1.5 last:border-b-0"
          >
            <b className="mono block font-bold">
              <Said text={row.path} />
            </b>
            <span className="text-fg-muted">
              − {row.before ? <Value leaf={row.before} words={row.words} side="removed" /> : <Absent />}
            </span>
            <span className="block">
              + {row.after ? <Value leaf={row.after} words={row.words} /> : <Absent />}
            </span>
          </li>
        ))}
        {rows.length > CHANGES_SHOWN ? (
          <li className="px-2.5 py-1.5 text-fg-muted">{ARGUMENTS.moreRows(rows.length - CHANGES_SHOWN)}</li>
        ) : null}
      </ul>
    </section>
  );
}

/** Other arguments instead of the asked ones: typed as JSON, read as strictly as the server does, shown as changes. */
export function EditDialog({
  argumentsText,
  approveLabel,
  confirmation,
  open,
  busy,
  blocked,
  message,
  onClose,
  onSubmit,
}: {
  argumentsText: string;
  approveLabel: string;
  confirmation: Confirmation;
  open: boolean;
  busy: boolean;
  blocked: boolean;
  message: React.ReactNode;
  onClose: () => void;
  onSubmit: (argumentsText: string, reason: string) => void;
}) {
  const original = useMemo(() => indent(argumentsText), [argumentsText]);
  const [typed, setTyped] = useState(original);
  const [reason, setReason] = useState("");
  const [unlock, setUnlock] = useState("");
  const edited = useMemo(() => readEdited(argumentsText, typed), [argumentsText, typed]);
  const ids = { text: useId(), reason: useId() };
  const fault = edited.ok ? null : edited.message;
  const ready =
    edited.ok &&
    edited.changes.length > 0 &&
    !blocked &&
    (confirmation.kind !== "type" || typedRight(unlock, confirmation.expected));
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={DECIDE.editTitle}
      description={DECIDE.editNote}
      kind="wide"
      busy={busy}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) onSubmit(typed, reason.trim());
        }}
        className="flex flex-col gap-3"
      >
        <Field id={ids.text} label={DECIDE.editLabel} error={fault}>
          <Textarea
            {...describe(ids.text, { error: fault })}
            data-autofocus
            value={typed}
            rows={14}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
            className="mono"
          />
        </Field>
        {message}
        {edited.ok ? <Changes changes={edited} /> : null}
        <TextField
          id={ids.reason}
          name="reason"
          label={DECIDE.editReason}
          value={reason}
          maxLength={REASON_MAX}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Button size="lg" onClick={() => setTyped(original)} disabled={busy || typed === original}>
            {DECIDE.editRestore}
          </Button>
          <span className="grow" />
          <Button size="lg" onClick={onClose} disabled={busy}>
            {DECIDE.goBack}
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
            pendingLabel={DECIDE.recording}
          >
            {DECIDE.editDo(approveLabel)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
