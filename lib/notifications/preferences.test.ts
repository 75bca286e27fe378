import { afterAll, expect, test } from "vitest";
import { savePreferences } from "@/lib/auth/people/preferences";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { enqueueForPeople } from "@/lib/delivery/enqueue";
import { closeLiveHub, liveHub } from "@/lib/live/hub";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { storeNotifications } from "./ledger";
import { changeChoices, getChoices, stopKind, turnKind } from "./preferences";
import { choicesChangeSchema } from "./schema";
import { DEFAULT_CHOICES } from "./types";

const system = systemScope("tests");

afterAll(async () => {
  await closeLiveHub();
  await closeDatabase();
});

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

test("the profile's time zone counts until another is chosen here, whatever else is chosen", async () => {
  const person = await someone();
  await savePreferences(person, { zone: "Europe/Berlin" });
  await changeChoices(person, { turn: { kind: "decided", channel: "push", on: true }, atLeast: "medium" });
  await turnKind(person, { kind: "waits", channel: "slack", on: false });
  await savePreferences(person, { zone: "Asia/Tokyo" });
  expect(await getChoices(person)).toMatchObject({
    ...{ zone: "Asia/Tokyo", atLeast: "medium" },
    channels: { decided: ["push"], waits: ["push", "email"] },
  });
  expect(await changeChoices(person, { zone: "Europe/Paris" })).toMatchObject({ zone: "Europe/Paris" });
  await savePreferences(person, { zone: "Europe/Berlin" });
  expect(await getChoices(person)).toMatchObject({ zone: "Europe/Paris", atLeast: "medium" });
});

const LATER = new Date("2100-01-01T00:00:00Z");

/** A mail that waits for others. @returns its delivery */
async function aHeldMail({ actor, tenants }: UserScope): Promise<string> {
  const [tenantId = "", id] = [tenants[0], newId()];
  const mail = { recipientKind: "user", recipientId: actor.id, channel: "email" } as const;
  await ingest(system, async (tx) => {
    const [held] = await storeNotifications(tx, [
      {
        ...{ id: newId(), tenantId, kind: "waits", subjectKind: "approval", subjectId: newId() },
        ...{ ...mail, approvalId: null, occurrence: "", recipientName: actor.name, why: { rule: "told" } },
        ...{ details: {}, state: "queued", reason: "Collected with others into one mail.", heldUntil: LATER },
      },
    ]);
    const event = { tenantId, approvalId: null, type: "waits", urgency: 0 } as const;
    const to = { id, kind: "user", recipientId: actor.id, channel: "email", dueAt: LATER } as const;
    await enqueueForPeople(tx, event, [to]);
    await tx.$executeRaw`update notifications set delivery_id = ${id}::uuid where id = ${held?.id}::uuid`;
  });
  return id;
}

test("only choices about waiting end what is held, and workers hear of it", async () => {
  const person = await someone();
  const id = await aHeldMail(person);
  const due = async () =>
    (await read(system, (tx) => tx.delivery.findFirstOrThrow({ where: { id } }))).nextAttemptAt;
  const heard: string[] = [];
  const leave = await liveHub().subscribe(
    { event: (event) => heard.push(event.id) },
    { topic: "delivery", id },
  );
  await changeChoices(person, { turn: { kind: "weekly", channel: "email", on: true }, atLeast: "low" });
  await changeChoices(person, { digestMinutes: 10, quiet: null });
  expect(await due()).toEqual(LATER);
  await changeChoices(person, { digestMinutes: 0 });
  expect((await due()).getTime()).toBeLessThan(LATER.getTime());
  await expect.poll(() => heard).toEqual([id]);
  leave();
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
