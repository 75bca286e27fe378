"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { useDraft } from "@/components/ui/draft/use-draft";
import { TextareaField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { YOU_BYPASS } from "@/components/words/approvals/break-glass";
import { counted } from "@/components/words/counts";
import { BREAK_GLASS_REASON_MIN } from "@/lib/approvals/break-glass/types";
import { typedRight } from "@/lib/approvals/screen-proof";
import { REASON_MAX } from "@/lib/approvals/types";
import type { BarView } from "./bar-view";
import { SHIFT_GUARD_MS } from "./guards";
import { TypeToUnlock } from "./type-to-unlock";

type Props = {
  call: Pick<BarView, "id" | "breakGlass" | "approvalsRequired">;
  name: ReactNode;
  over: boolean;
  busy: boolean;
  /** Whether the page may be out of date. */
  blocked: boolean;
  /** Number of folds still to open. */
  unopened: number;
  message: ReactNode;
  /** Whether the page has been still long enough for the press to be deliberate. */
  settled: () => boolean;
  onClose: () => void;
  onSubmit: (reason: string, typed: string) => void;
};

/**
 * Emergency approval by one person: what it overrides, the reason, and the typed count or target.
 */
export function BreakGlassDialog(props: Props) {
  const { call, name, over, busy, blocked, unopened, message, settled, onClose, onSubmit } = props;
  const openedAt = useRef(0);
  useEffect(() => {
    openedAt.current = performance.now();
  }, []);
  const draft = useDraft(`break glass ${call.id}`, { reason: "" });
  const { reason } = draft.value;
  const [typed, setTyped] = useState("");
  const [missing, setMissing] = useState(false);
  const confirmation = call.breakGlass?.confirmation;
  const right = confirmation?.kind === "type" && typedRight(typed, confirmation.expected);
  const isTooShort = reason.trim().length < BREAK_GLASS_REASON_MIN;
  const submit = () => {
    setMissing(isTooShort);
    const moved = performance.now() - openedAt.current < SHIFT_GUARD_MS || !settled();
    if (isTooShort || !right || moved || over || blocked || busy || unopened > 0) return;
    onSubmit(reason.trim(), typed);
  };
  return (
    <FormDialog
      {...{ over, onClose }}
      title="Break the glass: approve this call alone?"
      description="Only for emergencies. Countersign notifies everyone who can decide calls of this tenant at once. Another person has to review the call afterwards."
      submit="Approve alone"
      draft={draft}
      pending={busy}
      disabled={blocked || unopened > 0 || !right}
      onSubmit={submit}
    >
      {name}
      <Bypassed call={call} />
      <TextareaField
        name="reason"
        label="Why can it not wait?"
        hint="Everybody can read it, the agent included. It is kept with the decision and its review."
        error={
          missing && isTooShort
            ? `Say why in at least ${BREAK_GLASS_REASON_MIN} characters: others have to judge it.`
            : null
        }
        rows={3}
        value={reason}
        maxLength={REASON_MAX}
        data-autofocus
        onChange={(event) => draft.set({ reason: event.target.value })}
      />
      {confirmation?.kind === "type" ? (
        // First among the buttons of a phone's bar.
        <div>
          <TypeToUnlock {...{ confirmation, value: typed, onChange: setTyped, onCommit: submit }} />
        </div>
      ) : null}
      {unopened > 0 ? (
        <p className="text-sm text-fg-muted">
          {`Go back and open ${counted(unopened, "folded part", "folded parts")} of the call first.`}
        </p>
      ) : null}
      {message}
    </FormDialog>
  );
}

function Bypassed({ call }: Pick<Props, "call">) {
  return (
    <div className="rounded-control border border-border-strong bg-sunken px-2.5 py-2 text-sm">
      <p className="font-medium">You go past what is asked of this approval:</p>
      <ul className="list-disc pl-5">
        {call.breakGlass?.bypassed.map((one) => (
          <li key={one}>{YOU_BYPASS[one](call.approvalsRequired)}</li>
        ))}
      </ul>
      <p className="mt-1 text-fg-muted">It is approved as it is now. {call.breakGlass?.startsHow}</p>
    </div>
  );
}
