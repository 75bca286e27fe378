import { beforeEach, describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { aSignedIn } from "../testing/signed-in";
import { addPasskey, beginPasskey, noticePasskey, removePasskey, renamePasskey } from "./commands";
import { findProof } from "./proof";
import { listOwnPasskeys, listPasskeysOf, newPasskey } from "./queries";
import { requireSite } from "./site";
import { TestAuthenticator } from "./testing/authenticator";
import { aPasskeyOf, openSessionOf } from "./testing/passkeys";
import { PASSKEYS_MAX } from "./types";

const system = systemScope("tests");
let maya: UserScope & { password: string };

beforeEach(async () => {
  maya = await aSignedIn("approver", { tenants: undefined });
});

const { origin } = requireSite();

const trailOf = (scope: UserScope) =>
  read(system, async (tx) =>
    (
      await tx.activity.findMany({
        where: { subjectId: scope.actor.id, action: { startsWith: "user.passkey" } },
      })
    ).map(({ action, actorName }) => `${action} by ${actorName}`),
  );

const begun = async (scope: UserScope) => (await beginPasskey(scope, {})).options;

const refused = (pointer: string, code: string) => ({
  code: "VALIDATION_ERROR",
  details: { errors: [{ pointer, code }] },
});

async function elsewhere(scope: UserScope, secondsAgo = 0): Promise<UserScope> {
  const { id } = await ingest(system, (tx) =>
    tx.session.create({
      data: { id: crypto.randomUUID(), userId: scope.actor.id, expiresAt: new Date(Date.now() + 3_600_000) },
    }),
  );
  const other = proveScope({ ...scope.actor, credentialId: id }, [], { unlimited: scope.unlimited });
  await openSessionOf(other, secondsAgo);
  return other;
}

test("a passkey is added, listed with what tells it apart, renamed and removed, each with a row of the trail", async () => {
  const { id } = await aPasskeyOf(maya, { name: "Work laptop" });
  const [listed] = await listOwnPasskeys(maya);
  expect(listed).toMatchObject({ id, name: "Work laptop", synced: false, lastUsedAt: null });
  expect(listed?.fingerprint).toMatch(/^[0-9a-f]{16}$/);
  await renamePasskey(maya, { id, name: "Laptop" });
  expect((await listOwnPasskeys(maya))[0]?.name).toBe("Laptop");
  expect(await removePasskey(maya, { id })).toEqual({ left: 0 });
  expect(await listOwnPasskeys(maya)).toEqual([]);
  const by = maya.actor.name;
  expect(await trailOf(maya)).toEqual([
    `user.passkey_added by ${by}`,
    `user.passkey_renamed by ${by}`,
    `user.passkey_removed by ${by}`,
  ]);
});

describe("what the browser made is added only", () => {
  test("once, in the session that began it, for what it was begun", async () => {
    const device = new TestAuthenticator(origin);
    const options = await begun(maya);
    const other = await elsewhere(maya);
    const response = device.create(options);
    await expect(addPasskey(other, { name: "Theirs", response })).rejects.toMatchObject({ code: "CONFLICT" });
    await addPasskey(maya, { name: "Mine", response });
    await expect(addPasskey(maya, { name: "Again", response })).rejects.toMatchObject({ code: "CONFLICT" });
    const ines = await aSignedIn("approver");
    const again = device.create(await begun(ines));
    await expect(addPasskey(ines, { name: "Also mine", response: again })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(await listOwnPasskeys(maya)).toHaveLength(1);
  });

  test.each([
    ["on another site", { origin: "https://evil.example" }],
    ["for another site", { rpId: "evil.example" }],
    ["without making sure who it is", { verified: false }],
    ["to sign in", { type: "webauthn.get" }],
  ])("not %s", async (_, ways) => {
    const response = new TestAuthenticator(origin).create(await begun(maya), ways);
    await expect(addPasskey(maya, { name: "Wrong", response })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    expect(await listOwnPasskeys(maya)).toEqual([]);
  });

  test("within minutes, and no more of them than anybody uses", async () => {
    const options = await begun(maya);
    await ingest(
      system,
      (tx) => tx.$executeRaw`
        update passkey_challenges set expires_at = clock_timestamp() - interval '1 second' where user_id = ${maya.actor.id}::uuid`,
    );
    const response = new TestAuthenticator(origin).create(options);
    await expect(addPasskey(maya, { name: "Late", response })).rejects.toMatchObject({ code: "CONFLICT" });
    const rows = Array.from({ length: PASSKEYS_MAX }, () => crypto.randomUUID());
    await ingest(system, (tx) =>
      tx.passkey.createMany({
        data: rows.map((id) => ({
          ...{ id, userId: maya.actor.id, credentialId: id, name: id },
          ...{ publicKey: "AA", coseKey: "AA" },
        })),
      }),
    );
    await expect(begun(maya)).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("a session alone is not enough", () => {
  test("an older one asks for the password, before a passkey is added or removed", async () => {
    const { id } = await aPasskeyOf(maya);
    await openSessionOf(maya, 11 * 60);
    expect(await findProof(maya)).toBe("password");
    for (const act of [
      (password?: string) => beginPasskey(maya, { password }),
      (password?: string) => removePasskey(maya, { id, password }),
    ]) {
      await expect(act()).rejects.toMatchObject(refused("/password", "required"));
      await expect(act("not my password")).rejects.toMatchObject(refused("/password", "wrong"));
    }
    expect(await listOwnPasskeys(maya)).toHaveLength(1);
    await beginPasskey(maya, { password: maya.password });
    expect(await removePasskey(maya, { id, password: maya.password })).toEqual({ left: 0 });
  });

  test("where there is no password, only a new sign-in is", async () => {
    await ingest(system, (tx) =>
      tx.user.update({ where: { id: maya.actor.id }, data: { passwordHash: null } }),
    );
    await openSessionOf(maya, 11 * 60);
    expect(await findProof(maya)).toBe("sign_in");
    await expect(beginPasskey(maya, {})).rejects.toMatchObject({ code: "FORBIDDEN" });
    await openSessionOf(maya, 60);
    await expect(begun(maya)).resolves.toMatchObject({ rp: { id: "localhost" } });
  });

  test("no personal token manages passkeys", async () => {
    const { id } = await aPasskeyOf(maya);
    const token = proveScope({ ...maya.actor, via: "token" }, []);
    for (const act of [
      () => beginPasskey(token, { password: maya.password }),
      () => renamePasskey(token, { id, name: "Mine" }),
      () => removePasskey(token, { id, password: maya.password }),
    ])
      await expect(act()).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("the others are told of a new one, each until the person says there that it was them", async () => {
    const [here, phone] = [await elsewhere(maya), await elsewhere(maya)];
    const { id } = await aPasskeyOf(maya);
    const later = await elsewhere(maya);
    const told = (scope: UserScope) =>
      read(scope, async (tx) => {
        const [row] = await tx.$queryRaw<{ of: { id: string } | null }[]>`select ${newPasskey(scope)} as of`;
        return row?.of?.id ?? null;
      });
    const all = () => Promise.all([maya, here, phone, later].map(told));
    expect(await all()).toEqual([null, id, id, id]);
    await noticePasskey(maya, { id });
    await noticePasskey(await aSignedIn("admin"), { id });
    // The holder of the passkey could open a session with it.
    await noticePasskey(later, { id });
    expect(await all()).toEqual([null, id, id, null]);
    const { id: another } = await aPasskeyOf(maya);
    expect(await all()).toEqual([null, id, id, another]);
    await noticePasskey(here, { id });
    expect(await all()).toEqual([null, another, id, another]);
  });
});

test("an administrator of all tenants sees and removes somebody's passkeys, and nobody else does", async () => {
  const { id } = await aPasskeyOf(maya);
  const [ada, ines] = [await aSignedIn("admin"), await aSignedIn("approver")];
  const limited = proveScope(ada.actor, []);
  for (const other of [ines, limited]) {
    await expect(listPasskeysOf(other, maya.actor.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(removePasskey(other, { id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(renamePasskey(other, { id, name: "Mine" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
  expect(await listPasskeysOf(ada, maya.actor.id)).toHaveLength(1);
  expect(await removePasskey(ada, { id })).toEqual({ left: 0 });
  expect(await trailOf(maya)).toContain(`user.passkey_removed by ${ada.actor.name}`);
});

test.each([
  ["of one tenant", { allTenants: false }],
  ["no more", { role: "approver" }],
  ["and switched off", { disabledAt: new Date() }],
] as const)("an administrator who became one %s a moment ago removes nobody's passkey", async (_, now) => {
  const { id } = await aPasskeyOf(maya);
  const ada = await aSignedIn("admin");
  await ingest(system, (tx) => tx.user.update({ where: { id: ada.actor.id }, data: now }));
  await expect(removePasskey(ada, { id })).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await listOwnPasskeys(maya)).toHaveLength(1);
});
