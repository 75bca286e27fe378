export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

export type Weekday = (typeof WEEKDAYS)[number];

/**
 * Weekly hours in a zone's local time, "HH:MM". `from` is inclusive, `to` exclusive; both null: all
 * day. If `from` is later than `to`, the window spans midnight and starts on the weekday. No
 * weekdays: every day.
 */
export type WeekHours = { weekdays: readonly Weekday[]; from: string | null; to: string | null };

export type TimeWindow = WeekHours & { zone: string };
