import { useEffect, useRef } from "react";
import { suggestPasskeys, suggestsPasskeys } from "@/components/ui/passkey";
import { CHALLENGE_SECONDS } from "@/lib/auth/passkeys/types";
import { passkeyOptions } from "./credentials";

type Signed = NonNullable<Awaited<ReturnType<typeof suggestPasskeys>>>;

// Renews the challenge before it expires, with time left for a fingerprint.
const SUGGESTED_MS = (CHALLENGE_SECONDS - 30) * 1_000;

/**
 * Lets the browser suggest passkeys in the address field while no other attempt runs, and reports
 * the chosen one.
 */
export function useSuggestedPasskeys(isOn: boolean, onSigned: (signed: Signed) => void): void {
  const told = useRef(onSigned);
  useEffect(() => {
    told.current = onSigned;
  });
  useEffect(() => {
    if (!isOn) return;
    const ending = new AbortController();
    void suggest(ending.signal).then((signed) => {
      if (signed && !ending.signal.aborted) told.current(signed);
    });
    return () => ending.abort();
  }, [isOn]);
}

async function suggest(signal: AbortSignal): Promise<Signed | null> {
  if (!(await suggestsPasskeys())) return null;
  while (!signal.aborted) {
    const options = await passkeyOptions();
    if (options === null || signal.aborted) return null;
    const round = new AbortController();
    const end = () => round.abort();
    const clock = setTimeout(end, SUGGESTED_MS);
    signal.addEventListener("abort", end, { once: true });
    const signed = await suggestPasskeys(options, round.signal);
    clearTimeout(clock);
    signal.removeEventListener("abort", end);
    // If the timer did not end it, the browser refused.
    if (signed || !round.signal.aborted) return signed;
    await aPerson(signal);
  }
  return null;
}

const SIGNS_OF_LIFE = ["pointermove", "pointerdown", "keydown", "focusin"] as const;

/** Resolves at the first sign of a person, so that an unused page asks for nothing. */
function aPerson(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ends = new AbortController();
    const end = () => {
      ends.abort();
      resolve();
    };
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, end, { signal: ends.signal, passive: true });
    signal.addEventListener("abort", end, { signal: ends.signal });
  });
}
