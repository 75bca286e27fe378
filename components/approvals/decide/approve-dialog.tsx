"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { RISK_WORDS } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import type { RiskWord } from "@/lib/core/risk";
import { SHIFT_GUARD_MS } from "./guards";

/** High: a second look at the act, with the focus on going back. */
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
    risk: RiskWord;
    approveLabel: string;
    startsHow: string;
    facts: readonly { label: string; text: string }[];
  };
  /** Which call it is. */
  name: ReactNode;
  /** Whether the call ended meanwhile; the message says how. */
  over: boolean;
  busy: boolean;
  blocked: boolean;
  message: ReactNode;
  /** Whether nothing has moved for a moment, so that the press was meant for this. */
  settled: () => boolean;
  onClose: () => void;
  onApprove: () => void;
}) {
  const openedAt = useRef(0);
  useEffect(() => {
    openedAt.current = performance.now();
  }, []);
  const confirm = () => {
    if (performance.now() - openedAt.current >= SHIFT_GUARD_MS && settled()) onApprove();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${RISK_WORDS[call.risk]} risk: is this what should happen?`}
      description={call.startsHow}
      busy={busy}
    >
      {name}
      <dl className="mt-3 grid grid-cols-[88px_1fr] gap-x-2.5 gap-y-1 text-sm">
        {call.facts.map((fact) => (
          <div key={fact.label} className="contents">
            <dt className="text-fg-subtle">{fact.label}</dt>
            <dd>
              <Untrusted>{fact.text}</Untrusted>
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 empty:hidden">{message}</div>
      <div className="mt-4 flex justify-end gap-2">
        <Button size="lg" data-autofocus disabled={busy} onClick={onClose}>
          {over ? "Close" : "Cancel"}
        </Button>
        <Button
          size="lg"
          variant="primary"
          disabled={blocked || over}
          pending={busy}
          pendingLabel="Recording…"
          onClick={confirm}
        >
          {call.approveLabel}
        </Button>
      </div>
    </Dialog>
  );
}
