"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { openedPart } from "@/components/ui/lazy-part";
import { type ActResult, useAct } from "@/components/ui/use-act";
import { unacknowledgeCalls } from "@/lib/approvals/actions";
import type { WrongRow } from "./acknowledge-dialog";

const AcknowledgeDialog = openedPart(() =>
  import("./acknowledge-dialog").then((part) => part.AcknowledgeDialog),
);

/**
 * Acknowledges a call or undoes it, on the call's page. One button, so that the focus stays on it.
 */
export function AcknowledgeControl({
  call,
  acknowledgedAt,
}: {
  call: WrongRow;
  /** When it was acknowledged; null if it needs attention. */
  acknowledgedAt: Date | null;
}) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const again = useAct(
    async (at: Date): Promise<ActResult> => {
      const answer = await unacknowledgeCalls({ items: [{ id: call.id, acknowledgedAt: at }] });
      const refused = answer.ok ? answer.results.find((one) => !one.ok) : undefined;
      if (!answer.ok || !refused || refused.ok) return answer;
      return { ok: false, code: "CONFLICT", message: refused.message, requestId: "" };
    },
    { onDone: () => router.refresh() },
  );
  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <Button
        size="sm"
        icon={acknowledgedAt ? "undo" : "check-circle"}
        data-key="acknowledge"
        keyHint={acknowledgedAt ? undefined : "M"}
        pending={again.pending}
        pendingLabel="Bringing it back…"
        onClick={(event) => {
          // A shortcut can press it from anywhere. The dialog has to return the focus here.
          event.currentTarget.focus();
          again.clear();
          if (acknowledgedAt) void again.run(acknowledgedAt);
          else setOpen(true);
        }}
        className="max-lg:min-h-12"
      >
        {acknowledgedAt ? "Needs attention again" : "Acknowledge…"}
      </Button>
      <ActNotice problem={again.problem} />
      {open ? <AcknowledgeDialog calls={[call]} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
