import { absolute, type MomentForm, momentText } from "./moment";

/**
 * A moment, in the viewer's zone. The full date, time and zone show on hover, and on focus when it can be focused: set
 * `focusable={false}` inside links and buttons.
 */
export function Time({
  value,
  zone,
  form = "date-time",
  now = new Date(),
  focusable = true,
}: {
  value: Date | string;
  /** IANA name, from the viewer's preferences. */
  zone: string;
  form?: MomentForm;
  /** What "today" and "ago" are relative to: the time of the reading. */
  now?: Date | string;
  focusable?: boolean;
}) {
  const at = new Date(value);
  const full = absolute(at, zone);
  return (
    <time
      dateTime={at.toISOString()}
      title={full}
      data-full={full}
      tabIndex={focusable ? 0 : undefined}
      suppressHydrationWarning
      className="time tnum"
    >
      {momentText(at, form, zone, new Date(now))}
    </time>
  );
}
