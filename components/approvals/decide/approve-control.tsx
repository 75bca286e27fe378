"use client";

import { useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Untrusted } from "@/components/ui/text/untrusted";
import type { Confirmation, HeadlinePart } from "@/lib/approvals/detail/types";
import { typedRight } from "@/lib/approvals/seen";
import type { RiskWord } from "@/lib/core/risk";
import { SHIFT_GUARD_MS } from "./guards";
import { TypeToUnlock, unlockText } from "./type-to-unlock";

const RISK_TITLE: Record<RiskWord, string> = {
  low: "Low",
  medium: "Medium",
  high: "High",
  critical: "Critical",
};

type ApproveProps = {
  confirmation: Confirmation;
  label: string;
  risk: RiskWord;
  headline: readonly HeadlinePart[];
  startsHow: string;
  facts: readonly { label: string; text: string }[];
  /** Why it cannot be pressed now; the reason stands beside it. */
  blocked: boolean;
  busy: boolean;
  /** The press was sent and the server has not answered. */
  recording: boolean;
  /** Whether nothing has moved for a moment, so that the press was meant for this. */
  settled: () => boolean;
  onApprove: (typed?: string) => void;
};

/** Approve, confirmed the more carefully the higher the risk. */
export function ApproveControl(props: ApproveProps) {
  switch (props.confirmation.kind) {
    case "click":
      return <ApproveButton {...props} onPress={() => props.onApprove()} hint="A" />;
    case "enter":
      return <PressTwice {...props} />;
    case "two_step":
      return <TwoStep {...props} />;
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
  onBlur,
  onKeyDown,
  hint,
  dataKey = "approve",
  describedBy,
}: Pick<ApproveProps, "label" | "blocked" | "busy" | "recording" | "settled"> & {
  onPress: () => void;
  onBlur?: () => void;
  onKeyDown?: (event: React.KeyboardEvent) => void;
  hint: string;
  dataKey?: string;
  describedBy?: string;
}) {
  return (
    <Button
      variant="primary"
      size="lg"
      icon="check"
      keyHint={hint}
      pending={recording}
      pendingLabel="Recording…"
      data-key={dataKey}
      disabled={blocked || busy}
      aria-describedby={describedBy}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      onClick={() => {
        if (settled()) onPress();
      }}
    >
      {label}
    </Button>
  );
}

/** Medium: the first press arms, the second decides. A double click is one press. */
function PressTwice(props: ApproveProps) {
  const [armed, setArmed] = useState(false);
  const armedAt = useRef(0);
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
      {/* Spoken only: a visible hint would push the button from under the pointer. */}
      <span aria-live="polite" className="sr-only">
        {armed ? "Enter confirms, Esc cancels" : null}
      </span>
      <ApproveButton
        {...props}
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

/** High: a second look at the act, with the focus on going back. */
function TwoStep(props: ApproveProps) {
  const [open, setOpen] = useState(false);
  const openedAt = useRef(0);
  const show = () => {
    openedAt.current = performance.now();
    setOpen(true);
  };
  const confirm = () => {
    if (performance.now() - openedAt.current < SHIFT_GUARD_MS || !props.settled()) return;
    setOpen(false);
    props.onApprove();
  };
  return (
    <>
      <ApproveButton {...props} label={`${props.label}…`} onPress={show} hint="A" />
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`${RISK_TITLE[props.risk]} risk: is this what should happen?`}
        description={props.startsHow}
      >
        <p className="font-bold text-lg leading-6">
          {props.headline.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one headline never move
            <Untrusted key={index}>{part.text}</Untrusted>
          ))}
        </p>
        <dl className="mt-2 grid grid-cols-[88px_1fr] gap-x-2.5 gap-y-1 text-sm">
          {props.facts.map((fact) => (
            <div key={fact.label} className="contents">
              <dt className="text-fg-subtle">{fact.label}</dt>
              <dd>
                <Untrusted>{fact.text}</Untrusted>
              </dd>
            </div>
          ))}
        </dl>
        <div className="mt-4 flex justify-end gap-2">
          <Button size="lg" data-autofocus onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button size="lg" variant="primary" disabled={props.blocked || props.busy} onClick={confirm}>
            {props.label}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

/** Critical: nothing unlocks but the count or the target, typed. */
function Typed(props: ApproveProps & { confirmation: Confirmation & { kind: "type" } }) {
  const [typed, setTyped] = useState("");
  const hint = useId();
  const right = typedRight(typed, props.confirmation.expected);
  const commit = () => {
    if (right && !props.blocked && !props.busy && props.settled()) props.onApprove(typed);
  };
  return (
    <>
      <TypeToUnlock
        confirmation={props.confirmation}
        value={typed}
        onChange={setTyped}
        onCommit={commit}
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
