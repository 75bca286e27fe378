import { DAY_MINUTES, MINUTE_MS } from "@/lib/core/durations";
import { RISKS, type RiskWord } from "@/lib/core/risk";
import type { NoticeKind, PeopleChannel } from "@/lib/notices/types";
import { type NotificationChoices, PERSONAL_CHANNELS, type PersonalChannel, type QuietHours } from "./types";

// Where a notification of a person goes and when: pure, from their choices and what is set up for them.

/** What is known of an event when a person is to be notified. */
export type Occasion = {
  kind: NoticeKind;
  /** Of a call; null for events about none. */
  risk: RiskWord | null;
  /** When the call expires; null for events without a deadline. */
  decideBy: Date | null;
  now: Date;
};

/** Which channels can reach the person at all. */
export type Reach = Record<PersonalChannel, boolean>;

export type Route =
  | { channel: PeopleChannel; heldUntil: Date | null; reason: string | null }
  | { channel: "none"; reason: string };

/** Kinds about calls that wait for the recipient: of these the log says also why nothing was sent. */
export const ASKING = ["waits", "reminder", "escalated"] as const satisfies readonly NoticeKind[];

export const isAsking = (kind: string): boolean => ASKING.some((one) => one === kind);

/** The channels over which a person is notified; one without a channel where the log has to say why. */
export function routesOf(choices: NotificationChoices, reach: Reach, occasion: Occasion): Route[] {
  const why = refusalOf(choices, reach, occasion);
  if (why !== null) return isAsking(occasion.kind) ? [{ channel: "none", reason: why }] : [];
  return PERSONAL_CHANNELS.filter((one) => choices.channels[occasion.kind].includes(one) && reach[one]).map(
    (channel) => ({ channel, ...holdOf(choices, channel, occasion) }),
  );
}

/** Why a person gets nothing of it; null if they get something. */
function refusalOf(choices: NotificationChoices, reach: Reach, { kind, risk }: Occasion): string | null {
  const wanted = choices.channels[kind];
  if (wanted.length === 0) return "The recipient chose to get no notifications of this kind.";
  if (risk !== null && isBelow(risk, choices.atLeast))
    return `The recipient chose to be notified only of calls of at least ${choices.atLeast} risk.`;
  if (wanted.some((one) => reach[one])) return null;
  return `None of the chosen channels reaches the recipient: ${wanted.map((one) => UNREACHED[one]).join(", ")}.`;
}

const UNREACHED: Record<PersonalChannel, string> = {
  push: "no phone or browser is registered",
  slack: "no Slack account is linked",
  email: "e-mail is not set up here",
};

/** Whether their choices still let this channel notify them; why not, otherwise. */
export function turnedOff(
  choices: NotificationChoices,
  channel: PersonalChannel,
  { kind, risk }: Pick<Occasion, "kind" | "risk">,
): string | null {
  if (!choices.channels[kind].includes(channel))
    return "The recipient turned this kind off on this channel meanwhile.";
  if (risk !== null && isBelow(risk, choices.atLeast))
    return `The recipient chose meanwhile to be notified only of calls of at least ${choices.atLeast} risk.`;
  return null;
}

/** Until when it is held, and why: by quiet hours, or to be sent with others. */
function holdOf(
  choices: NotificationChoices,
  channel: PersonalChannel,
  occasion: Occasion,
): { heldUntil: Date | null; reason: string | null } {
  const quiet = heldByQuiet(choices, occasion);
  if (quiet !== null) return { heldUntil: quiet, reason: "Held by quiet hours." };
  const digest = digestEnd(choices, channel, occasion);
  return { heldUntil: digest, reason: digest && "Collected with others into one mail." };
}

/** The end of the person's quiet hours if they hold this now; null if it may be sent. */
export function heldByQuiet({ quiet, zone }: NotificationChoices, { risk, now }: Occasion): Date | null {
  if (quiet === null) return null;
  const isExcepted = risk !== null && quiet.except !== "none" && !isBelow(risk, quiet.except);
  return isExcepted ? null : quietUntil(quiet, zone ?? "UTC", now);
}

function digestEnd(
  { digestMinutes }: NotificationChoices,
  channel: PersonalChannel,
  { kind, risk, decideBy, now }: Occasion,
): Date | null {
  if (channel !== "email" || digestMinutes === 0 || kind === "weekly") return null;
  if (risk !== null && !isBelow(risk, "high")) return null;
  const end = new Date(now.getTime() + digestMinutes * MINUTE_MS);
  // A call is never collected past half of what is left of its time.
  const left = decideBy === null ? Number.POSITIVE_INFINITY : (decideBy.getTime() - now.getTime()) / 2;
  return left < digestMinutes * MINUTE_MS ? null : end;
}

export function isBelow(risk: RiskWord, limit: RiskWord): boolean {
  return RISKS.indexOf(risk) < RISKS.indexOf(limit);
}

/**
 * When the quiet hours in which a moment lies end, in the person's zone; null if it lies in none. Always later than the
 * moment, also where clocks change.
 */
export function quietUntil({ from, to }: QuietHours, zone: string, now: Date): Date | null {
  const [start, end, at] = [minutesOf(from), minutesOf(to), minutesIn(zone, now)];
  const isQuiet = (minute: number) =>
    start < end ? minute >= start && minute < end : minute >= start || minute < end;
  if (!isQuiet(at)) return null;
  const wholeMinute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  const left = (end - at + DAY_MINUTES) % DAY_MINUTES;
  const guess = wholeMinute + left * MINUTE_MS;
  // A clock change in between moves the end by its length.
  const off =
    ((end - minutesIn(zone, new Date(guess)) + DAY_MINUTES + DAY_MINUTES / 2) % DAY_MINUTES) -
    DAY_MINUTES / 2;
  let until = Math.max(guess + off * MINUTE_MS, wholeMinute);
  // Clocks that go forward may leave the end out: then it is the moment at which they do.
  while (isQuiet(minutesIn(zone, new Date(until)))) until += MINUTE_MS;
  return new Date(until);
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function minutesIn(zone: string, at: Date): number {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    clocks.set(zone, clock);
  }
  return minutesOf(clock.format(at));
}
