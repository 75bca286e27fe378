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
  unequal: "M5 9h14M5 15h14M16.5 4.5l-9 15",
  undo: "M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3",
  unlink: "M4 4l16 16M9 15l-1.5 1.5a3.5 3.5 0 0 1-5-5L5 9M15 9l1.5-1.5a3.5 3.5 0 0 1 5 5L19 15",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5a7.5 7.5 0 0 1 15 0",
  users:
    "M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.2a6.5 6.5 0 0 1 3.5 5.8",
  x: "M6 6l12 12M18 6 6 18",
  "x-circle": "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9 9l6 6M15 9l-6 6",
  activity: "M3 12h4l3 8 4-16 3 8h4",
  "arrow-right": "M5 12h14M13 6l6 6-6 6",
  bell: "M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15ZM10 21h4",
  book: "M4 5a2 2 0 0 1 2-2h14v18H6a2 2 0 0 1-2-2ZM4 19a2 2 0 0 1 2-2h14",
  bot: "M5 9h14v10H5ZM12 9V5M12 5v-.01M9 13.5v1M15 13.5v1M2.5 13v3M21.5 13v3",
  bookmark: "M6 3h12v18l-6-4.5L6 21Z",
  building: "M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3",
  calendar: "M4 5.5h16V21H4ZM4 10h16M8 3v4M16 3v4",
  chart: "M4 20V4M4 20h16M8.5 16v-5M13 16V7M17.5 16v-3",
  "chevron-right": "M9.5 6l6 6-6 6",
  columns: "M4 4.5h16v15H4ZM9.5 4.5v15M14.5 4.5v15",
  command:
    "M9 9h6v6H9ZM9 9H6.5A2.5 2.5 0 1 1 9 6.5ZM15 9V6.5A2.5 2.5 0 1 1 17.5 9ZM15 15h2.5a2.5 2.5 0 1 1-2.5 2.5ZM9 15v2.5A2.5 2.5 0 1 1 6.5 15Z",
  download: "M12 4v11M7 10.5l5 5 5-5M4 20h16",
  external: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  globe:
    "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c2.5 2.6 3.8 5.6 3.8 9s-1.3 6.4-3.8 9c-2.5-2.6-3.8-5.6-3.8-9S9.5 5.6 12 3Z",
  keyboard: "M3 6.5h18v11H3ZM7 10.5v.01M10.5 10.5v.01M14 10.5v.01M17.5 10.5v.01M8 14h8",
  layers: "M12 3l9 5-9 5-9-5ZM3.5 12.5 12 17l8.5-4.5M3.5 16.5 12 21l8.5-4.5",
  list: "M8.5 6H20M8.5 12H20M8.5 18H20M4 6v.01M4 12v.01M4 18v.01",
  message: "M4 4.5h16v12H9l-5 4Z",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z",
  minus: "M5 12h14",
  plus: "M12 5v14M5 12h14",
  refresh: "M20 11a8 8 0 0 0-14.5-4L3 9.5M3 4v5.5h5.5M4 13a8 8 0 0 0 14.5 4l2.5-2.5M21 20v-5.5h-5.5",
  settings:
    "M4 7h9M17 7h3M15 9.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM4 17h3M11 17h9M9 19.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z",
  snooze: "M12 21a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM9.5 10h5l-5 6h5M5 3 2.5 5.5M19 3l2.5 2.5",
  sparkle: "M12 3l1.8 5.2L19 10l-5.2 1.8L12 17l-1.8-5.2L5 10l5.2-1.8ZM19 16v4M17 18h4",
  trash: "M4 6.5h16M9 6.5V4h6v2.5M6 6.5 7 21h10l1-14.5M10 11v6M14 11v6",
  wrench: "M20.5 6.5a5 5 0 0 1-6.7 6L7 19.5a2 2 0 0 1-2.8-2.8l7-6.9a5 5 0 0 1 6.1-6.6L14.5 6l.5 2.5 2.5.5Z",
} as const;

export type IconName = keyof typeof PATHS;

export const ICON_NAMES = Object.keys(PATHS) as readonly IconName[];

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
