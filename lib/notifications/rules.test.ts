import { expect, test } from "vitest";
import { type Occasion, quietUntil, routesOf, turnedOff } from "./rules";
import { DEFAULT_CHOICES, type NotificationChoices } from "./types";

const at = (text: string) => new Date(text);
const NIGHT = { from: "22:00", to: "07:00", except: "critical" } as const;
const ALL = { push: true, slack: true, email: true };

const occasion = (over: Partial<Occasion> = {}): Occasion => ({
  kind: "waits",
  risk: "high",
  decideBy: at("2026-12-02T03:00:00Z"),
  now: at("2026-12-01T03:00:00Z"),
  ...over,
});

const choices = (over: Partial<NotificationChoices> = {}): NotificationChoices => ({
  ...DEFAULT_CHOICES,
  ...over,
});

test.each([
  ["in the evening", "Europe/Berlin", "2026-12-01T21:30:00Z", "2026-12-02T06:00:00.000Z"],
  ["before dawn", "Europe/Berlin", "2026-12-01T02:59:59Z", "2026-12-01T06:00:00.000Z"],
  ["on its first minute", "UTC", "2026-12-01T22:00:00Z", "2026-12-02T07:00:00.000Z"],
  ["on its last minute", "UTC", "2026-12-01T06:59:59Z", "2026-12-01T07:00:00.000Z"],
  [
    "in the night in which clocks go forward",
    "Europe/Berlin",
    "2027-03-27T23:00:00Z",
    "2027-03-28T05:00:00.000Z",
  ],
  [
    "in the night in which clocks go back",
    "Europe/Berlin",
    "2026-10-24T21:00:00Z",
    "2026-10-25T06:00:00.000Z",
  ],
  ["half an hour beside UTC", "Asia/Kolkata", "2026-12-01T20:00:00Z", "2026-12-02T01:30:00.000Z"],
])("quiet hours end on time %s", (_, zone, now, end) => {
  expect(quietUntil(NIGHT, zone, at(now))?.toISOString()).toBe(end);
});

test.each([
  [
    "on the hour that is left out",
    "Europe/Berlin",
    "02:00",
    "2027-03-28T00:30:00Z",
    "2027-03-28T01:00:00.000Z",
  ],
  [
    "within the hour that is left out",
    "Europe/Berlin",
    "02:30",
    "2027-03-28T00:30:20Z",
    "2027-03-28T01:00:00.000Z",
  ],
  [
    "the same, from long before",
    "Europe/Berlin",
    "02:30",
    "2027-03-27T22:00:00Z",
    "2027-03-28T01:00:00.000Z",
  ],
  ["where midnight is left out", "Africa/Cairo", "00:30", "2027-04-29T21:45:00Z", "2027-04-29T22:00:00.000Z"],
  [
    "within the hour that comes twice",
    "Europe/Berlin",
    "02:30",
    "2026-10-25T01:10:00Z",
    "2026-10-25T01:30:00.000Z",
  ],
])("an end that clocks leave out or repeat is later than now: %s", (_, zone, to, now, end) => {
  const quiet = { from: "21:00", to, except: "none" } as const;
  expect(quietUntil(quiet, zone, at(now))?.toISOString()).toBe(end);
});

test("quiet hours that begin right before an end that is left out last until clocks change", () => {
  const quiet = { from: "01:45", to: "02:30", except: "none" } as const;
  expect(quietUntil(quiet, "Europe/Berlin", at("2027-03-28T00:50:00Z"))?.toISOString()).toBe(
    "2027-03-28T01:00:00.000Z",
  );
});

test.each(["2026-12-01T07:00:00Z", "2026-12-01T12:00:00Z", "2026-12-01T21:59:59Z"])(
  "outside of them nothing is quiet: %s",
  (now) => expect(quietUntil(NIGHT, "UTC", at(now))).toBeNull(),
);

test("quiet hours of one day do not reach into the night", () => {
  const lunch = { from: "12:00", to: "13:30", except: "none" } as const;
  expect(quietUntil(lunch, "UTC", at("2026-12-01T12:45:00Z"))?.toISOString()).toBe(
    "2026-12-01T13:30:00.000Z",
  );
  expect(quietUntil(lunch, "UTC", at("2026-12-01T13:30:00Z"))).toBeNull();
});

test("in quiet hours only the risks get through that their person chose", () => {
  const quiet = choices({ quiet: NIGHT });
  const held = at("2026-12-01T07:00:00Z");
  for (const route of routesOf(quiet, ALL, occasion())) expect(route).toMatchObject({ heldUntil: held });
  for (const route of routesOf(quiet, ALL, occasion({ risk: "critical" })))
    expect(route).toMatchObject({ heldUntil: null, reason: null });
  const never = choices({ quiet: { ...NIGHT, except: "none" } });
  expect(routesOf(never, ALL, occasion({ risk: "critical" }))[0]).toMatchObject({ heldUntil: held });
});

test("mails about calls below high risk are collected, unless the call would not wait that long", () => {
  const mail = (over: Partial<Occasion>) =>
    routesOf(choices({ digestMinutes: 60 }), ALL, occasion(over)).find(({ channel }) => channel === "email");
  expect(mail({ risk: "medium" })).toMatchObject({ heldUntil: at("2026-12-01T04:00:00Z") });
  expect(mail({ risk: "high" })).toMatchObject({ heldUntil: null });
  expect(mail({ risk: "medium", decideBy: at("2026-12-01T04:30:00Z") })).toMatchObject({ heldUntil: null });
  expect(mail({ kind: "failed", risk: "critical" })).toMatchObject({ heldUntil: null });
  expect(mail({ kind: "failed", risk: "medium" })).toMatchObject({ heldUntil: at("2026-12-01T04:00:00Z") });
});

test.each([
  [
    "they turned the kind off",
    choices({ channels: { ...DEFAULT_CHOICES.channels, waits: [] } }),
    ALL,
    /no notifications of this kind/,
  ],
  [
    "its risk is too low for them",
    choices({ atLeast: "critical" }),
    ALL,
    /only of calls of at least critical risk/,
  ],
  [
    "nothing reaches them",
    choices(),
    { push: false, slack: false, email: false },
    /no phone or browser is registered, no Slack/,
  ],
])("the log says why a person gets nothing: %s", (_, chosen, reach, reason) => {
  expect(routesOf(chosen, reach, occasion())).toEqual([
    { channel: "none", reason: expect.stringMatching(reason) },
  ]);
  expect(
    routesOf(chosen, reach, occasion({ kind: "failed" })).filter(({ channel }) => channel === "none"),
  ).toEqual([]);
});

test("what was turned off meanwhile is not sent", () => {
  const off = choices({ channels: { ...DEFAULT_CHOICES.channels, waits: ["push"] } });
  expect(turnedOff(off, "email", { kind: "waits", risk: "high" })).toMatch(/turned this kind off/);
  expect(turnedOff(off, "push", { kind: "waits", risk: "high" })).toBeNull();
  expect(turnedOff(choices({ atLeast: "high" }), "push", { kind: "waits", risk: "low" })).toMatch(
    /at least high/,
  );
});
