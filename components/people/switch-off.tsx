"use client";

import { useRouter } from "next/navigation";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { Untrusted } from "@/components/ui/text/untrusted";
import { disableAction, enableAction } from "@/lib/auth/people/actions";

/** `needed`: the policies that too few people could satisfy without them. */
export function SwitchOff({ id, off, needed }: { id: string; off: boolean; needed: readonly string[] }) {
  const router = useRouter();
  const onDone = () => router.refresh();
  return off ? (
    <ConfirmAct
      label="Switch on again…"
      title="Switch this person on again?"
      description="They can sign in again with the same role. Their old tokens stay revoked; they can make new ones."
      confirm="Switch on"
      pendingLabel="Switching on…"
      act={() => enableAction({ id })}
      onDone={onDone}
    />
  ) : (
    <ConfirmAct
      icon="ban"
      label="Switch off…"
      title="Switch this person off?"
      description={
        <>
          From the next request they are signed out everywhere, their open pages stop, and Countersign refuses
          their tokens. Their tokens and the open links they made stop working for good. Their decisions stay.
          You can switch them on again.
          {needed.length > 0 && (
            <span className="mt-2 block font-medium text-risk-high wrap-anywhere">
              Too few people can decide calls of{" "}
              <Untrusted>{needed.map((one) => `“${one}”`).join(", ")}</Untrusted> then.
            </span>
          )}
        </>
      }
      confirm="Switch off"
      pendingLabel="Switching off…"
      act={() => disableAction({ id })}
      onDone={onDone}
    />
  );
}
