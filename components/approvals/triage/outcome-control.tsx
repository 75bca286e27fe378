"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { openedPart } from "@/components/ui/lazy-part";
import type { NamedCall } from "../call-name";

const OutcomeDialog = openedPart(() => import("./outcome-dialog").then((part) => part.OutcomeDialog));

/** Records what really happened to a call whose outcome is unknown, or corrects that record. */
export function OutcomeControl({
  call,
  known,
}: {
  call: NamedCall;
  known: { ran: boolean; at: Date } | null;
}) {
  const [asked, setAsked] = useState<{ ran: boolean } | null>(null);
  const choices = known ? [{ ran: !known.ran }] : [{ ran: true }, { ran: false }];
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {choices.map((choice) => (
        <Button
          key={String(choice.ran)}
          size="sm"
          variant="outline"
          onClick={() => setAsked(choice)}
          className="max-lg:min-h-12"
        >
          {known ? "Correct: " : ""}
          {choice.ran ? "It ran…" : "It did not run…"}
        </Button>
      ))}
      {asked ? (
        <OutcomeDialog
          call={call}
          ran={asked.ran}
          replaces={known?.at ?? null}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </div>
  );
}
