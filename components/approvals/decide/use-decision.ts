"use client";

import { useRouter } from "next/navigation";
import { useCallback, useRef, useState } from "react";
import type { Verb } from "@/lib/approvals/detail/types";
import type { DecideApproval, DecideResult } from "@/lib/approvals/types";

/** The server's side of every verb, given to the page as props. */
export type DecisionActions = {
  decide: (input: DecideApproval) => Promise<DecideResult>;
  extend: (input: { id: string; seconds: number }) => Promise<DecideResult>;
  cancel: (input: { id: string; reason?: string }) => Promise<DecideResult>;
};

export type DecisionState =
  | { kind: "idle" }
  | { kind: "recording"; verb: Verb }
  | { kind: "recorded"; verb: Verb; at: Date }
  | { kind: "refused"; verb: Verb; code: string; message: string; requestId?: string }
  /** The answer never came: nobody knows whether it was recorded. */
  | { kind: "unreachable"; verb: Verb };

/**
 * Runs one verb at a time and waits for the server's word. A second call while one is under way does nothing, so double
 * clicks are harmless. Resolves to whether it was recorded.
 */
export function useDecision() {
  const router = useRouter();
  const [state, setState] = useState<DecisionState>({ kind: "idle" });
  const inFlight = useRef(false);

  const run = useCallback(
    async (verb: Verb, send: () => Promise<DecideResult>): Promise<boolean> => {
      if (inFlight.current) return false;
      inFlight.current = true;
      setState({ kind: "recording", verb });
      try {
        const result = await send();
        if (result.ok) setState({ kind: "recorded", verb, at: result.at });
        else setState({ kind: "refused", verb, ...result });
        if (result.ok) router.refresh();
        return result.ok;
      } catch {
        // A dropped connection or a server that went away: the page says that the outcome is not known.
        setState({ kind: "unreachable", verb });
        return false;
      } finally {
        inFlight.current = false;
      }
    },
    [router],
  );
  const clear = useCallback(() => setState({ kind: "idle" }), []);
  return { state, run, clear };
}
