import { classNames } from "./class-names";

// Line icons on a 24 grid, drawn with one path each, so that they are markup and never JavaScript.
const PATHS = {
  alert:
    "M12 9v4M12 16.5v.01M10.3 4.2 2.6 17.5A2 2 0 0 0 4.3 20.5h15.4a2 2 0 0 0 1.7-3L13.7 4.2a2 2 0 0 0-3.4 0Z",
  archive: "M3 4h18v4H3ZM5 8v11a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V8M10 12h4",
  "arrow-left": "M19 12H5M11 6l-6 6 6 6",
  "arrow-up": "M12 19V5M6 11l6-6 6 6",
  ban: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM5.7 5.7l12.6 12.6",
  check: "M20 6.5 9.5 17 4 11.5",
  "check-circle": "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8 12.2l2.8 2.8L16 9.6",
  "chevron-down": "M6 9.5l6 6 6-6",
  "chevron-left": "M14.5 6l-6 6 6 6",
  "chevron-updown": "M8 15l4 4 4-4M8 9l4-4 4 4",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.2 2",
  copy: "M9 9h11v11H9ZM5 15H4V4h11v1",
  edit: "M4 20h4L19.2 8.8a2 2 0 0 0 0-2.8L18 4.8a2 2 0 0 0-2.8 0L4 16ZM13.5 6.5l4 4",
  filter: "M4 6h16M7 12h10M10 18h4",
  flag: "M5 21V4M5 4h11l-2 4 2 4H5",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.3 9.4a2.8 2.8 0 1 1 4 2.5c-.9.4-1.3.9-1.3 1.8M12 16.8v.01",
  hourglass: "M6 3h12M6 21h12M7 3v3.5c0 2.5 5 3 5 5.5s-5 3-5 5.5V21M17 3v3.5c0 2.5-5 3-5 5.5s5 3 5 5.5V21",
  inbox: "M3 13h5.5l1.5 3h4l1.5-3H21M6 5h12l3 8v5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-5Z",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5M12 8v.01",
  key: "M8 19.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM11.3 11.8 20 3M16 7l3 3",
  link: "M10 14a4.5 4.5 0 0 0 6.6.4l3-3A4.5 4.5 0 0 0 13.2 5l-1 1M14 10a4.5 4.5 0 0 0-6.6-.4l-3 3a4.5 4.5 0 0 0 6.4 6.4l1-1",
  "log-out": "M9 20H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h4M15 16l4-4-4-4M19 12H9",
  menu: "M4 6.5h16M4 12h16M4 17.5h16",
  more: "M4.5 12a.5.5 0 1 0 1 0 .5.5 0 0 0-1 0ZM11.5 12a.5.5 0 1 0 1 0 .5.5 0 0 0-1 0ZM18.5 12a.5.5 0 1 0 1 0 .5.5 0 0 0-1 0Z",
  play: "M7 4.5v15l12-7.5Z",
  plug: "M12 21v-4M9 8V3M15 8V3M6 8h12v4a5 5 0 0 1-5 5h-2a5 5 0 0 1-5-5Z",
  reply: "M9 7 4 12l5 5M4 12h9a7 7 0 0 1 7 7",
  search: "M11 18.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM20.5 20.5l-4.2-4.2",
  send: "M21 3 10 14M21 3l-7 18-4-7-7-4Z",
  shield: "M12 3l7.5 2.5V12c0 4.5-3.2 7.5-7.5 9-4.3-1.5-7.5-4.5-7.5-9V5.5Z",
  "shield-alert": "M12 3l7.5 2.5V12c0 4.5-3.2 7.5-7.5 9-4.3-1.5-7.5-4.5-7.5-9V5.5ZM12 8.5v4M12 15.5v.01",
  sidebar: "M3 4.5h18v15H3ZM9 4.5v15",
  undo: "M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3",
  unlink: "M4 4l16 16M9 15l-1.5 1.5a3.5 3.5 0 0 1-5-5L5 9M15 9l1.5-1.5a3.5 3.5 0 0 1 5 5L19 15",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5a7.5 7.5 0 0 1 15 0",
  users:
    "M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.2a6.5 6.5 0 0 1 3.5 5.8",
  x: "M6 6l12 12M18 6 6 18",
  "x-circle": "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9 9l6 6M15 9l-6 6",
} as const;

export type IconName = keyof typeof PATHS;

export type IconProps = {
  name: IconName;
  /** Side in px. */
  size?: 12 | 13 | 14 | 16 | 18 | 20 | 24;
  className?: string;
  /** Spoken name; without one the icon is decoration and hidden from assistive technology. */
  label?: string;
};

/** A line icon in the text's colour. */
export function Icon({ name, size = 16, className, label }: IconProps) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: a title would also show as a tooltip; aria-label names it
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classNames("shrink-0", className)}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
