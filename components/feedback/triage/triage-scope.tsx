"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { TriagedIssue } from "./triaged-issue";
import { useTriage } from "./use-triage";

/** A possible assignee, with a unique handle. */
type Colleague = { id: string; handle: string };

type Shown = { issue: TriagedIssue; viewerId: string; colleagues: readonly Colleague[] };

const Context = createContext<(Shown & ReturnType<typeof useTriage>) | null>(null);

/**
 * The issue that is triaged below. Its bar and its properties share what they know of its last
 * change, so that two quick acts do not refuse each other.
 */
export function TriageScope({ children, ...shown }: Shown & { children: ReactNode }) {
  const nameOf = (userId: string) =>
    userId === shown.viewerId ? "you" : shown.colleagues.find(({ id }) => id === userId)?.handle;
  const triage = useTriage(shown.issue, nameOf);
  return <Context value={{ ...shown, ...triage }}>{children}</Context>;
}

export function useTriaged(): Shown & ReturnType<typeof useTriage> {
  const triaged = useContext(Context);
  if (triaged === null) throw new Error("no TriageScope above");
  return triaged;
}
