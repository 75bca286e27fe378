"use client";

import { useRouter } from "next/navigation";
import { lazy, Suspense, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { type ActResult, useAct } from "@/components/ui/use-act";
import { unsettleCalls } from "@/lib/approvals/actions";
import type { WrongRow } from "./settle-dialog";

const SettleDialog = lazy(async () => ({ default: (await import("./settle-dialog")).SettleDialog }));

/** On the page of a call: acknowledges it, or takes that back. One button, so that the focus stays on it. */
export function SettleControl({
  call,
  settledAt,
}: {
  call: WrongRow;
  /** When it was acknowledged; null: it needs attention. */
  settledAt: Date | null;
}) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const again = useAct(
    async (at: Date): Promise<ActResult> => {
      const answer = await unsettleCalls({ items: [{ id: call.id, settledAt: at }] });
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
        icon={settledAt ? "undo" : "check-circle"}
        data-key="settle"
        keyHint={settledAt ? undefined : "M"}
        pending={again.pending}
        pendingLabel="Bringing it back…"
        onClick={(event) => {
          // A key presses it from anywhere; what the dialog gives the focus back to has to be this.
          event.currentTarget.focus();
          again.clear();
          if (settledAt) void again.run(settledAt);
          else setOpen(true);
        }}
        className="max-lg:min-h-12"
      >
        {settledAt ? "Needs attention again" : "Acknowledge…"}
      </Button>
      <ActNotice problem={again.problem} />
      {open ? (
        <Suspense fallback={null}>
          <SettleDialog calls={[call]} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
