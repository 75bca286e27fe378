import { afterAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/core/db";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { changeChoices, getChoices, stopKind, turnKind } from "./preferences";
import { choicesChangeSchema } from "./schema";
import { DEFAULT_CHOICES } from "./types";

afterAll(closeDatabase);

const someone = async () => aPerson([await aTenant()]);

test("without any choice the defaults hold, also for kinds that are stored malformed", async () => {
  const person = await someone();
  expect(await getChoices(person)).toEqual(DEFAULT_CHOICES);
});

test("two tabs that turn boxes of one row both count", async () => {
  const person = await someone();
  await Promise.all([
    changeChoices(person, { turn: { kind: "decided", channel: "push", on: true } }),
    changeChoices(person, { turn: { kind: "decided", channel: "slack", on: true } }),
  ]);
  expect((await getChoices(person)).channels.decided.toSorted()).toEqual(["push", "slack"]);
  await changeChoices(person, { turn: { kind: "decided", channel: "push", on: false } });
  expect((await getChoices(person)).channels.decided).toEqual(["slack"]);
});

test("what a link stopped stays stopped when another box changes", async () => {
  const person = await someone();
  await stopKind({ userId: person.actor.id, kind: "waits", channel: "email" });
  await changeChoices(person, { turn: { kind: "waits", channel: "push", on: false }, atLeast: "high" });
  expect(await getChoices(person)).toMatchObject({ atLeast: "high", channels: { waits: ["slack"] } });
  await turnKind(person, { kind: "waits", channel: "email", on: true });
  expect((await getChoices(person)).channels.waits).toEqual(["slack", "email"]);
});

test.each([
  [{ quiet: { from: "08:00", to: "08:00", except: "none" } }, "quiet.to"],
  [{ quiet: { from: "8", to: "09:00", except: "none" } }, "quiet.from"],
  [{ zone: "Europe/Nowhere" }, "zone"],
  [{ digestMinutes: 7 }, "digestMinutes"],
  [{ turn: { kind: "waits", channel: "pigeon", on: true } }, "turn.channel"],
])("what cannot be chosen is refused, and named: %j", (given, at) => {
  const { error } = choicesChangeSchema.safeParse(given);
  expect(error?.issues.map(({ path }) => path.join("."))).toEqual([at]);
});
