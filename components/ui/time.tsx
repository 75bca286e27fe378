"use client";

import { absolute, type MomentForm, momentText } from "./moment";
import { useViewerClock } from "./viewer-clock";

/**
 * A moment, in the viewer's zone. The full date, time and zone show on hover, and on focus when it can be focused: set
 * `focusable={false}` inside links and buttons.
 */
export function Time({
  at,
  form = "date-time",
  focusable = true,
}: {
  at: Date | string;
  form?: MomentForm;
  focusable?: boolean;
}) {
  const { zone, now } = useViewerClock();
  const moment = new Date(at);
  const full = absolute(moment, zone);
  return (
    <time
      dateTime={moment.toISOString()}
      title={full}
      data-full={full}
      tabIndex={focusable ? 0 : undefined}
      className="time tnum"
    >
      {momentText(moment, form, zone, new Date(now()))}
    </time>
  );
}
