"use client";

import { ActNotice } from "@/components/ui/act-notice";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { CLAIM } from "@/components/words/approvals/personal";
import { type ClaimActions, type Holder, useClaim } from "./use-claim";

/** Who has the call, and the way to take it or let it go (I). */
export function ClaimButton({ id, holder, actions }: { id: string; holder: Holder; actions: ClaimActions }) {
  const { toggle, pending, problem, dialog } = useClaim(actions);
  return (
    <>
      <span className="inline-flex items-center gap-1.5">
        {holder ? (
          <>
            <Avatar name={holder.name} size="sm" />
            {holder.mine ? <span className="text-fg-muted">You have it</span> : null}
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
          {holder ? (holder.mine ? "Let go" : CLAIM.takeOver(holder.name)) : "Claim"}
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
