"use client";

import { absolute, type MomentForm, momentText } from "./moment";
import { useViewerClock } from "./viewer-clock";

/**
 * A moment, in the viewer's zone. The full date, time and zone show on hover, and on focus when it can be focused: set
 * `focusable={false}` inside links and buttons.
 */
export function Time({
  value,
  zone,
  now,
  form = "date-time",
  focusable = true,
}: {
  value: Date | string;
  /** IANA name; without one, the viewer's own. */
  zone?: string;
  /** What "today" and "ago" are relative to; without one, the server's time now. */
  now?: Date | string;
  form?: MomentForm;
  focusable?: boolean;
}) {
  const clock = useViewerClock();
  const moment = new Date(value);
  const place = zone ?? clock.zone;
  const full = absolute(moment, place);
  return (
    <time
      dateTime={moment.toISOString()}
      title={full}
      data-full={full}
      tabIndex={focusable ? 0 : undefined}
      className="time tnum"
    >
      {momentText(moment, form, place, new Date(now ?? clock.now()))}
    </time>
  );
}
