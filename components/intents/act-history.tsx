"use client";

import { useRouter } from "next/navigation";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { useAct } from "@/components/ui/use-act";
import { actWords } from "@/components/words/intents";
import { undoIntentAct } from "@/lib/intents/acts/actions";
import type { ShownAct } from "@/lib/intents/acts/types";

/** People's actions on the intent, newest first, each with an undo. */
export function ActHistory({
  acts,
  tenantId,
  mayUndo,
}: {
  acts: readonly ShownAct[];
  tenantId: string;
  mayUndo: boolean;
}) {
  const router = useRouter();
  const undo = useAct(undoIntentAct, { onDone: () => router.refresh() });
  return (
    <>
      <ActNotice problem={undo.problem} />
      <ol aria-label="What people did" className="divide-y divide-border">
        {acts.map((act) => (
          <li
            key={act.id}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3.5 py-(--row-pad) text-sm"
          >
            <p className="min-w-0 flex-1 basis-72 wrap-anywhere">
              <Untrusted>{act.by ?? "A user who is gone"}</Untrusted> <Untrusted>{actWords(act)}</Untrusted>,{" "}
              <Time value={act.at} form="relative" />.
              {act.undoneAt && (
                <span className="text-fg-muted">
                  {" "}
                  Taken back by <Untrusted>{act.undoneBy ?? "a user who is gone"}</Untrusted>,{" "}
                  <Time value={act.undoneAt} form="relative" />.
                </span>
              )}
            </p>
            {mayUndo && !act.undoneAt && (
              <Button
                size="sm"
                variant="ghost"
                disabled={undo.pending}
                onClick={() => void undo.run({ tenantId, actId: act.id })}
              >
                Take back
              </Button>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
