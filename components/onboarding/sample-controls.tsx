"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { useAct } from "@/components/ui/use-act";
import { SAMPLE } from "@/components/words/sample";
import type { SampleState } from "@/lib/onboarding/sample/types";
import type { SampleActions } from "./sample-section";

/** What can be done with it at the moment. */
export function SampleControls({
  state,
  load,
  remove,
}: SampleActions & { state: Exclude<SampleState, "removing"> | "none" }) {
  const router = useRouter();
  // Until the page shows what was asked for.
  const [asked, setAsked] = useState(false);
  const onDone = () => {
    setAsked(true);
    router.refresh();
  };
  const act = useAct(load, { onDone });
  if (state === "none")
    return (
      <>
        <Button
          icon="sparkle"
          pending={act.pending || asked}
          pendingLabel={SAMPLE.asking}
          onClick={() => void act.run(undefined)}
        >
          {SAMPLE.load}
        </Button>
        <ActNotice problem={act.problem} />
      </>
    );
  return (
    <ConfirmAct
      act={remove}
      onDone={() => router.refresh()}
      label={SAMPLE.remove}
      icon="trash"
      title={SAMPLE.removeTitle}
      description={SAMPLE.removeText}
      confirm={SAMPLE.removeConfirm}
      pendingLabel={SAMPLE.removeAsking}
    />
  );
}
