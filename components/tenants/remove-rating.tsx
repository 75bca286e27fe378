"use client";

import { useRouter } from "next/navigation";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { useAct } from "@/components/ui/use-act";
import type { Override } from "@/lib/tools/types";
import { rateOne } from "./rate-one";

/** Takes a tenant's rating away; Undo puts it back while the message is shown. */
export function RemoveRating({
  tenantId,
  toolId,
  name,
  seen,
}: {
  tenantId: string;
  toolId: string;
  name: string;
  seen: Override;
}) {
  const router = useRouter();
  const toast = useToast();
  const restore = async () => {
    const result = await rateOne({ tenantId, toolId, name, to: seen, seen: null, undo: true });
    toast({ text: result.ok ? `The rating of ${name} is back.` : result.message });
    router.refresh();
  };
  const act = useAct(rateOne, {
    onDone: () => {
      toast({
        text: `The rating of ${name} is removed. The rating for all tenants applies again.`,
        undo: () => void restore(),
      });
      router.refresh();
    },
  });
  return (
    <span className="flex flex-col items-end gap-2">
      <Button
        size="sm"
        aria-label={`Remove: ${name}`}
        pending={act.pending}
        pendingLabel="Removing…"
        onClick={() => void act.run({ tenantId, toolId, name, to: null, seen })}
      >
        Remove
      </Button>
      <ActNotice problem={act.problem} />
    </span>
  );
}
