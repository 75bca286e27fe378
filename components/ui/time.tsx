"use client";

import { absolute, type MomentForm, momentText } from "./moment";
import { useViewerClock } from "./viewer-clock";

/**
 * A moment in the viewer's zone. The tooltip, also on focus, has date, time and zone. Set
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
  /** IANA name; the viewer's zone by default. */
  zone?: string;
  /** The reference for "today" and "ago"; the server's time by default. */
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
