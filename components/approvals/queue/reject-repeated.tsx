"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { openedPart } from "@/components/ui/lazy-part";
import type { Repeated } from "@/lib/approvals/queue/types";
import { revealedText } from "@/lib/core/text/reveal";

const BulkDialogs = openedPart(() => import("../triage/bulk/bulk-dialogs").then((part) => part.BulkDialogs));

/** Rejects the calls that one agent repeats, with one reason, which the agent reads. */
export function RejectRepeated({ repeated }: { repeated: Repeated }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const { agent, provider, tool, gateway, calls, count } = repeated;
  const all = calls.length < count ? `the first ${calls.length}` : `all ${calls.length}`;
  const selection = new Map(
    calls.map((call) => [call.id, { ...call, tool: JSON.stringify([gateway, provider, tool]) }]),
  );
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        aria-label={`Reject ${all} calls of ${revealedText(agent)} to ${revealedText(tool)}…`}
        onClick={() => setOpen(true)}
      >
        {`Reject ${all}…`}
      </Button>
      {open ? (
        <BulkDialogs
          act="reject"
          selection={selection}
          onClose={() => {
            setOpen(false);
            // Not before: these calls would leave the page, and the results with them.
            router.refresh();
          }}
          onDone={() => undefined}
        />
      ) : null}
    </>
  );
}
