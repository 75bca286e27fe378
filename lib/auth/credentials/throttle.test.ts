import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { answerFrom } from "@/lib/core/client-network";
import { bookkeep, closeDatabase } from "@/lib/core/db";
import type { DomainError } from "@/lib/core/errors";
import { systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { unique } from "@/lib/testing/factories";
import { withVariables } from "@/lib/testing/settings";
import { Browser, SITE } from "../testing/browser";
import { laneClock } from "../testing/lane-clock";
import { aSignInPerson } from "../testing/people";

withVariables({ NEXTAUTH_URL: SITE });

// The global count covers all attempts, so these tests need their own database.

let own: Awaited<ReturnType<typeof useOwnDatabase>>;

beforeAll(async () => {
  own = await useOwnDatabase();
});

beforeEach(() => bookkeep(systemScope("tests"), (tx) => tx.rateLimit.deleteMany()));

afterAll(async () => {
  await closeDatabase();
  await own.drop();
});

let processes = 0;

/** The throttle of another web process: it shares only the counts in the database. */
function anotherProcess(): Promise<typeof import("./throttle")> {
  processes += 1;
  const copy = `./throttle.ts?process=${processes}`;
  return import(/* @vite-ignore */ copy);
}

// The delay between two slowed attempts; no other timer of these tests is that long.
const PAUSE_MS = 200;

const from = <T>(peer: string, work: () => Promise<T>) => answerFrom({ peer, forwarded: undefined }, work);

async function attempts(count: number, attempt: (turn: number) => Promise<void>) {
  const results = await Promise.allSettled(Array.from({ length: count }, (_, turn) => attempt(turn)));
  const refused = results.filter((result) => result.status === "rejected");
  return { passed: count - refused.length, refusal: refused[0]?.reason as DomainError | undefined };
}

test("of forty attempts on one address over two processes, ten are looked at", async () => {
  const email = unique("victim");
  const processes = [await anotherProcess(), await anotherProcess()];
  const { passed, refusal } = await attempts(40, (turn) =>
    from("8.4.1.1", () => (processes[turn % 2] as (typeof processes)[0]).countSignIn(email)),
  );
  expect(passed).toBe(10);
  expect(refusal).toMatchObject({ code: "RATE_LIMITED" });
  expect(refusal?.message).toMatch(/wait 15 minutes, then try again\.$/);
  expect(refusal?.details.retryAfter).toBeGreaterThan(800);
  expect(refusal?.details.retryAfter).toBeLessThanOrEqual(900);
  const { countSignIn } = await anotherProcess();
  await from("8.4.1.1", () => countSignIn(unique("somebody-else")));
});

test("a good sign-in clears the counts of its person", async () => {
  const { countSignIn, noteSignIn } = await anotherProcess();
  const email = unique("forgetful");
  for (let turn = 0; turn < 10; turn += 1) await from("8.4.2.1", () => countSignIn(email));
  await from("8.4.2.1", () => noteSignIn(email));
  await from("8.4.2.1", () => countSignIn(email));
});

test("one client fills its own budget; another network still signs in, also the person it was after", async () => {
  const { countSignIn, noteSignIn } = await anotherProcess();
  const victim = unique("victim");
  const guessing = await attempts(120, (turn) =>
    from("8.8.8.8", () => countSignIn(turn < 20 ? victim : unique("guess"))),
  );
  expect(guessing.passed).toBeLessThanOrEqual(60);
  expect(guessing.refusal).toMatchObject({ code: "RATE_LIMITED" });
  await expect(from("8.8.8.8", () => countSignIn(unique("anybody")))).rejects.toMatchObject({
    code: "RATE_LIMITED",
    details: { retryAfter: expect.toSatisfy((seconds: number) => seconds > 800 && seconds <= 900) },
  });
  await from("8.8.4.4", () => countSignIn(victim));
  await from("2a00:1450::1", () => countSignIn(victim));
  await from("8.8.8.8", () => countSignIn(victim, unique("device")));
  await from("8.8.8.8", () => noteSignIn(victim, "device"));
});

test("a network is an address of IPv4 and a /64 of IPv6", async () => {
  const { countSignIn } = await anotherProcess();
  const guesses = await attempts(70, (turn) =>
    from(`2a00:1450:5:5::${turn.toString(16)}`, () => countSignIn(unique("guess"))),
  );
  expect(guesses.passed).toBe(60);
  await from("2a00:1450:5:6::1", () => countSignIn(unique("neighbour")));
});

test("people who sign in do not use up the budget of their office", async () => {
  const { countSignIn, noteSignIn } = await anotherProcess();
  const office = "9.9.9.9";
  for (let turn = 0; turn < 80; turn += 1) {
    const email = unique("colleague");
    await from(office, () => countSignIn(email));
    await from(office, () => noteSignIn(email));
  }
});

test("sign-in pages that offer passkeys as they open use up nobody's attempts, and are bounded", async () => {
  const { countPasskeyOffer, countPasskeySignIn, countSignIn } = await anotherProcess();
  const office = "9.9.8.8";
  const opened = await attempts(260, () => from(office, countPasskeyOffer));
  expect(opened.passed).toBe(240);
  expect(opened.refusal).toMatchObject({ code: "RATE_LIMITED" });
  await from(office, () => countSignIn(unique("colleague")));
  await from(office, countPasskeySignIn);
});

test("one person's password is guessed a hundred times from everywhere, not more", async () => {
  const { countSignIn } = await anotherProcess();
  const email = unique("hunted");
  const { passed, refusal } = await attempts(150, (turn) => from(`8.1.${turn}.1`, () => countSignIn(email)));
  expect(passed).toBe(100);
  expect(refusal).toMatchObject({ code: "RATE_LIMITED" });
});

test("under a flood from everywhere a stranger is slowed down, not refused, and a known device is neither", async () => {
  const { hurry } = laneClock(PAUSE_MS);
  const { countSignIn } = await anotherProcess();
  // More than the global limit, from networks with attempts left, and many from one of them.
  const guess = (turn: number) => from(`8.2.${turn % 20}.7`, () => countSignIn(unique("flood")));
  expect((await attempts(300, guess)).passed).toBe(300);
  const crowd = attempts(60, () => from("8.3.1.1", () => countSignIn(unique("flood"))));
  await from("9.1.1.1", () => countSignIn(unique("stranger")));
  const person = await aSignInPerson();
  const signingIn = (password: string) => from("9.1.1.2", () => new Browser().signIn(person.email, password));
  expect(await signingIn("not the password")).toBe("CredentialsSignin");
  expect(await signingIn(person.password)).toBeNull();
  hurry();
  expect((await crowd).refusal).toMatchObject({ code: "RATE_LIMITED" });
  const device = unique("device");
  const { passed } = await attempts(20, () => from("8.3.1.1", () => countSignIn(unique("ines"), device)));
  expect(passed).toBe(10);
});

test("behind a proxy that nobody named, guessing slows everybody down and closes the door for nobody", async () => {
  const { hurry, slow } = laneClock(PAUSE_MS);
  const { countSignIn } = await anotherProcess();
  const proxied = (email: string) => from("127.0.0.1", () => countSignIn(email));
  await attempts(60, () => proxied(unique("guess")));
  const victim = unique("victim");
  // More attempts than one network has against one person, nearly filling the queue.
  const flood = attempts(20, () => proxied(victim));
  await proxied(unique("ines"));
  await proxied(victim);
  hurry();
  expect((await flood).passed).toBe(20);
  slow();
  // The queue is bounded: excess attempts are refused at once, with a retry time in seconds.
  const { refusal } = await attempts(100, () =>
    proxied(unique("guess")).catch((refused) => {
      hurry();
      throw refused;
    }),
  );
  expect(refusal?.details.retryAfter).toBeLessThanOrEqual(30);
});
