"use client";

import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DraftNotice } from "@/components/ui/draft/draft-notice";
import { useDialogDraft } from "@/components/ui/draft/use-dialog-draft";
import { useDraft } from "@/components/ui/draft/use-draft";
import { TextareaField } from "@/components/ui/field";
import { RISK_WORDS } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { REASON_MAX } from "@/lib/approvals/types";
import type { RiskWord } from "@/lib/core/risk";
import { SHIFT_GUARD_MS } from "./guards";

/**
 * For high risk or a required reason: shows the call again. Focus starts on Cancel, or on the
 * reason.
 */
export function ApproveDialog({
  call,
  name,
  over,
  busy,
  blocked,
  message,
  settled,
  onClose,
  onApprove,
}: {
  call: {
    id: string;
    risk: RiskWord;
    approveLabel: string;
    startsHow: string;
    reasonRequired: readonly string[];
    facts: readonly { label: string; text: string }[];
  };
  name: ReactNode;
  /** Whether the call ended while the dialog was open; the message says how. */
  over: boolean;
  busy: boolean;
  blocked: boolean;
  message: ReactNode;
  /** Whether the page has been still long enough for the press to be deliberate. */
  settled: () => boolean;
  onClose: () => void;
  /** `reason` is empty if none is required. */
  onApprove: (reason: string) => void;
}) {
  // An early press was meant for the control that was here before.
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), SHIFT_GUARD_MS);
    return () => clearTimeout(timer);
  }, []);
  const draft = useDraft(`approve ${call.id}`, { reason: "" });
  const { reason } = draft.value;
  const close = useDialogDraft(draft, { open: true, pending: busy, failed: false, onClose });
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const asks = call.reasonRequired.includes("approve");
  const confirm = () => {
    if (!isReady || !settled()) return;
    const lacks = asks && reason.trim() === "";
    setMissing(lacks);
    if (lacks) field.current?.focus();
    else onApprove(reason.trim());
  };
  return (
    <Dialog
      open
      onClose={close}
      title={`${RISK_WORDS[call.risk]} risk: is this what should happen?`}
      description={call.startsHow}
      busy={busy}
    >
      {name}
      <Facts facts={call.facts} />
      {asks && (
        <WhyField
          ref={field}
          missing={missing}
          value={reason}
          onChange={(words) => draft.set({ reason: words })}
        />
      )}
      {asks && <DraftNotice draft={draft} />}
      <div className="mt-3 empty:hidden">{message}</div>
      <Buttons
        {...{ asks, over, busy }}
        label={call.approveLabel}
        disabled={blocked || over || !isReady}
        onCancel={close}
        onConfirm={confirm}
      />
    </Dialog>
  );
}

function Buttons({
  asks,
  over,
  busy,
  label,
  disabled,
  onCancel,
  onConfirm,
}: {
  asks: boolean;
  over: boolean;
  busy: boolean;
  label: string;
  disabled: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}) {
  return (
    <div className="mt-4 flex justify-end gap-2">
      <Button size="lg" data-autofocus={asks ? undefined : true} disabled={busy} onClick={onCancel}>
        {over ? "Close" : "Cancel"}
      </Button>
      <Button
        size="lg"
        variant="primary"
        data-submit
        keyHint="⌘↵"
        disabled={disabled}
        pending={busy}
        pendingLabel="Recording…"
        onClick={onConfirm}
      >
        {label}
      </Button>
    </div>
  );
}

function Facts({ facts }: { facts: readonly { label: string; text: string }[] }) {
  return (
    <dl className="mt-3 grid grid-cols-[88px_1fr] gap-x-2.5 gap-y-1 text-sm">
      {facts.map((fact) => (
        <div key={fact.label} className="contents">
          <dt className="text-fg-subtle">{fact.label}</dt>
          <dd>
            <Untrusted>{fact.text}</Untrusted>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function WhyField({
  ref,
  missing,
  value,
  onChange,
}: {
  ref: Ref<HTMLTextAreaElement>;
  missing: boolean;
  value: string;
  onChange: (reason: string) => void;
}) {
  return (
    <div className="mt-3">
      <TextareaField
        ref={ref}
        name="reason"
        label="Why do you approve it?"
        hint="The policy of this call asks for a reason. It is kept with the decision."
        error={missing ? "Say why: the policy asks for a reason." : null}
        rows={3}
        value={value}
        maxLength={REASON_MAX}
        data-autofocus
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
