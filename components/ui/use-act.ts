"use client";

import { useCallback, useRef, useState } from "react";
import { UNREACHABLE } from "@/components/words/ui";

/**
 * The result of a server action: done, or refused with the reason. `fields` holds messages by field
 * name.
 */
export type ActResult<T = object> =
  | ({ ok: true } & T)
  | {
      ok: false;
      code: string;
      message: string;
      requestId: string;
      fields?: Readonly<Record<string, string>>;
    };

/** Why the last attempt failed. Without a request id, no response arrived. */
export type ActProblem = {
  code: string;
  message: string;
  requestId?: string;
  fields: Readonly<Record<string, string>>;
};

export type Act<I, T> = {
  /** Resolves to the result; null if another run is pending or no response arrived. */
  run: (input: I) => Promise<ActResult<T> | null>;
  pending: boolean;
  problem: ActProblem | null;
  clear: () => void;
};

/**
 * Calls a server action, one at a time so that double presses are harmless, and keeps its refusal.
 */
export function useAct<I, T extends object>(
  action: (input: I) => Promise<ActResult<T>>,
  { onDone }: { onDone?: (result: { ok: true } & T) => void } = {},
): Act<I, T> {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<ActProblem | null>(null);
  const inFlight = useRef(false);
  const done = useRef(onDone);
  done.current = onDone;

  const run = useCallback(
    async (input: I) => {
      if (inFlight.current) return null;
      inFlight.current = true;
      setPending(true);
      setProblem(null);
      try {
        const result = await action(input);
        if (result.ok) done.current?.(result);
        else setProblem({ ...result, fields: result.fields ?? {} });
        return result;
      } catch (error) {
        if (isNavigation(error)) throw error;
        setProblem({ code: "UNREACHABLE", message: UNREACHABLE, fields: {} });
        return null;
      } finally {
        inFlight.current = false;
        setPending(false);
      }
    },
    [action],
  );
  const clear = useCallback(() => setProblem(null), []);
  return { run, pending, problem, clear };
}

/** Next signals a redirect of an action by throwing. */
function isNavigation(error: unknown): boolean {
  return error instanceof Error && "digest" in error && String(error.digest).startsWith("NEXT_");
}
