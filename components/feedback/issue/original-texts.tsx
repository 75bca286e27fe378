"use client";

import { type ReactNode, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { useAct } from "@/components/ui/use-act";
import { revealReport } from "@/lib/feedback/actions";
import type { ReportTexts } from "@/lib/feedback/wire";
import { ReportText } from "./report-text";

/** A report with redacted parts. People who triage can show it as sent. */
export function AsSent({ id, foot, children }: { id: string; foot?: ReactNode; children: ReactNode }) {
  const [sent, setSent] = useState<ReportTexts | null>(null);
  const { run, pending, problem } = useAct(revealReport, { onDone: setSent });
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-fg-muted text-sm" aria-live="polite">
        {sent ? (
          "Shown as the agent sent it. The activity log says that you read it."
        ) : (
          <>
            What looks like a credential is left out.
            <Button
              size="sm"
              pending={pending}
              pendingLabel="Reading…"
              onClick={() => void run({ id })}
              className="max-sm:min-h-12"
            >
              Show as sent
            </Button>
          </>
        )}
      </p>
      <ActNotice problem={problem} />
      {sent ? <ReportText report={sent} foot={foot} /> : children}
    </div>
  );
}
