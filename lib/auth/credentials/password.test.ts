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

test("an unknown person costs as much as a wrong password, and is refused whatever is sent", async () => {
  const known = await hashPassword("the same words");
  const timed = async (encoded: string | null) => {
    let least = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < 5; turn += 1) {
      const began = process.cpuUsage();
      expect(await isPassword("a guess", encoded)).toBe(false);
      least = Math.min(least, process.cpuUsage(began).user);
    }
    return least;
  };
  await timed(null); // makes the stand-in
  const [unknown, wrong] = [await timed(null), await timed(known)];
  expect(unknown / wrong).toBeGreaterThan(0.3);
  expect(await isPassword("nobody has this password", null)).toBe(false);
});
