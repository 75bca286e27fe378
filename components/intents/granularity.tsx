"use client";

import { useRouter } from "next/navigation";
import { useEffect, useId, useRef, useState } from "react";
import { LEVEL_WORDS } from "@/components/words/intents";
import { INTENT_LEVELS } from "@/lib/intents/browser/types";

type Stop = keyof typeof LEVEL_WORDS;

const MIDDLE = INTENT_LEVELS.length / 2;

const STOPS: readonly Stop[] = [...INTENT_LEVELS.slice(0, MIDDLE), "grouped", ...INTENT_LEVELS.slice(MIDDLE)];

// Moving the slider passes levels before the reader stops.
const PAUSE_MS = 200;

export function Granularity({ level, hrefs }: { level: Stop; hrefs: Readonly<Record<Stop, string>> }) {
  const router = useRouter();
  const id = useId();
  const [at, setAt] = useState(STOPS.indexOf(level));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setAt(STOPS.indexOf(level)), [level]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const stop = STOPS[at] ?? "grouped";
  const slide = (place: number) => {
    setAt(place);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const next = STOPS[place];
      if (next) router.replace(hrefs[next], { scroll: false });
    }, PAUSE_MS);
  };
  return (
    <div className="flex min-w-56 flex-col gap-1 max-sm:w-full">
      <label htmlFor={id} className="flex justify-between gap-3 text-xs text-fg-muted">
        <span>Granularity</span>
        <span className="font-medium text-fg">{LEVEL_WORDS[stop]}</span>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={STOPS.length - 1}
        step={1}
        value={at}
        data-key="intent-level"
        aria-valuetext={LEVEL_WORDS[stop]}
        onChange={({ target }) => slide(Number(target.value))}
        className="h-8 w-full accent-accent max-sm:h-12"
      />
    </div>
  );
}
