"use client";

import { useRouter } from "next/navigation";
import { Time } from "@/components/ui/time";
import { DECIDE } from "../copy";
import { Said } from "../said";
import type { DecisionState } from "./use-decision";

/** What became of the last press: recorded with its time, refused with the reason and who was first, or not known. */
export function DecisionNotice({ state }: { state: DecisionState }) {
  const router = useRouter();
  if (state.kind === "idle") return null;
  if (state.kind === "recording") return <p className="text-sm text-fg-muted">{DECIDE.recording}</p>;
  if (state.kind === "recorded") {
    return (
      <p className="text-sm text-ok">
        {DECIDE.recordedNext[state.verb]}. {DECIDE.recorded} <Time value={state.at} form="time-seconds" />
      </p>
    );
  }
  const gone = state.kind === "refused" && (state.code === "ALREADY_DECIDED" || state.code === "EXPIRED");
  return (
    <p
      role="alert"
      className="rounded-control border border-border-strong bg-sunken px-2.5 py-2 text-sm wrap-anywhere"
    >
      {state.kind === "refused" ? <Said text={state.message} lines /> : DECIDE.unreachable}{" "}
      <button
        type="button"
        onClick={() => router.refresh()}
        className="inline min-h-6 text-accent underline underline-offset-2"
      >
        {gone ? DECIDE.seeWhy : DECIDE.readAgain}
      </button>
      {state.kind === "refused" && state.requestId ? (
        <span className="block text-xs text-fg-subtle">
          {DECIDE.requestId} <code>{state.requestId}</code>
        </span>
      ) : null}
    </p>
  );
}
