"use client";

import { useEffect, useState } from "react";
import { findWarnings } from "@/lib/approvals/deciders/actions";
import type { Policy, PolicyWarning } from "@/lib/policies/types";
import { writtenPolicy } from "@/lib/policies/written";

/** How long a person has stopped typing before the server is asked. */
export const PAUSE_MS = 400;

const keyOf = (policy: Policy) => JSON.stringify(writtenPolicy(policy));

/** Likely mistakes in a policy. */
type WarningsOf = (policy: Policy) => readonly PolicyWarning[];

const NONE: readonly PolicyWarning[] = [];

/**
 * Asks the server for likely mistakes in policies, once for each. A malformed policy has no
 * warnings.
 */
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
      // Without a response there are no warnings; saving does not need them.
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
