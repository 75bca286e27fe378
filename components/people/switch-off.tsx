"use client";

import { useRouter } from "next/navigation";
import { ConfirmAct } from "@/components/ui/confirm-act";
import type { ActResult } from "@/components/ui/use-act";
import { PERSON } from "@/components/words/people";

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
      label={PERSON.on}
      title={PERSON.onDialog}
      description={PERSON.onNote}
      confirm={PERSON.onDo}
      pendingLabel={PERSON.onPending}
      act={() => enable({ id })}
      onDone={onDone}
    />
  ) : (
    <ConfirmAct
      icon="ban"
      label={PERSON.off}
      title={PERSON.offDialog}
      description={PERSON.offNote}
      confirm={PERSON.offDo}
      pendingLabel={PERSON.offPending}
      act={() => disable({ id })}
      onDone={onDone}
    />
  );
}
