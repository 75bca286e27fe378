import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, ingest } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { request } from "@/lib/testing/request";
import { endSessionAction } from "../people/actions";
import { openSession } from "../sessions/commands";
import { sealSessionId, sessionCookieName } from "../sessions/cookie";
import { actionUser, currentUser, requireUser } from "../sessions/current";
import { findSessionScope } from "../sessions/session-scope";
import { SITE } from "../testing/browser";
import { aSignInPerson } from "../testing/people";
import { completeSetupAction, signOutAction } from "./actions";
import { createSetupLink, setupState } from "./setup";

const system = systemScope("tests");

const OURS = { origin: SITE };

let own: Awaited<ReturnType<typeof useOwnDatabase>>;

beforeAll(async () => {
  own = await useOwnDatabase();
});

afterAll(async () => {
  await closeDatabase();
  await own.drop();
});

beforeEach(async () => {
  request.headers = new Headers(OURS);
  request.cookies.clear();
  await ingest(system, (tx) => tx.user.deleteMany());
});

async function aSignedIn(role: "admin" | "viewer" = "viewer") {
  const person = await aSignInPerson({ role });
  const sessionId = await openSession(person.id, { provider: "credentials" });
  request.cookies.set(sessionCookieName(), await sealSessionId(sessionId));
  return { person, sessionId };
}

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

async function aSetupForm(over: Record<string, string> = {}): Promise<FormData> {
  const { url } = await createSetupLink(SITE);
  const token = new URL(url).searchParams.get("token") ?? "";
  const fields = {
    token,
    email: "Ines@acme.example",
    name: "Ines",
    password: "correct horse battery staple",
  };
  return form({ ...fields, $ACTION_ID_1: "", ...over });
}

test("the first-run form makes the administrator, and its link is gone", async () => {
  const filled = await aSetupForm();
  expect(await completeSetupAction(null, filled)).toEqual({ ok: true });
  expect(await setupState()).toEqual({ needed: false });
  expect(await completeSetupAction(null, filled)).toMatchObject({
    ok: false,
    message: expect.stringContaining("This setup link is not valid"),
  });
});

test("the first-run form says what is wrong where it is wrong", async () => {
  const filled = await aSetupForm({ email: "ines", password: "short", name: " " });
  const answer = await completeSetupAction(null, filled);
  expect(answer.ok).toBe(false);
  expect(answer.errors?.map((error) => error.pointer).sort()).toEqual(["/email", "/name", "/password"]);
  expect(await setupState()).toEqual({ needed: true });
});

test.each([
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "https://evil.example", "x-forwarded-host": "evil.example", host: "evil.example" },
  {},
])("no action runs for %j", async (headers) => {
  const filled = await aSetupForm();
  request.headers = new Headers(headers as Record<string, string>);
  expect(await completeSetupAction(null, filled)).toMatchObject({ ok: false });
  expect(await setupState()).toEqual({ needed: true });

  const { sessionId } = await aSignedIn("admin");
  await expect(actionUser()).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(signOutAction()).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await endSessionAction({ id: sessionId })).toMatchObject({ ok: false, code: "FORBIDDEN" });
  expect(await findSessionScope(sessionId)).not.toBeNull();
});

test("an action knows who is signed in and which roles may call it", async () => {
  await expect(actionUser()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  const { person } = await aSignedIn("viewer");
  expect((await actionUser()).actor.id).toBe(person.id);
  expect((await actionUser("viewer", "admin")).actor.id).toBe(person.id);
  await expect(actionUser("admin")).rejects.toMatchObject({
    code: "FORBIDDEN",
    message: expect.stringContaining("the role admin is needed"),
  });
});

test("a page without a person leads to the sign-in page and back", async () => {
  await expect(requireUser("/approvals?risk=high")).rejects.toMatchObject({
    digest: expect.stringContaining("/signin?callbackUrl=%2Fapprovals%3Frisk%3Dhigh"),
  });
  await expect(requireUser()).rejects.toMatchObject({ digest: expect.stringContaining(";/signin;") });
  const { person } = await aSignedIn();
  expect((await requireUser()).actor.id).toBe(person.id);
});

test("signing out ends the session, empties the cookie, and leads to the sign-in page", async () => {
  const { sessionId } = await aSignedIn();
  await expect(signOutAction()).rejects.toMatchObject({ digest: expect.stringContaining(";/signin;") });
  expect(await findSessionScope(sessionId)).toBeNull();
  expect(request.cookies.get(sessionCookieName())).toBe("");
  expect(await currentUser()).toBeNull();
});

test("one ends one's other session from here", async () => {
  const { person, sessionId } = await aSignedIn();
  const phone = await openSession(person.id, { provider: "credentials" });
  expect(await endSessionAction({ id: phone })).toEqual({ ok: true, id: phone });
  expect(await findSessionScope(phone)).toBeNull();
  expect(await findSessionScope(sessionId)).not.toBeNull();
  expect(await endSessionAction({ id: phone })).toMatchObject({ ok: false, code: "NOT_FOUND" });
});
