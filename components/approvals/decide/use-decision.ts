"use client";

import { useRouter } from "next/navigation";
import { useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Verb } from "@/lib/approvals/detail/types";
import type { SeenCall } from "@/lib/approvals/queue/types";
import type { DecideResult, StatusWord } from "@/lib/approvals/types";
import type { Recorded } from "./done-words";
import type { TellSigning } from "./sign";

export type DecisionState =
  | { kind: "idle" }
  /** `signing`: the browser asks for the passkey. */
  | { kind: "recording"; verb: Verb; signing: boolean }
  | { kind: "recorded"; verb: Verb; at: Date; status: StatusWord; approvals?: number; note?: string }
  | { kind: "refused"; verb: Verb; code: string; message: string; requestId?: string }
  /** No response arrived, so the result is unknown. */
  | { kind: "unreachable"; verb: Verb };

/** Sends a verb and reports while the browser asks for a passkey. */
type Send = (tell: TellSigning) => Promise<DecideResult>;

/**
 * Runs one verb at a time. A second call while one is pending does nothing, so double clicks are
 * harmless. Resolves to what the server recorded, if it did.
 */
function useDecision() {
  const router = useRouter();
  const [state, setState] = useState<DecisionState>({ kind: "idle" });
  const inFlight = useRef(false);

  const run = useCallback(
    async (verb: Verb, send: Send): Promise<Recorded | null> => {
      if (inFlight.current) return null;
      inFlight.current = true;
      const recording = (signing: boolean) => setState({ kind: "recording", verb, signing });
      recording(false);
      try {
        const result = await send(recording);
        if (result.ok) {
          const { at, status, approvals, note } = result;
          setState({ kind: "recorded", verb, at, status, approvals, note });
        } else setState({ kind: "refused", verb, ...result });
        if (result.ok) router.refresh();
        return result.ok ? result : null;
      } catch {
        // The connection dropped or the server stopped: the page says that the result is unknown.
        setState({ kind: "unreachable", verb });
        return null;
      } finally {
        inFlight.current = false;
      }
    },
    [router],
  );
  const clear = useCallback(() => setState({ kind: "idle" }), []);
  return { state, run, clear };
}

/** What is around a verb: before it is sent, and once it is recorded and its dialog closed. */
type Onward<V> = { begin: (verb: Verb) => void; end: (call: V, verb: Verb, result: Recorded) => void };

/** The verbs of one call: the open dialog, the pending verb and the last result. */
export function useVerbs<V extends SeenCall>(view: V, page: string, onward: Onward<V>) {
  const { state, run, clear } = useDecision();
  const [open, setOpen] = useState<Verb | null>(null);
  // The call as it was when the dialog opened. If it changed meanwhile, the server refuses the verb
  // as stale.
  const [begun, setBegun] = useState<V | null>(null);
  const [triedOn, setTriedOn] = useState(page);
  return {
    state,
    open,
    begun,
    // Disables all verbs from the press until the page shows its effect.
    busy: state.kind === "recording" || (state.kind === "recorded" && triedOn === page),
    // After a stale refusal, approving waits for the refreshed page.
    outdated: isOutdated(state) && triedOn === page,
    close: () => setOpen(null),
    begin: (verb: Verb) => {
      setBegun(view);
      clear();
      setOpen(verb);
    },
    finish: async (verb: Verb, send: Send) => {
      setTriedOn(page);
      onward.begin(verb);
      const result = await run(verb, send);
      if (!result) return;
      // A dialog keeps the focus until it is gone.
      flushSync(() => setOpen(null));
      onward.end(view, verb, result);
    },
  };
}

/** The members of a call that identify what a person saw. */
export const seenOf = ({ id, revision, argumentsSha256 }: SeenCall): SeenCall => ({
  id,
  revision,
  argumentsSha256,
});

/** Whether the server refused because the page is out of date. */
export function isOutdated(state: DecisionState): boolean {
  return state.kind === "refused" && ["ALREADY_DECIDED", "EXPIRED", "STALE_VIEW"].includes(state.code);
}
