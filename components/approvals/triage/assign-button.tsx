"use client";

import { ActNotice } from "@/components/ui/act-notice";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { CLAIM } from "@/components/words/approvals/personal";
import { type AssignActions, type Holder, useAssign } from "./use-assign";

/** Who has the call, and the way to take it or let it go (I). */
export function AssignButton({
  id,
  holder,
  actions,
}: {
  id: string;
  holder: Holder;
  actions: AssignActions;
}) {
  const { toggle, pending, problem, dialog } = useAssign(actions);
  return (
    <>
      <span className="inline-flex items-center gap-1.5">
        {holder ? (
          <>
            <Avatar name={holder.name} size="sm" />
            {holder.mine ? <span className="text-fg-muted">{CLAIM.mine}</span> : null}
          </>
        ) : null}
        <Button
          size="sm"
          data-key="claim"
          keyHint={holder && !holder.mine ? undefined : "I"}
          disabled={pending}
          onClick={() => toggle(id, holder)}
          className="max-lg:min-h-12"
        >
          {holder ? (holder.mine ? CLAIM.release : CLAIM.takeOver(holder.name)) : CLAIM.claim}
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
