import { useEffect, useRef } from "react";
import { suggestPasskeys, suggestsPasskeys } from "@/components/ui/passkey";
import { CHALLENGE_SECONDS } from "@/lib/auth/passkeys/types";
import { passkeyOptions } from "./credentials";

type Signed = NonNullable<Awaited<ReturnType<typeof suggestPasskeys>>>;

// What a passkey signs is asked for anew before it is too old, with time left for a fingerprint.
const SUGGESTED_MS = (CHALLENGE_SECONDS - 30) * 1_000;

/** Has the browser suggest passkeys in the address field while nothing else is tried, and tells of the one that was chosen. */
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
    // Without the clock it is the browser that will not.
    if (signed || !round.signal.aborted) return signed;
    await aPerson(signal);
  }
  return null;
}

const SIGNS_OF_LIFE = ["pointermove", "pointerdown", "keydown", "focusin"] as const;

/** Resolves as soon as there is a person at the page: one that nobody uses asks for nothing. */
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
