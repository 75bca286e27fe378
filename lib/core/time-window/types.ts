export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

export type Weekday = (typeof WEEKDAYS)[number];

/**
 * Hours of the week by the clock on the wall of some zone, "HH:MM". `from` is included, `to` is not; both null: all day. Where `from`
 * is later than `to` it goes over midnight, and the weekday is the one on which it began. No weekdays: every day.
 */
export type WeekHours = { weekdays: readonly Weekday[]; from: string | null; to: string | null };

/** The same in a zone by its IANA name. */
export type TimeWindow = WeekHours & { zone: string };
