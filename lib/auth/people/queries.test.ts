import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openLiveStream } from "@/lib/api/live";
import { closeDatabase, ingest } from "@/lib/core/db";
import type { Search } from "@/lib/core/list/filters";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { closeLiveHub } from "@/lib/live/hub";
import { aTenant } from "@/lib/testing/factories";
import { authenticateBearer } from "../credentials/bearer";
import { createOwnToken, listOwnTokens, listTokensOf } from "../credentials/tokens";
import { endSessionsOf, openSession } from "../sessions/commands";
import { sealSessionId, sessionCookieName } from "../sessions/cookie";
import { listOwnSessions } from "../sessions/queries";
import { findSessionScope } from "../sessions/session-scope";
import { aSignInPerson } from "../testing/people";
import { aSignedIn } from "../testing/signed-in";
import { disableUser, setUserRole, setUserTenants } from "./commands";
import { peopleList } from "./list";
import { changePassword, renameSelf } from "./profile";
import { getPerson, listPeople } from "./queries";

const system = systemScope("tests");

const NEW = "another long password";

let own: Awaited<ReturnType<typeof useOwnDatabase>>;

let admin: Awaited<ReturnType<typeof aSignedIn>>;

beforeAll(async () => {
  own = await useOwnDatabase();
});

afterAll(async () => {
  await closeLiveHub();
  await closeDatabase();
  await own.drop();
});

beforeEach(async () => {
  await ingest(system, async (tx) => {
    await tx.user.deleteMany();
    await tx.rateLimit.deleteMany();
  });
  admin = await aSignedIn("admin", { name: "Zoe Admin" });
});

const names = async (search: Search, scope: UserScope = admin) =>
  (await listPeople(scope, peopleList.parse(search).filter)).rows.map((row) => row.name);

test("people are filtered by what is in the address; what does not fit is no filter", async () => {
  const [acme, globex] = [await aTenant(), await aTenant()];
  await aSignInPerson({
    name: "Ada Lovelace",
    email: "ada@acme.example",
    role: "approver",
    tenants: [acme.key],
  });
  await aSignInPerson({ name: "Ben", role: "viewer", tenants: [globex.key], password: undefined });
  const off = await aSignInPerson({ name: "Cleo", role: "viewer" });
  await disableUser(system, off.id);
  expect(await names({})).toEqual(["Ada Lovelace", "Ben", "Cleo", "Zoe Admin"]);
  expect(await names({ q: "LOVE" })).toEqual(["Ada Lovelace"]);
  expect(await names({ q: "acme.ex" })).toEqual(["Ada Lovelace"]);
  expect(await names({ q: "%" })).toEqual([]);
  expect(await names({ role: "viewer" })).toEqual(["Ben", "Cleo"]);
  expect(await names({ state: "off" })).toEqual(["Cleo"]);
  expect(await names({ state: "new" })).toEqual(["Ada Lovelace", "Ben"]);
  expect(await names({ state: "active" })).toEqual(["Zoe Admin"]);
  expect(await names({ method: "password", state: "new" })).toEqual(["Ada Lovelace"]);
  expect(await names({ tenant: globex.key })).toEqual(["Ben", "Cleo", "Zoe Admin"]);
  expect(await names({ role: "king", state: "gone", cursor: "%%%" })).toHaveLength(4);
});

test("pages meet without a gap, also among people of one name", async () => {
  await ingest(
    system,
    (tx) =>
      tx.$executeRaw`insert into users (id, email, name, role)
      select gen_random_uuid(), 'p' || n || '@example.test', case when n % 2 = 0 then 'Same' else 'same' end, 'viewer'
      from generate_series(1, 120) n`,
  );
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await listPeople(admin, { cursor: cursor ?? undefined });
    expect(page.rows.length).toBeLessThanOrEqual(50);
    seen.push(...page.rows.map((row) => row.id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toHaveLength(121);
  expect(new Set(seen).size).toBe(121);
});

test("of two administrators who demote each other at once, exactly one succeeds", async () => {
  for (let round = 0; round < 8; round += 1) {
    const others = [await aSignedIn("admin"), await aSignedIn("admin")] as const;
    const results = await Promise.allSettled([
      setUserRole(others[0], others[1].actor.id, "viewer"),
      setUserRole(others[1], others[0].actor.id, "viewer"),
    ]);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  }
});

test("of the last two administrators switching each other off, limiting or demoting, one stays", async () => {
  const tenant = await aTenant();
  const other = await aSignedIn("admin");
  await Promise.allSettled([
    disableUser(admin, other.actor.id),
    setUserRole(other, admin.actor.id, "viewer"),
    setUserTenants(other, admin.actor.id, [tenant.key]),
    setUserTenants(admin, other.actor.id, [tenant.key]),
  ]);
  const left = await ingest(system, (tx) =>
    tx.user.count({ where: { role: "admin", allTenants: true, disabledAt: null } }),
  );
  expect(left).toBe(1);
});

test("the last administrator stays what they are, and nobody changes themselves", async () => {
  const { id } = admin.actor;
  const tenant = await aTenant();
  const conflict = { code: "CONFLICT", message: expect.stringContaining("last administrator") };
  await expect(setUserRole(system, id, "viewer")).rejects.toMatchObject(conflict);
  await expect(setUserTenants(system, id, [tenant.key])).rejects.toMatchObject(conflict);
  await expect(disableUser(system, id)).rejects.toMatchObject(conflict);
  expect(await getPerson(admin, id)).toMatchObject({ lastAdmin: true, role: "admin", tenants: null });
  await aSignedIn("admin");
  const own = { code: "CONFLICT", message: expect.stringContaining("another administrator") };
  await expect(setUserRole(admin, id, "viewer")).rejects.toMatchObject(own);
  await expect(setUserTenants(admin, id, [tenant.key])).rejects.toMatchObject(own);
  await expect(disableUser(admin, id)).rejects.toMatchObject(own);
});

test("limits hold from the next request, and can be lifted", async () => {
  const tenant = await aTenant();
  const person = await aSignedIn("approver");
  await setUserTenants(admin, person.actor.id, [tenant.key]);
  expect(await findSessionScope(person.actor.credentialId)).toMatchObject({
    tenants: [tenant.id],
    unlimited: false,
  });
  await setUserTenants(admin, person.actor.id, null);
  expect(await findSessionScope(person.actor.credentialId)).toMatchObject({ unlimited: true });
});

test("somebody switched off is out with the next request: session, token and open stream", async () => {
  const person = await aSignedIn("viewer");
  const { token } = await createOwnToken(person, 1, "report");
  const bearer = () =>
    authenticateBearer(
      new Request("http://localhost:3000/", { headers: { authorization: `Bearer ${token}` } }),
    );
  await bearer();
  const cookie = `${sessionCookieName()}=${await sealSessionId(person.actor.credentialId)}`;
  const stream = await openLiveStream(
    new Request("http://localhost:3000/api/live", { headers: { cookie, accept: "text/event-stream" } }),
  );
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  await reader?.read();
  await disableUser(admin, person.actor.id);
  await expect(bearer()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  expect(await findSessionScope(person.actor.credentialId)).toBeNull();
  let told = "";
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) break;
    told += part.value;
  }
  expect(told).toContain("event: signed-out");
});

test("ending all other sessions spares the one that asks", async () => {
  const phone = await openSession(admin.actor.id, { provider: "credentials" });
  expect(await endSessionsOf(admin, admin.actor.id)).toEqual({ ended: 1 });
  expect(await findSessionScope(phone)).toBeNull();
  expect(await listOwnSessions(admin)).toMatchObject([{ id: admin.actor.credentialId, current: true }]);
  const person = await aSignedIn("viewer");
  await expect(endSessionsOf(person, admin.actor.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await endSessionsOf(admin, person.actor.id)).toEqual({ ended: 1 });
});

test("one's own password changes only by the current one, and other sessions end by choice", async () => {
  const person = await aSignedIn("viewer");
  const phone = await openSession(person.actor.id, { provider: "credentials" });
  const wrong = changePassword(person, { current: "not this one", password: NEW, endOthers: true });
  await expect(wrong).rejects.toMatchObject({ details: { errors: [{ pointer: "/current" }] } });
  expect(await changePassword(person, { current: person.password, password: NEW, endOthers: false })).toEqual(
    { ended: 0 },
  );
  expect(await findSessionScope(phone)).not.toBeNull();
  expect(await changePassword(person, { current: NEW, password: `${NEW} 2`, endOthers: true })).toEqual({
    ended: 1,
  });
  expect(await findSessionScope(phone)).toBeNull();
  for (let turn = 0; turn < 7; turn += 1)
    await changePassword(person, { current: "guess", password: NEW, endOthers: true }).catch(() => undefined);
  await expect(
    changePassword(person, { current: "guess", password: NEW, endOthers: true }),
  ).rejects.toMatchObject({
    code: "RATE_LIMITED",
  });
});

test("a token has a name, and a person's own are theirs", async () => {
  const person = await aSignedIn("viewer");
  const { id } = await createOwnToken(person, 30, "nightly report");
  expect(await listOwnTokens(person)).toMatchObject([{ id, name: "nightly report", revokedAt: null }]);
  expect(await listTokensOf(admin, person.actor.id)).toMatchObject([{ id }]);
  await expect(listTokensOf(person, admin.actor.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect((await renameSelf(person, "New Name")).name).toBe("New Name");
});

test("a limited administrator sees no people", async () => {
  const tenant = await aTenant();
  const limited = await aSignedIn("admin", { tenants: [tenant.key] });
  await expect(listPeople(limited, {})).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(getPerson(limited, admin.actor.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
});
