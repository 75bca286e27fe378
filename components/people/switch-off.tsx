"use client";

import { useRouter } from "next/navigation";
import { ConfirmAct } from "@/components/ui/confirm-act";
import type { ActResult } from "@/components/ui/use-act";

type Act = (input: object) => Promise<ActResult>;

/** Switches somebody off, or on again. */
export function SwitchOff({
  id,
  off,
  disable,
  enable,
}: {
  id: string;
  off: boolean;
  disable: Act;
  enable: Act;
}) {
  const router = useRouter();
  const onDone = () => router.refresh();
  return off ? (
    <ConfirmAct
      label="Switch on again…"
      title="Switch this person on again?"
      description="They can sign in again with the same role. Their tokens stay ended; they make new ones."
      confirm="Switch on"
      pendingLabel="Switching on…"
      act={() => enable({ id })}
      onDone={onDone}
    />
  ) : (
    <ConfirmAct
      icon="ban"
      label="Switch off…"
      title="Switch this person off?"
      description="They are signed out everywhere, open pages end, and their tokens are refused, all from the next request. Tokens and open links they made end for good. What they decided stays. You can switch them on again."
      confirm="Switch off"
      pendingLabel="Switching off…"
      act={() => disable({ id })}
      onDone={onDone}
    />
  );
}
