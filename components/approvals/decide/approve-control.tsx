"use client";

import { type Ref, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { AIM_EVENT } from "@/components/shell/keys/ring";
import { Button } from "@/components/ui/button";
import type { Confirmation } from "@/lib/approvals/detail/types";
import { typedRight } from "@/lib/approvals/screen-proof";
import { SHIFT_GUARD_MS } from "./guards";
import { TypeToUnlock, unlockText } from "./type-to-unlock";

type ApproveProps = {
  confirmation: Confirmation;
  label: string;
  /** Disabled; the bar shows the reason. */
  blocked: boolean;
  busy: boolean;
  /** The request is pending. */
  recording: boolean;
  /** Whether the page has been still long enough for the press to be deliberate. */
  settled: (byKey: boolean) => boolean;
  onApprove: (typed?: string) => void;
  /** High risk: opens the second look. */
  onBegin: () => void;
};

/** Approve, with a confirmation that grows with the risk. */
export function ApproveControl(props: ApproveProps) {
  switch (props.confirmation.kind) {
    case "click":
      return <ApproveButton {...props} onPress={() => props.onApprove()} hint="A" />;
    case "enter":
      return <PressTwice {...props} />;
    case "two_step":
      return <ApproveButton {...props} label={`${props.label}…`} onPress={props.onBegin} hint="A" />;
    case "type":
      return <Typed {...props} confirmation={props.confirmation} />;
  }
}

function ApproveButton({
  label,
  blocked,
  busy,
  recording,
  settled,
  onPress,
  ref,
  onBlur,
  onKeyDown,
  hint,
  dataKey = "approve",
  describedBy,
}: Pick<ApproveProps, "label" | "blocked" | "busy" | "recording" | "settled"> & {
  onPress: (byKey: boolean) => void;
  ref?: Ref<HTMLButtonElement>;
  onBlur?: () => void;
  onKeyDown?: (event: React.KeyboardEvent) => void;
  hint: string;
  dataKey?: string;
  describedBy?: string;
}) {
  return (
    <Button
      ref={ref}
      variant="primary"
      size="lg"
      icon="check"
      keyHint={hint}
      pending={recording}
      pendingLabel="Recording…"
      data-key={dataKey}
      disabled={blocked || busy}
      aria-describedby={describedBy}
      // If the row has no room, moves to the end of the next one.
      className="md:ml-auto"
      onBlur={onBlur}
      onKeyDown={(event) => {
        // A held key never presses twice.
        if (event.repeat && event.key === "Enter") event.preventDefault();
        onKeyDown?.(event);
      }}
      onClick={(event) => {
        const byKey = event.detail === 0;
        if (settled(byKey)) onPress(byKey);
      }}
    >
      {label}
    </Button>
  );
}

/**
 * Medium: the first press arms, the second approves. A double click counts as one press. The key of
 * Approve arms as well, so that A and then Enter are the two.
 */
function PressTwice(props: ApproveProps) {
  const [armed, setArmed] = useState(false);
  const armedAt = useRef(0);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const element = button.current;
    const aimed = () => {
      if (element?.disabled) return;
      armedAt.current = Number.NEGATIVE_INFINITY;
      // Before the next key.
      flushSync(() => setArmed(true));
    };
    element?.addEventListener(AIM_EVENT, aimed);
    return () => element?.removeEventListener(AIM_EVENT, aimed);
  }, []);
  const press = () => {
    if (!armed) {
      armedAt.current = performance.now();
      setArmed(true);
      return;
    }
    if (performance.now() - armedAt.current < SHIFT_GUARD_MS) return;
    setArmed(false);
    props.onApprove();
  };
  return (
    <>
      {/* For screen readers only: a visible hint would move the button under the pointer. */}
      <span aria-live="polite" className="sr-only">
        {armed ? "Enter confirms, Esc cancels" : null}
      </span>
      <ApproveButton
        {...props}
        ref={button}
        label={armed ? "Press again to confirm" : props.label}
        onPress={press}
        onBlur={() => setArmed(false)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !armed) return;
          event.preventDefault();
          setArmed(false);
        }}
        hint={armed ? "↵" : "A"}
      />
    </>
  );
}

/** Critical: only typing the count or the target unlocks. */
function Typed(props: ApproveProps & { confirmation: Confirmation & { kind: "type" } }) {
  const [typed, setTyped] = useState("");
  const hint = useId();
  const right = typedRight(typed, props.confirmation.expected);
  const commit = (byKey: boolean) => {
    if (right && !props.blocked && !props.busy && props.settled(byKey)) props.onApprove(typed);
  };
  return (
    <>
      <TypeToUnlock
        confirmation={props.confirmation}
        value={typed}
        onChange={setTyped}
        onCommit={() => commit(true)}
        dataKey="approve"
      />
      <ApproveButton
        {...props}
        blocked={props.blocked || !right}
        onPress={commit}
        hint="⌘↵"
        dataKey="approve-button"
        describedBy={hint}
      />
      <span id={hint} className="sr-only">
        {unlockText(props.confirmation.what)}
      </span>
    </>
  );
}
