import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/core/db";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { withVariables } from "@/lib/testing/settings";
import { Browser, SITE } from "../testing/browser";
import { aSignInPerson } from "../testing/people";
import { signInErrorText } from "./refusals";

withVariables({ NEXTAUTH_URL: SITE });

// The locked table would block every other test, so this test needs its own database.
let own: Awaited<ReturnType<typeof useOwnDatabase>>;

beforeAll(async () => {
  own = await useOwnDatabase();
});
afterAll(async () => {
  await closeDatabase();
  await own.drop();
});

test("a sign-in that the database cuts short says why, and not that the database is away", async () => {
  const person = await aSignInPerson();
  const { DATABASE_URL = "", DATABASE_SUPER_URL = "" } = process.env;
  const at = new URL(new URL(DATABASE_URL).pathname, DATABASE_SUPER_URL);
  const holder = new pg.Client({ connectionString: at.href });
  await holder.connect();
  try {
    await holder.query("begin");
    await holder.query("lock table users in access exclusive mode");
    const code = await new Browser().signIn(person.email, person.password);
    expect(signInErrorText(code ?? "")).toBe(
      "The database is busy. You are not signed in; try again shortly.",
    );
  } finally {
    await holder.end();
  }
  expect(await new Browser().signIn(person.email, person.password)).toBeNull();
});
