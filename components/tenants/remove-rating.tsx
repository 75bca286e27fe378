"use client";

import { useRouter } from "next/navigation";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { useAct } from "@/components/ui/use-act";
import { RATINGS } from "@/components/words/tenants";
import type { Override } from "@/lib/tools/types";
import { type RateTools, useRateOne } from "./use-rate";

/** Takes a tenant's rating away; it can be put back as long as the message stands. */
export function RemoveRating({
  tenantId,
  toolId,
  name,
  seen,
  rate,
}: {
  tenantId: string;
  toolId: string;
  name: string;
  seen: Override;
  rate: RateTools;
}) {
  const router = useRouter();
  const toast = useToast();
  const rateOne = useRateOne(rate);
  const restore = async () => {
    const result = await rateOne({ tenantId, toolId, name, to: seen, seen: null, undo: true });
    toast({ text: result.ok ? RATINGS.restored(name) : result.message });
    router.refresh();
  };
  const act = useAct(rateOne, {
    onDone: () => {
      toast({ text: RATINGS.removed(name), undo: () => void restore() });
      router.refresh();
    },
  });
  return (
    <span className="flex flex-col items-end gap-2">
      <Button
        size="sm"
        aria-label={`${RATINGS.remove}: ${name}`}
        pending={act.pending}
        pendingLabel={RATINGS.removing}
        onClick={() => void act.run({ tenantId, toolId, name, to: null, seen })}
      >
        {RATINGS.remove}
      </Button>
      <ActNotice problem={act.problem} />
    </span>
  );
}
