"use client";

import { useRouter } from "next/navigation";
import { useCallback, useRef, useState } from "react";
import type { Verb } from "@/lib/approvals/detail/types";
import type { SeenCall } from "@/lib/approvals/queue/types";
import type { DecideResult } from "@/lib/approvals/types";
import type { TellSigning } from "./sign";

export type DecisionState =
  | { kind: "idle" }
  /** `signing`: the browser asks the person for their passkey. */
  | { kind: "recording"; verb: Verb; signing: boolean }
  | { kind: "recorded"; verb: Verb; at: Date; approvals?: number; note?: string }
  | { kind: "refused"; verb: Verb; code: string; message: string; requestId?: string }
  /** The answer never came: it is not known whether it was recorded. */
  | { kind: "unreachable"; verb: Verb };

/** Sends a verb, and tells while a passkey is asked for. */
type Send = (tell: TellSigning) => Promise<DecideResult>;

/**
 * Runs one verb at a time and waits for the server's word. A second call while one is under way does nothing, so double
 * clicks are harmless. Resolves to whether it was recorded.
 */
function useDecision() {
  const router = useRouter();
  const [state, setState] = useState<DecisionState>({ kind: "idle" });
  const inFlight = useRef(false);

  const run = useCallback(
    async (verb: Verb, send: Send): Promise<boolean> => {
      if (inFlight.current) return false;
      inFlight.current = true;
      const recording = (signing: boolean) => setState({ kind: "recording", verb, signing });
      recording(false);
      try {
        const result = await send(recording);
        if (result.ok) {
          const { at, approvals, note } = result;
          setState({ kind: "recorded", verb, at, approvals, note });
        } else setState({ kind: "refused", verb, ...result });
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

/** The verbs of one call: which dialog is open, what is under way, and what became of the last press. */
export function useVerbs<V extends SeenCall>(view: V, page: string) {
  const { state, run, clear } = useDecision();
  const [open, setOpen] = useState<Verb | null>(null);
  // The call as it was when a dialog was opened: one that changed meanwhile is refused as stale, not decided unseen.
  const [begun, setBegun] = useState<V | null>(null);
  const [triedOn, setTriedOn] = useState(page);
  return {
    state,
    open,
    begun,
    // From the press until the page shows what it did, nothing can be pressed again.
    busy: state.kind === "recording" || (state.kind === "recorded" && triedOn === page),
    // After a refusal that says "not any more", approving waits for the page as it is now.
    outdated: isOutdated(state) && triedOn === page,
    close: () => setOpen(null),
    begin: (verb: Verb) => {
      setBegun(view);
      clear();
      setOpen(verb);
    },
    finish: async (verb: Verb, send: Send) => {
      setTriedOn(page);
      if (await run(verb, send)) setOpen(null);
    },
  };
}

/** The part of a call that names what a person was looking at. */
export const seenOf = ({ id, revision, argumentsSha256 }: SeenCall): SeenCall => ({
  id,
  revision,
  argumentsSha256,
});

/** Whether the server refused because the page is no longer how things are. */
export function isOutdated(state: DecisionState): boolean {
  return state.kind === "refused" && ["ALREADY_DECIDED", "EXPIRED", "STALE_VIEW"].includes(state.code);
}
