import { afterAll, afterEach, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { setVariables } from "@/lib/testing/settings";
import { removeMailServer, saveMailServer } from "./commands";
import { saveMailServerInput } from "./schema";
import { getMailFacts, isMailSetUp, mailServerFrom, readMailServer, serverOfUrl } from "./server";

const system = systemScope("tests");

afterEach(() =>
  ingest(system, (tx) => tx.channelSetting.deleteMany({ where: { channel: "email" } })).then(() => undefined),
);
afterAll(closeDatabase);

const given = {
  ...{ host: "smtp.acme.example", port: 587, security: "starttls", from: "Countersign <c@acme.example>" },
  ...{ user: "maya", password: "s3cret" },
} as const;

test.each([
  ["smtp://mail.acme.example", { host: "mail.acme.example", port: 587, security: "starttls", user: null }],
  ["smtps://mail.acme.example", { port: 465, security: "tls" }],
  ["smtp://relay:1025?tls=off", { host: "relay", port: 1025, security: "none", password: null }],
  ["smtp://maya%40acme.example:p%3A%2F%25@m:25", { port: 25, user: "maya@acme.example", password: "p:/%" }],
  ["smtps://[::1]:465", { host: "::1", port: 465 }],
])("%s", (url, expected) => {
  expect(serverOfUrl(url, undefined, "https://countersign.example")).toMatchObject(expected);
});

test("the sender is the one that is named, the user’s address, or one at the product’s host", () => {
  const from = (url: string, named?: string) => serverOfUrl(url, named, "https://c.acme.example").from;
  expect(from("smtp://a@m", "Ops <ops@acme.example>")).toBe("Ops <ops@acme.example>");
  expect(from("smtp://maya%40acme.example@m")).toBe("maya@acme.example");
  expect(from("smtp://apikey@m")).toBe("Countersign <countersign@c.acme.example>");
});

test("a stored server is in force until the environment names one, and no page has its password", async () => {
  expect(await readMailServer()).toEqual({ kind: "unset" });
  await saveMailServer(system, saveMailServerInput.parse(given));
  expect(await readMailServer()).toEqual({ kind: "set", server: given, source: "stored" });
  expect(await getMailFacts(system)).toMatchObject({
    source: "stored",
    hasPassword: true,
    isOverridden: false,
  });
  const putBack = setVariables({ SMTP_URL: "smtps://u:pw@other.example", SMTP_FROM: "o@other.example" });
  const facts = await getMailFacts(system);
  putBack();
  expect(facts).toMatchObject({
    source: "environment",
    server: { host: "other.example" },
    isOverridden: true,
  });
  expect(JSON.stringify(facts)).not.toContain('pw"');
  await removeMailServer(system);
  expect(await isMailSetUp()).toBe(false);
});

test("the row and the trail hold no password", async () => {
  await saveMailServer(system, saveMailServerInput.parse(given));
  const row = await read(system, (tx) =>
    tx.channelSetting.findUniqueOrThrow({ where: { channel: "email" } }),
  );
  expect(row.sealed).not.toContain("s3cret");
  expect(mailServerFrom(row.sealed)).toMatchObject({ kind: "set", server: given });
  expect(mailServerFrom("bm8=")).toEqual({ kind: "unreadable" });
  const trail = await read(system, (tx) => tx.activity.findMany({ where: { subjectId: "email" } }));
  expect(trail.length).toBeGreaterThan(0);
  expect(
    JSON.stringify(trail, (_, value) => (typeof value === "bigint" ? String(value) : value)),
  ).not.toContain("s3cret");
});

test("a password that is left out stays for the same server and user, and goes to no other", async () => {
  const without = { ...given, password: "" };
  const save = (over: object) => saveMailServer(system, saveMailServerInput.parse({ ...without, ...over }));
  await expect(save({})).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  await saveMailServer(system, saveMailServerInput.parse(given));
  await save({ from: "new@acme.example" });
  expect(await readMailServer()).toMatchObject({ server: { password: "s3cret", from: "new@acme.example" } });
  for (const other of [{ host: "evil.example" }, { port: 26 }, { user: "eve" }])
    await expect(save(other), JSON.stringify(other)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  await save({ user: "", host: "relay.acme.example" });
  expect(await readMailServer()).toMatchObject({ server: { user: null, password: null } });
});

test.each([
  { host: "bad host" },
  { host: "a\r\nb" },
  { port: "0" },
  { from: "x\r\nBcc: y@z" },
  { from: "no address" },
  { user: "", password: "x" },
  { security: "none" },
  { security: "maybe" },
])("%o is refused", (over) => {
  expect(saveMailServerInput.safeParse({ ...given, ...over }).success).toBe(false);
});
