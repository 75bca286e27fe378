"use client";

import { useEffect, useState } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import { timeLeft } from "./moment";

/**
 * Time left until `until`, in mono. Corrects this device's clock by `asOf`, the server's time of the reading. Ticks each
 * second only in the last two minutes, and says so once when it becomes urgent and when it is over.
 */
export function Deadline({
  until,
  since,
  asOf,
  bare = false,
  onOver,
}: {
  until: Date | string;
  /** When the whole time began, for "the last tenth". */
  since?: Date | string;
  asOf: Date | string;
  /** Without the clock icon. */
  bare?: boolean;
  onOver?: () => void;
}) {
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
      // Browsers hold longer timers to 32 bits; an hour is fine for any text that shows hours or days.
      else timer = setTimeout(tick, Math.min(next.nextChangeMs, 3_600_000));
    };
    tick();
    return () => clearTimeout(timer);
  }, [deadline, serverNow, start, onOver]);

  return (
    <span
      data-urgent={state.urgent || undefined}
      className={classNames(
        "inline-flex items-center gap-1 whitespace-nowrap",
        state.urgent ? "font-bold text-risk-critical" : "text-fg-muted",
      )}
    >
      {!bare && <Icon name="clock" size={13} />}
      <span role="timer" className="mono tnum text-xs">
        {state.text}
      </span>
    </span>
  );
}
