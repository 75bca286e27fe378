"use client";

import { useEffect, useState } from "react";
import { findNameOffers } from "@/lib/insights/actions";
import { findArgumentOffers } from "@/lib/policies/actions";
import type { ArgumentOffers, NameOffers } from "@/lib/policies/offers";
import type { Policy } from "@/lib/policies/types";
import { PAUSE_MS } from "../use-warnings";

/** What the form offers to pick. */
export type Offers = {
  /** Null: not read yet, or not readable; everything can be typed all the same. */
  names: NameOffers | null;
  paths: ArgumentOffers;
};

const NO_PATHS: ArgumentOffers = { arguments: [], tools: 0 };

/** Names once, and the arguments of the matching tools once a condition or a budget may name one. */
export function useOffers({ match, budget }: Policy): Offers {
  const [names, setNames] = useState<NameOffers | null>(null);
  const [paths, setPaths] = useState(NO_PATHS);
  useEffect(() => {
    let isOver = false;
    void findNameOffers()
      .then((found) => found.ok && !isOver && setNames(found))
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, []);
  const isAsked = match.arguments.length > 0 || budget !== undefined;
  const asked = isAsked ? JSON.stringify(toolsOf(match)) : null;
  useEffect(() => {
    if (asked === null) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      const found = await findArgumentOffers({ match: JSON.parse(asked) }).catch(() => null);
      if (!isOver) setPaths(found?.ok ? found : NO_PATHS);
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [asked]);
  return { names, paths };
}

function toolsOf({ tools, providers, gateways }: Policy["match"]) {
  const lists = Object.entries({ tools, providers, gateways });
  return Object.fromEntries(lists.filter(([, patterns]) => patterns.length > 0));
}
