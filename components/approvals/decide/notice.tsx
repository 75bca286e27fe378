"use client";

import { useRouter } from "next/navigation";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { Verb } from "@/lib/approvals/detail/types";
import { type DecisionState, isOutdated } from "./use-decision";

const RECORDED: Record<Verb, string> = {
  approve: "Approval recorded",
  remember: "Approval recorded, and the rule made,",
  edit: "Approval of the edited call recorded",
  reject: "Rejection recorded",
  request_changes: "Request for changes recorded",
  revoke: "Revocation recorded",
  extend: "New deadline recorded",
  cancel: "Cancellation recorded",
  undo: "Approval undone",
  break_glass: "Your approval by break-glass recorded",
};

/** An edit that others have to approve does not count as an approval. */
const recordedWords = ({ verb, approvals }: DecisionState & { kind: "recorded" }) =>
  verb === "edit" && approvals === 0 ? "Edit recorded" : RECORDED[verb];

const INSTANT = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/;

/** The server's message, with times in the viewer's time zone. */
export function ServerMessage({ text }: { text: string }) {
  return text.split(INSTANT).map((part, index) =>
    INSTANT.test(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one message never move
      <Time key={index} value={part} form="time-seconds" />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Untrusted key={index} lines>
        {part}
      </Untrusted>
    ),
  );
}

/**
 * Result of the last press: recorded with its time, refused with the reason and the earlier
 * decider, or unknown.
 */
export function DecisionNotice({ state }: { state: DecisionState }) {
  const router = useRouter();
  if (state.kind === "idle") return null;
  if (state.kind === "recording")
    return (
      <p className="text-sm text-fg-muted">
        {state.signing
          ? "Sign it with your passkey: your browser asks for your fingerprint, your face or a PIN."
          : "Recording…"}
      </p>
    );
  if (state.kind === "recorded") {
    return (
      <p className="text-sm text-ok">
        {recordedWords(state)} at <Time value={state.at} form="time-seconds" />. {state.note}
      </p>
    );
  }
  const gone = isOutdated(state);
  return (
    <p
      role="alert"
      className="rounded-control border border-border-strong bg-sunken px-2.5 py-2 text-sm wrap-anywhere"
    >
      {state.kind === "refused" ? (
        <ServerMessage text={state.message} />
      ) : (
        "The server did not answer, so this may or may not be recorded. Reload before you try again; a second try never counts twice."
      )}{" "}
      {gone || state.kind === "unreachable" ? (
        <button
          type="button"
          onClick={() => router.refresh()}
          className="inline min-h-6 text-accent underline underline-offset-2"
        >
          {gone && state.kind === "refused" && state.code !== "STALE_VIEW" ? "See why" : "Read it again"}
        </button>
      ) : null}
      {state.kind === "refused" && state.requestId ? (
        <span className="block text-xs text-fg-subtle">
          Request id <code>{state.requestId}</code>
        </span>
      ) : null}
    </p>
  );
}
