"use client";

import { REASONS } from "@/components/words/approvals/reasons";
import type { Verb } from "@/lib/approvals/detail/types";
import { ExtendDialog } from "./extend-dialog";
import { ReasonDialog, type ReasonForm } from "./reason-dialog";

const FORMS: Record<"reject" | "request_changes" | "revoke" | "cancel", ReasonForm> = {
  reject: {
    title: "Reject this call",
    note: REASONS.rejectNote,
    label: "In your words",
    submit: "Reject",
    presets: REASONS.presets,
    required: true,
  },
  request_changes: {
    title: "Request changes",
    note: "This call is refused, and the agent is asked to send it again with these changes.",
    label: "What shall be different?",
    submit: "Request changes",
    required: true,
  },
  revoke: {
    title: "Withdraw the approval",
    note: "Possible only until the gateway starts. The gateway and the agent are told.",
    label: "Why?",
    submit: "Withdraw approval",
    required: true,
  },
  cancel: {
    title: "Cancel this call",
    note: "Nobody will be asked any more and nothing will run. The gateway and the agent are told.",
    label: "Why? (optional)",
    submit: "Cancel the call",
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
