"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { useAct } from "@/components/ui/use-act";
import { loadSample, removeSample } from "@/lib/onboarding/sample/actions";
import type { SampleState } from "@/lib/onboarding/sample/types";

/** The actions available now. */
export function SampleControls({ state }: { state: Exclude<SampleState, "removing"> | "none" }) {
  const router = useRouter();
  // Until the page shows the result.
  const [asked, setAsked] = useState(false);
  const onDone = () => {
    setAsked(true);
    router.refresh();
  };
  const act = useAct(loadSample, { onDone });
  if (state === "none")
    return (
      <>
        <Button
          icon="sparkle"
          pending={act.pending || asked}
          pendingLabel="Asking the worker…"
          onClick={() => void act.run(undefined)}
        >
          Load a sample workspace
        </Button>
        <ActNotice problem={act.problem} />
      </>
    );
  return (
    <ConfirmAct
      act={removeSample}
      onDone={() => router.refresh()}
      label="Remove the sample workspace…"
      icon="trash"
      title="Remove the sample workspace?"
      description="Countersign removes its tenants, gateways and tools, and their calls, approvals, feedback and activity. It also removes your decisions and texts in it, and policies that apply to it alone. Your own tenants and gateways stay."
      confirm="Remove it"
      pendingLabel="Asking the worker…"
    />
  );
}
