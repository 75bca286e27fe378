import { type ActivityFilter, activityQuery } from "./schema";

/** A filter as it stands in an address, where times may be days of the viewer's calendar. */
export type ReadFilter = {
  filter: ActivityFilter;
  /** The days as they were given, for the form. */
  days: { since?: string; until?: string };
  cursor?: string;
  /** Whether something in the address was not understood and left out. */
  partly: boolean;
};

type Params = Readonly<Record<string, string | string[] | undefined>>;

const NAMES = ["actor", "action", "subject", "tenant", "since", "until"] as const;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads what it understands; an address that was mistyped shows more, never an error. */
export function readActivityFilter(params: Params, zone: string): ReadFilter {
  const given = NAMES.flatMap((name) => {
    const value = params[name];
    return typeof value === "string" && value !== "" ? [[name, value] as const] : [];
  });
  const filter: ActivityFilter = {};
  const days: ReadFilter["days"] = {};
  let partly = false;
  for (const [name, value] of given) {
    const isDay = (name === "since" || name === "until") && DAY.test(value);
    const text = isDay ? midnight(value, zone, name === "until" ? 1 : 0) : value;
    const parsed = activityQuery.shape[name].safeParse(text);
    if (!parsed.success) {
      partly = true;
      continue;
    }
    filter[name] = parsed.data;
    if (isDay) days[name as "since" | "until"] = value;
  }
  const cursor = typeof params.cursor === "string" ? params.cursor : undefined;
  return { filter, days, cursor, partly };
}

/** When a day of a zone begins, `later` days on, as an instant; the text itself if it names no day. */
export function midnight(day: string, zone: string, later: number): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at)) return day;
  const asUtc = at + later * 86_400_000;
  // Twice, because the first guess may lie on the other side of a change to or from summer time.
  const guess = asUtc - offsetMs(asUtc, zone);
  return new Date(asUtc - offsetMs(guess, zone)).toISOString();
}

function offsetMs(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(
    at,
  );
  const name = parts.find((part) => part.type === "timeZoneName")?.value ?? "GMT";
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  if (!sign) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
