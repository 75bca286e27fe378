import { beforeEach, describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { disableUser } from "../people/commands";
import { Browser } from "../testing/browser";
import { aSignedIn } from "../testing/signed-in";
import { removePasskey } from "./commands";
import { findSite } from "./site";
import type { TestAuthenticator } from "./testing/authenticator";
import { aPasskeyOf } from "./testing/passkeys";

const system = systemScope("tests");
let maya: UserScope;
let device: TestAuthenticator;
let id: string;

beforeEach(async () => {
  maya = await aSignedIn("approver");
  ({ device, id } = await aPasskeyOf(maya, { counts: true }));
});

type Asked = { challenge: string; rpId: string };

async function asked(browser: Browser): Promise<Asked> {
  return (await (await browser.fetch("/api/auth/passkey/options", {})).json()) as Asked;
}

/** next-auth's result for a signature: null if it signed the person in, else the error code. */
async function send(browser: Browser, response: object): Promise<string | null> {
  const answer = await browser.submit("/api/auth/callback/passkey", { response: JSON.stringify(response) });
  const { url } = (await answer.json()) as { url: string };
  return new URL(url).searchParams.get("error");
}

const signIn = async (browser: Browser, ways: Parameters<TestAuthenticator["get"]>[1] = {}) =>
  send(browser, device.get(await asked(browser), ways, maya.actor.id));

test("somebody signs in with a passkey of theirs, with their own role, and the trail says how", async () => {
  const browser = new Browser();
  expect(await signIn(browser)).toBeNull();
  expect((await browser.session()).user).toMatchObject({ id: maya.actor.id, role: "approver" });
  const rows = await read(system, (tx) =>
    tx.activity.findMany({ where: { subjectId: maya.actor.id, action: "user.signed_in" } }),
  );
  expect(rows.map(({ details }) => details)).toContain('{"with":"passkey"}');
  expect(await read(system, (tx) => tx.passkey.findUniqueOrThrow({ where: { id } }))).toMatchObject({
    counter: 2n,
    lastUsedAt: expect.any(Date),
  });
});

describe("nobody is signed in", () => {
  test.each([
    ["on another site", { origin: "https://evil.example" }],
    ["with a passkey of another site", { rpId: "evil.example" }],
    ["inside of another page", { crossOrigin: true }],
    ["by a device that does not make sure who it is", { verified: false }],
    ["with what makes a passkey", { type: "webauthn.create" }],
  ])("%s", async (_, ways) => {
    const browser = new Browser();
    expect(await signIn(browser, ways)).toBe("passkey-unknown");
    expect((await browser.session()).user).toBeUndefined();
  });

  test("twice with one signature, with what nobody asked for, or too late", async () => {
    const [browser, thief] = [new Browser(), new Browser()];
    const response = device.get(await asked(browser), {}, maya.actor.id);
    expect(await send(browser, response)).toBeNull();
    expect(await send(thief, response)).toBe("passkey-unknown");
    const made = device.get({ challenge: "bm90aGluZw", rpId: "localhost" }, {}, maya.actor.id);
    expect(await send(thief, made)).toBe("passkey-unknown");
    const late = device.get(await asked(thief), {}, maya.actor.id);
    await ingest(
      system,
      (tx) =>
        tx.$executeRaw`update passkey_challenges set expires_at = clock_timestamp() - interval '1 second' where purpose = 'sign_in'`,
    );
    expect(await send(thief, late)).toBe("passkey-unknown");
    expect(await send(thief, { id: "no signature" })).toBe("passkey-unknown");
  });

  test("who is switched off, or whose passkey was removed, or as somebody else", async () => {
    const browser = new Browser();
    const ines = await aSignedIn("admin");
    const asIf = device.get(await asked(browser), {}, ines.actor.id);
    expect(await send(browser, asIf)).toBe("passkey-unknown");
    await disableUser(ines, maya.actor.id);
    expect(await signIn(browser)).toBe("passkey-unknown");
    await removePasskey(ines, { id });
    expect(await signIn(browser)).toBe("passkey-unknown");
  });

  test("by a copy: a count that goes back is refused, and kept in the trail", async () => {
    const browser = new Browser();
    expect(await signIn(browser)).toBeNull();
    device.counter = 1;
    expect(await signIn(new Browser())).toBe("passkey-copied");
    const rows = await read(system, (tx) =>
      tx.activity.findMany({ where: { subjectId: maya.actor.id, action: "user.passkey_refused" } }),
    );
    expect(rows).toHaveLength(1);
  });

  test("from another site's page, or by a mere link", async () => {
    const browser = new Browser();
    const foreign = { origin: "https://evil.example" };
    expect((await browser.fetch("/api/auth/passkey/options", {}, foreign)).status).toBe(403);
    expect((await browser.fetch("/api/auth/passkey/options")).status).toBe(405);
  });
});

test("browsers make passkeys for https with a name and for localhost, and for nothing else", () => {
  const site = (url: string) => findSite(url)?.rpId ?? null;
  expect(
    ["https://countersign.example:8443", "http://localhost:3000", "https://a.localhost"].map(site),
  ).toEqual(["countersign.example", "localhost", "a.localhost"]);
  expect(
    ["http://countersign.example", "https://10.0.0.7", "http://127.0.0.1:3000", "https://[::1]"].map(site),
  ).toEqual([null, null, null, null]);
});
