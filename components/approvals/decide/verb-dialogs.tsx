"use client";

import type { ReactNode } from "react";
import { openedPart } from "@/components/ui/lazy-part";
import type { Verb } from "@/lib/approvals/detail/types";
import type { Remember } from "@/lib/approvals/remembered/types";
import { ApproveDialog } from "./approve-dialog";
import type { BarView } from "./bar-view";
import { ExtendDialog } from "./extend-dialog";
import { REJECTION, ReasonDialog, type ReasonForm } from "./reason-dialog";

// Most calls are decided unedited, so the editor loads on demand.
const EditDialog = openedPart(() => import("./edit-dialog").then((part) => part.EditDialog));

// Loads on demand: rarely needed.
const BreakGlassDialog = openedPart(() =>
  import("./break-glass-dialog").then((part) => part.BreakGlassDialog),
);

// Loads on demand: most approvals are for one call.
const RememberDialog = openedPart(() => import("./remember-dialog").then((part) => part.RememberDialog));

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
    note: "You can revoke an approval only until the call starts. Countersign notifies the gateway and the agent. A gateway that is receiving the approval at this moment may still run the call. The page then says so.",
    label: "Why?",
    submit: "Revoke approval",
    required: true,
  },
  cancel: {
    title: "Cancel this call",
    note: "The call no longer waits for a decision, and nothing runs. Countersign notifies the gateway and the agent.",
    label: "Why? (optional)",
    submit: "Cancel the call",
    required: false,
  },
};

/** Suggests the refusing policy as the reason. */
function rejectionOf({ refusedBy }: BarView): ReasonForm {
  if (refusedBy === null) return FORMS.reject;
  const chosen = `The policy “${refusedBy}” refuses it`;
  return { ...FORMS.reject, presets: [chosen, ...REJECTION.presets], chosen };
}

type Props = {
  call: BarView;
  name: ReactNode;
  open: Verb | null;
  over: boolean;
  busy: boolean;
  /** Approving is off because the page may be out of date. */
  blocked: boolean;
  /** Number of folds to open before an approval. */
  unopened: number;
  notice: ReactNode;
  /** Whether the page has been still for a moment. */
  settled: () => boolean;
  onClose: () => void;
  onApprove: (reason: string) => void;
  onEdit: (argumentsText: string, reason: string, typed: string) => void;
  onReason: (verdict: "reject" | "request_changes" | "revoke", reason: string) => void;
  onExtend: (seconds: number) => void;
  onCancel: (reason: string) => void;
  onBreakGlass: (reason: string, typed: string) => void;
  /** Some parts of the call are unread. */
  unread: boolean;
  onRemember: (remember: Remember) => void;
};

/** The dialogs of the verbs. Those with a reason keep its text until the viewer leaves the call. */
export function VerbDialogs(props: Props) {
  const { call, name, open, over, busy, blocked, notice, onClose } = props;
  const shared = { name, over, busy, message: notice, onClose };
  return (
    <>
      {open === "approve" ? (
        <ApproveDialog
          call={call}
          blocked={blocked}
          settled={props.settled}
          onApprove={props.onApprove}
          {...shared}
        />
      ) : null}
      {open === "edit" && call.argumentsText !== null ? (
        <EditDialog
          open
          draft={`edit ${call.id}`}
          argumentsText={call.argumentsText}
          schemaText={call.schemaText}
          approveLabel={call.approveLabel}
          apart={call.editsApart}
          confirmation={call.confirmation}
          asksReason={call.reasonRequired.includes("approve")}
          onFacts={call.onFacts}
          blocked={blocked}
          onSubmit={props.onEdit}
          {...shared}
        />
      ) : null}
      {open === "break_glass" ? (
        <BreakGlassDialog
          call={call}
          blocked={blocked}
          unopened={props.unopened}
          settled={props.settled}
          onSubmit={props.onBreakGlass}
          {...shared}
        />
      ) : null}
      {open === "remember" ? (
        <RememberDialog
          call={call}
          blocked={blocked}
          unread={props.unread}
          settled={props.settled}
          onSubmit={props.onRemember}
          {...shared}
        />
      ) : null}
      {(["reject", "request_changes", "revoke"] as const).map((verb) => (
        <ReasonDialog
          key={verb === "reject" ? `${verb} ${call.refusedBy}` : verb}
          form={verb === "reject" ? rejectionOf(call) : FORMS[verb]}
          draft={`${verb} ${call.id}`}
          open={open === verb}
          onSubmit={(reason) => props.onReason(verb, reason)}
          {...shared}
        />
      ))}
      <ReasonDialog
        form={FORMS.cancel}
        draft={`cancel ${call.id}`}
        open={open === "cancel"}
        onSubmit={props.onCancel}
        {...shared}
      />
      <ExtendDialog open={open === "extend"} onSubmit={props.onExtend} {...shared} />
    </>
  );
}
