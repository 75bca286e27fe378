"use client";

import { useCallback } from "react";
import type { ActResult } from "@/components/ui/use-act";
import type { Override, RatedTool, RateTools as RateToolsInput } from "@/lib/tools/types";

export type RateTools = (input: RateToolsInput) => Promise<ActResult<{ rated: RatedTool[] }>>;

export type OneRating = {
  tenantId: string;
  toolId: string;
  name: string;
  to: Override;
  seen: Override;
  undo?: boolean;
};

/** Rates one tool; that somebody else was faster is a refusal like any other. */
export function useRateOne(rate: RateTools): (one: OneRating) => Promise<ActResult> {
  return useCallback(
    async ({ tenantId, toolId, name, to, seen, undo }: OneRating) => {
      const result = await rate({ tenantId, changes: [{ toolId, to, seen }], undo });
      if (!result.ok) return result;
      const outcome = result.rated[0]?.outcome ?? "gone";
      if (outcome === "rated") return { ok: true as const };
      const message =
        outcome === "stale"
          ? `Somebody rated ${name} meanwhile. Nothing was changed; look at the rating that holds now.`
          : `${name} is gone. Nothing was changed.`;
      return { ok: false as const, code: "STALE_VIEW", message, requestId: "" };
    },
    [rate],
  );
}
