"use client";

import { useRouter } from "next/navigation";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { useAct } from "@/components/ui/use-act";
import { counted } from "@/components/words/counts";
import { groupAnew } from "@/lib/intents/actions";
import type { ShownRun } from "@/lib/intents/runs/types";

const PHASES = { vectors: "reading", groups: "grouping" };

function Told({ run }: { run: ShownRun | null }) {
  if (run === null)
    return "Nothing is grouped yet. A worker does so within minutes, and then every night that there are new ones.";
  const { state, phase, done, total, finishedAt, grouped, assigned } = run;
  if (state === "waiting") return "Waiting for a worker to begin.";
  if (state === "running")
    return total > 0
      ? `Being grouped: ${phase ? PHASES[phase] : "started"}, ${done.toLocaleString("en")} of ${total.toLocaleString("en")}.`
      : "Being grouped.";
  return (
    <>
      {state === "failed" ? "The last grouping failed" : "Grouped"}{" "}
      {finishedAt && <Time value={finishedAt} />}
      {state === "failed"
        ? "; the page shows the one before."
        : `: ${counted(grouped, "way", "ways")} to say it compared${assigned > 0 ? `, ${assigned.toLocaleString("en")} more put to the nearest intent` : ""}.`}
    </>
  );
}

/** When a tenant's rationales were last grouped, and a button to group them now. */
export function RunLine({
  run,
  tenantId,
  mayAsk,
}: {
  run: ShownRun | null;
  tenantId: string;
  mayAsk: boolean;
}) {
  const router = useRouter();
  const act = useAct(groupAnew, { onDone: () => router.refresh() });
  const isOpen = run?.state === "waiting" || run?.state === "running";
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 flex-1 basis-64 text-sm text-fg-muted">
          <Told run={run} />
        </p>
        {mayAsk && (
          <Button
            variant="outline"
            disabled={isOpen}
            pending={act.pending}
            pendingLabel="Asking…"
            onClick={() => void act.run({ tenantId })}
          >
            Group them now
          </Button>
        )}
      </div>
      <ActNotice problem={act.problem} />
    </div>
  );
}
