"use client";

import type { Verb } from "@/lib/approvals/detail/types";
import { ExtendDialog } from "./extend-dialog";
import { REJECTION, ReasonDialog, type ReasonForm } from "./reason-dialog";

const FORMS: Record<"reject" | "request_changes" | "revoke" | "cancel", ReasonForm> = {
  reject: { ...REJECTION, title: "Reject this call", submit: "Reject" },
  request_changes: {
    title: "Request changes",
    note: "This refuses the call and asks the agent to send it again with these changes.",
    label: "What should be different?",
    submit: "Request changes",
    required: true,
  },
  revoke: {
    title: "Revoke the approval",
    note: "This is possible only until the call starts. Countersign tells the gateway and the agent. A gateway that is being told of the approval at this moment may run the call all the same; the page then says so.",
    label: "Why?",
    submit: "Revoke approval",
    required: true,
  },
  cancel: {
    title: "Cancel this call",
    note: "Nobody needs to decide it any more, and nothing runs. Countersign tells the gateway and the agent.",
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
