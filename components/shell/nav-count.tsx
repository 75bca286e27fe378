"use client";

import { useContext } from "react";
import { Count } from "@/components/ui/count";
import { FrameContext, type FrameFacts } from "./live/status";

const COUNTED: Readonly<Record<string, (facts: FrameFacts) => number>> = {
  "/approvals": ({ waiting }) => waiting.count,
  "/approvals?view=attention": ({ waiting }) => waiting.attention,
  "/feedback": ({ issues }) => issues,
  "/reviews": ({ reviews }) => reviews.count,
};

/**
 * The number of items this person can act on under a link; `of` is its path, or a saved view's id.
 */
export function NavCount({ of }: { of: string }) {
  const facts = useContext(FrameContext);
  const value = facts ? (COUNTED[of]?.(facts) ?? facts.saved.find(({ id }) => id === of)?.count ?? 0) : 0;
  if (value === 0) return null;
  return (
    <span className="ml-auto text-fg lg:rail:absolute lg:rail:-top-1 lg:rail:-right-1">
      <Count value={value} />
      <span className="sr-only">{of === "/reviews" ? " open" : " waiting for you"}</span>
    </span>
  );
}
