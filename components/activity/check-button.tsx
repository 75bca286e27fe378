"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { type ActResult, useAct } from "@/components/ui/use-act";
import { beginTrailCheck, continueTrailCheck } from "@/lib/insights/trail/actions";
import type { CheckProgress } from "@/lib/insights/trail/types";

/**
 * Verifies the log step by step and shows the progress. Leaving the page stops it; it can continue
 * later.
 */
export function CheckButton({ label }: { label: string }) {
  const router = useRouter();
  const [progress, setProgress] = useState<CheckProgress | null>(null);
  const act = useAct(async (_: null): Promise<ActResult<CheckProgress>> => {
    let result = await beginTrailCheck({});
    while (result.ok) {
      setProgress(result);
      if (result.finished) break;
      result = await continueTrailCheck({});
    }
    setProgress(null);
    router.refresh();
    return result;
  });
  return (
    <div className="flex flex-col items-start gap-2">
      <Button icon="shield" pending={act.pending} pendingLabel="Checking…" onClick={() => void act.run(null)}>
        {label}
      </Button>
      {act.pending && progress && (
        <div className="flex w-full max-w-80 flex-col gap-1 text-xs text-fg-muted">
          <progress
            aria-label="Rows recomputed"
            value={progress.rows}
            max={Math.max(1, progress.rowsTotal)}
            className="h-1.5 w-full accent-accent"
          />
          <span role="status" className="tnum">
            {progress.rows.toLocaleString("en")} of {progress.rowsTotal.toLocaleString("en")} rows recomputed
          </span>
        </div>
      )}
      <ActNotice problem={act.problem} />
    </div>
  );
}
