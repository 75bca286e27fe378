import { afterAll, expect, test } from "vitest";
import { closeDatabase, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { choicesOf, isKindOn } from "@/lib/notifications/preferences";
import { readStopToken, stopLink } from "@/lib/notifications/stop-links";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { setVariables } from "@/lib/testing/settings";
import { stopNotifications } from "./stop-notifications";

afterAll(closeDatabase);

const system = systemScope("tests");

const tokenIn = (link: string) => new URL(link).searchParams.get("token") ?? "";

const ask = (method: "GET" | "POST", token: string, more = "") =>
  stopNotifications[method](
    new Request(`http://localhost/api/notifications/stop?token=${encodeURIComponent(token)}${more}`, {
      method,
      // What a mail program sends (RFC 8058): no cookie, no origin.
      ...(method === "POST" ? { body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) } : {}),
    }),
  );

async function mailsOf(userId: string) {
  const row = await read(system, (tx) => tx.notificationPreference.findUnique({ where: { userId } }));
  const { channels } = choicesOf(row?.choices ?? null, {});
  return Object.entries(channels).flatMap(([kind, on]) => (on.includes("email") ? [kind] : []));
}

test("a press ends this kind on this channel, and opening the link ends nothing", async () => {
  const { actor } = await aPerson([await aTenant()]);
  const before = await mailsOf(actor.id);
  const token = tokenIn(stopLink(actor.id, "reminder", "email"));
  const page = await ask("GET", token);
  expect([page.status, page.headers.get("location")]).toEqual([303, `/notifications/stop?token=${token}`]);
  expect(await mailsOf(actor.id)).toEqual(before);
  expect((await ask("POST", token)).status).toBe(200);
  const done = await ask("POST", token, "&page=1");
  expect([done.status, done.headers.get("location")]).toEqual([
    303,
    `/notifications/stop?token=${token}&done=1`,
  ]);
  expect(await mailsOf(actor.id)).toEqual(before.filter((kind) => kind !== "reminder"));
});

test("a press is in the activity log as the link’s, once, and the page can see that it is off", async () => {
  const { actor } = await aPerson([await aTenant()]);
  const stop = { userId: actor.id, kind: "expired", channel: "email" } as const;
  const token = tokenIn(stopLink(actor.id, "expired", "email"));
  const trail = () =>
    read(system, (tx) => tx.activity.findMany({ where: { subjectKind: "user", subjectId: actor.id } }));
  const before = (await trail()).length;
  expect(await isKindOn(stop)).toBe(true);
  for (const more of ["", "&page=1"]) await ask("POST", token, more);
  expect(await isKindOn(stop)).toBe(false);
  const rows = (await trail()).slice(before);
  expect(rows.map(({ action, actorKind, actorName }) => [action, actorKind, actorName])).toEqual([
    ["user.notification_stopped", "system", "notification link"],
  ]);
  expect(JSON.parse(rows[0]?.details ?? "")).toEqual({ kind: "expired", channel: "email" });
});

test("a link of another person, kind, channel or secret is not taken, nor half a link", async () => {
  const [one, other] = [await aPerson([await aTenant()]), await aPerson([await aTenant()])];
  const token = tokenIn(stopLink(one.actor.id, "waits", "email"));
  const [user = "", kind, channel, signature] = token.split(".");
  const forged = [
    [other.actor.id, kind, channel, signature],
    [user, "weekly", channel, signature],
    [user, kind, "slack", signature],
    [user, kind, channel, signature?.slice(1)],
    [user, kind, channel],
    [user, kind, channel, signature, "x"],
    [user, "everything", channel, signature],
  ];
  for (const parts of forged) {
    expect(readStopToken(parts.join(".")), parts.join(".")).toBeNull();
    expect((await ask("POST", parts.join("."))).status).toBe(404);
  }
  expect((await ask("POST", "")).status).toBe(404);
  const putBack = setVariables({ AUTH_SECRET: "another secret of at least 32 characters" });
  expect(readStopToken(token)).toBeNull();
  putBack();
  expect(readStopToken(token)).toEqual({ userId: one.actor.id, kind: "waits", channel: "email" });
  expect(await mailsOf(other.actor.id)).toContain("waits");
});
