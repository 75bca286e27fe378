"use client";

import { useEffect, useState } from "react";
import { findShortages } from "@/lib/approvals/policies/actions";
import { demandOf } from "@/lib/approvals/policies/eligibility";
import type { Demand, Policy, Shortage } from "@/lib/approvals/policies/types";

// Somebody who types is not asked about at each letter.
const PAUSE_MS = 400;

const keyOf = (demand: Demand) => JSON.stringify(demand);

/** Of a policy: how many people may decide its calls and who is out, where they are fewer than have to approve; null where there are enough. */
type ShortageOf = (policy: Policy) => Shortage | null;

/** Asks the server whether enough people may decide what policies leave to them, once for each demand. */
export function useShortages(policies: readonly Policy[]): ShortageOf {
  const [known, setKnown] = useState<ReadonlyMap<string, Shortage | null>>(new Map());
  useEffect(() => {
    const demands = new Map(
      policies.flatMap((policy) => {
        const demand = demandOf(policy);
        return demand && !known.has(keyOf(demand)) ? [[keyOf(demand), demand] as const] : [];
      }),
    );
    if (demands.size === 0) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      // Without an answer there is no warning; saving asks for nothing of it.
      const result = await findShortages({ demands: [...demands.values()] }).catch(() => null);
      if (isOver || !result?.ok) return;
      const found = [...demands.keys()].map((key, at) => [key, result.shortages[at] ?? null] as const);
      setKnown((before) => new Map([...before, ...found]));
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [policies, known]);
  return (policy) => {
    const demand = demandOf(policy);
    return demand && (known.get(keyOf(demand)) ?? null);
  };
}
