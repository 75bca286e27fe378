"use client";

import { useEffect, useState } from "react";
import { findWarnings } from "@/lib/approvals/deciders/actions";
import type { Policy, PolicyWarning } from "@/lib/policies/types";
import { writtenPolicy } from "@/lib/policies/written";

// Somebody who types is not asked about at each letter.
const PAUSE_MS = 400;

const keyOf = (policy: Policy) => JSON.stringify(writtenPolicy(policy));

/** What of a policy most likely is not as it was meant. */
type WarningsOf = (policy: Policy) => readonly PolicyWarning[];

const NONE: readonly PolicyWarning[] = [];

/** Asks the server what of policies most likely is not as it was meant, once for each. One that is not well formed yet has no warnings. */
export function useWarnings(policies: readonly Policy[]): WarningsOf {
  const [known, setKnown] = useState<ReadonlyMap<string, readonly PolicyWarning[]>>(new Map());
  useEffect(() => {
    const asked = new Map(
      policies.flatMap((policy) => {
        const key = keyOf(policy);
        return known.has(key) ? [] : [[key, policy] as const];
      }),
    );
    if (asked.size === 0) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      // Without an answer there is no warning; saving asks for nothing of it.
      const result = await findWarnings({ policies: [...asked.values()].map(writtenPolicy) }).catch(
        () => null,
      );
      if (isOver || !result?.ok) return;
      const found = [...asked.keys()].map((key, at) => [key, result.warnings[at] ?? NONE] as const);
      setKnown((before) => new Map([...before, ...found]));
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [policies, known]);
  return (policy) => known.get(keyOf(policy)) ?? NONE;
}
