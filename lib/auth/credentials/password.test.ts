import { createHook } from "node:async_hooks";
import { expect, test } from "vitest";
import { hashPassword, isPassword } from "./password";

test("a password is kept as argon2id with the parameters OWASP asks for, each with its own salt", async () => {
  const [first, second] = [await hashPassword("the same words"), await hashPassword("the same words")];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  expect(await isPassword("the same words", first)).toBe(true);
  expect(await isPassword("other words", first)).toBe(false);
});

test("one password typed on two keyboards is one password", async () => {
  const composed = "Z\u00fcrich-\u00e9t\u00e9-2026";
  expect(await isPassword(composed.normalize("NFD"), await hashPassword(composed))).toBe(true);
});

// Node's name for work that a native module runs in the thread pool.
const NATIVE = "undefined";

async function workOf(check: () => Promise<boolean>): Promise<{ matches: boolean; tasks: number }> {
  let tasks = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === NATIVE) tasks += 1;
    },
  }).enable();
  const matches = await check();
  hook.disable();
  return { matches, tasks };
}

test("an unknown person costs the computation of a wrong password, and is refused whatever is sent", async () => {
  const known = await hashPassword("the same words");
  await isPassword("a guess", null);
  const wrong = await workOf(() => isPassword("a guess", known));
  expect(wrong).toEqual({ matches: false, tasks: 1 });
  expect(await workOf(() => isPassword("a guess", null))).toEqual(wrong);
  expect(await workOf(() => isPassword("no account has this password", null))).toEqual(wrong);
});
