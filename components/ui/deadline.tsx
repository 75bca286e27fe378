"use client";

import { useEffect, useState } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import { timeLeft } from "./moment";

export type DeadlineProps = {
  at: Date | string;
  /** When the whole time began, for "the last tenth". */
  from?: Date | string;
  /** The server's time of the reading; corrects this device's clock. */
  asOf: Date | string;
  /** Called once when the time is up. */
  onOver?: () => void;
};

/** The time left, kept up to date: each minute, and each second only in the last two minutes. */
export function useTimeLeft({ at, from, asOf, onOver }: DeadlineProps) {
  const deadline = new Date(at).getTime();
  const start = from === undefined ? undefined : new Date(from).getTime();
  const serverNow = new Date(asOf).getTime();
  const [state, setState] = useState(() => timeLeft(deadline, serverNow, start));

  useEffect(() => {
    const began = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const next = timeLeft(deadline, serverNow + performance.now() - began, start);
      setState(next);
      if (next.over) onOver?.();
      // Browsers hold longer timers to 32 bits; an hour is fine for any text that shows hours or days.
      else timer = setTimeout(tick, Math.min(next.nextChangeMs, 3_600_000));
    };
    tick();
    return () => clearTimeout(timer);
  }, [deadline, serverNow, start, onOver]);

  return state;
}

/** The time left as text in mono, in the size of its surroundings: for a fact of its own. */
export function Deadline(props: DeadlineProps) {
  const left = useTimeLeft(props);
  return (
    <span
      role="timer"
      data-urgent={left.urgent || undefined}
      className={classNames("mono tnum whitespace-nowrap", left.urgent && "text-risk-critical")}
    >
      {left.text}
    </span>
  );
}

/** The time left with a clock, small: for rows of a list. */
export function TimeLeft(props: DeadlineProps) {
  const left = useTimeLeft(props);
  return (
    <span
      data-urgent={left.urgent || undefined}
      className={classNames(
        "inline-flex items-center gap-1 text-xs whitespace-nowrap",
        left.urgent ? "font-bold text-risk-critical" : "text-fg-muted",
      )}
    >
      <Icon name="clock" size={13} />
      <span role="timer" className="font-mono tnum">
        {left.text}
      </span>
    </span>
  );
}
