"use client";

import type { ReactNode } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { NamedCall } from "../call-name";
import { type Holder, useAssign } from "./use-assign";

/** Who the call is assigned to, and the way to assign or unassign it (I). */
export function AssignButton({
  call,
  holder,
  ended,
}: {
  call: NamedCall;
  holder: Holder;
  /** What ended the call. An ended call has no assignee; an open dialog says so. */
  ended: ReactNode;
}) {
  const { toggle, pending, problem, dialog } = useAssign(ended);
  if (ended) return dialog;
  return (
    <>
      <span className="inline-flex items-center gap-1.5">
        {holder ? (
          <>
            <Avatar name={holder.name} size="sm" />
            <span className="text-fg-muted">
              Assigned to {holder.mine ? "you" : <Untrusted>{holder.name}</Untrusted>} until{" "}
              <Time value={holder.until} form="time" />
            </span>
          </>
        ) : null}
        <Button
          size="sm"
          data-key="assign"
          keyHint={holder && !holder.mine ? undefined : "I"}
          disabled={pending}
          onClick={() => toggle(call, holder)}
          className="max-lg:min-h-12"
        >
          {holder ? (holder.mine ? "Unassign" : "Take over…") : "Assign to me"}
        </Button>
      </span>
      {problem ? (
        <div className="basis-full">
          <ActNotice problem={problem} />
        </div>
      ) : null}
      {dialog}
    </>
  );
}
