"use client";

import { useEffect, useState } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import { timeLeft } from "./moment";

type TimeLeftOptions = {
  until: Date | string;
  since?: Date | string;
  /** The server's time of the read; corrects this device's clock. */
  asOf: Date | string;
  /** Called once when the time is up. */
  onOver?: () => void;
};

/** The time left, updated each minute, and each second in the last two minutes. */
function useTimeLeft({ until, since, asOf, onOver }: TimeLeftOptions) {
  const deadline = new Date(until).getTime();
  const start = since === undefined ? undefined : new Date(since).getTime();
  const serverNow = new Date(asOf).getTime();
  const [state, setState] = useState(() => timeLeft(deadline, serverNow, start));

  useEffect(() => {
    const began = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const next = timeLeft(deadline, serverNow + performance.now() - began, start);
      setState(next);
      if (next.over) onOver?.();
      // Browsers limit timers to 32 bits; an hour is fine for texts of hours or days.
      else timer = setTimeout(tick, Math.min(next.nextChangeMs, 3_600_000));
    };
    tick();
    return () => clearTimeout(timer);
  }, [deadline, serverNow, start, onOver]);

  return state;
}

type Look = {
  /** Without the clock icon, in the surrounding size and colour. */
  bare?: boolean;
  /** Nothing is lost when the time is up, so the end is not urgent. */
  calm?: boolean;
  /** The text when the time is up. */
  over?: string;
};

/** The time left, in mono. */
export function Deadline({ bare = false, calm = false, over, ...options }: TimeLeftOptions & Look) {
  const time = useTimeLeft(options);
  const left = { urgent: time.urgent && !calm, text: time.over && over ? over : time.text };
  return (
    <span
      data-urgent={left.urgent || undefined}
      className={classNames(
        "inline-flex items-center gap-1 whitespace-nowrap",
        !bare && "text-xs",
        left.urgent ? "font-bold text-risk-critical" : !bare && "text-fg-muted",
      )}
    >
      {!bare && <Icon name="clock" size={13} />}
      <span role="timer" className="font-mono tnum">
        {bare ? left.text.replace(/ left$/, "") : left.text}
      </span>
    </span>
  );
}
