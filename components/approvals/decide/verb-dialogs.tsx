"use client";

import { REASONS } from "@/components/words/approvals/reasons";
import type { Verb } from "@/lib/approvals/detail/types";
import { ExtendDialog } from "./extend-dialog";
import { ReasonDialog, type ReasonForm } from "./reason-dialog";

const FORMS: Record<"reject" | "request_changes" | "revoke" | "cancel", ReasonForm> = {
  reject: {
    title: REASONS.rejectTitle,
    note: REASONS.rejectNote,
    label: REASONS.rejectText,
    submit: REASONS.rejectDo,
    presets: REASONS.presets,
    required: true,
  },
  request_changes: {
    title: REASONS.changesTitle,
    note: REASONS.changesNote,
    label: REASONS.changesText,
    submit: REASONS.changesDo,
    required: true,
  },
  revoke: {
    title: REASONS.revokeTitle,
    note: REASONS.revokeNote,
    label: REASONS.revokeText,
    submit: REASONS.revokeDo,
    required: true,
  },
  cancel: {
    title: REASONS.cancelTitle,
    note: REASONS.cancelNote,
    label: REASONS.cancelText,
    submit: REASONS.cancelDo,
    required: false,
  },
};

/** The dialogs of the verbs that need a reason or a choice. Each keeps what was typed until the call is left. */
export function VerbDialogs({
  open,
  busy,
  notice,
  onClose,
  onReason,
  onExtend,
  onCancel,
}: {
  open: Verb | null;
  busy: boolean;
  notice: React.ReactNode;
  onClose: () => void;
  onReason: (verdict: "reject" | "request_changes" | "revoke", reason: string) => void;
  onExtend: (seconds: number) => void;
  onCancel: (reason: string) => void;
}) {
  const shared = { busy, message: notice, onClose };
  return (
    <>
      {(["reject", "request_changes", "revoke"] as const).map((verb) => (
        <ReasonDialog
          key={verb}
          form={FORMS[verb]}
          open={open === verb}
          onSubmit={(reason) => onReason(verb, reason)}
          {...shared}
        />
      ))}
      <ReasonDialog form={FORMS.cancel} open={open === "cancel"} onSubmit={onCancel} {...shared} />
      <ExtendDialog open={open === "extend"} onSubmit={onExtend} {...shared} />
    </>
  );
}
