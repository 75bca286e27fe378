import { type RunningApp, startApp } from "./app";
import { expect, formIsLive, test } from "./fixtures";

// The built server behind a proxy of ours, which says who asks: each line of addresses is a client.

const ADMIN = { email: "ines@acme.example", password: "correct horse battery staple" };

const GUESSER = "8.8.1.1";

const EMAIL_ATTEMPTS = 10;

// One app for all of them: otherwise each worker starts its own.
test.describe.configure({ mode: "default" });

let app: RunningApp;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  app = await startApp({
    TRUSTED_PROXIES: "127.0.0.1, ::1",
    COUNTERSIGN_INIT_ADMIN_EMAIL: ADMIN.email,
    COUNTERSIGN_INIT_ADMIN_PASSWORD: ADMIN.password,
  });
});

test.afterAll(async () => {
  await app.stop();
});

/** What the sign-in form says to a client; null when it worked. */
async function signIn(from: string, email: string, password: string): Promise<string | null> {
  const headers = { "x-forwarded-for": from };
  const form = await fetch(`${app.url}/api/auth/csrf`, { headers });
  const { csrfToken } = (await form.json()) as { csrfToken: string };
  const cookie = form.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const answer = await fetch(`${app.url}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { ...headers, cookie, origin: app.url },
    body: new URLSearchParams({ email, password, csrfToken, json: "true" }),
  });
  const { url } = (await answer.json()) as { url: string };
  return new URL(url).searchParams.get("error");
}

test("a client that guesses passwords closes the door to itself, whatever it says about itself", async () => {
  test.setTimeout(180_000);
  for (let turn = 0; turn < 60; turn += 1)
    expect(await signIn(GUESSER, `guess${turn}@acme.example`, "wrong")).toBe("CredentialsSignin");
  expect(await signIn(GUESSER, ADMIN.email, ADMIN.password)).toMatch(/^too-many-/);
  expect(await signIn(`9.9.9.9, ${GUESSER}`, ADMIN.email, ADMIN.password)).toMatch(/^too-many-/);
  expect(await signIn("9.9.9.9", ADMIN.email, ADMIN.password)).toBeNull();
});

test("the form tells whoever tries one address too often to wait", async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: app.url,
    extraHTTPHeaders: { "x-forwarded-for": "8.8.2.1" },
  });
  const page = await context.newPage();
  await page.goto("/signin");
  await formIsLive(page);
  const submit = page.getByRole("button", { name: "Sign in", exact: true });
  const told = page.getByRole("alert").first();
  for (let turn = 0; turn <= EMAIL_ATTEMPTS; turn += 1) {
    await page.getByLabel("E-mail address").fill("nobody@acme.example");
    await page.getByLabel("Password", { exact: true }).fill(`wrong ${turn}`);
    await submit.click();
    await expect(submit).toBeEnabled();
    await expect(told).toContainText(turn < EMAIL_ATTEMPTS ? /password/i : /too many/i);
  }
  await context.close();
});

test("a client that guesses keys is told the limit, and no other client is", async () => {
  const ask = (from: string, key: string) =>
    fetch(`${app.url}/api/v1/approvals`, {
      headers: { authorization: `Bearer ${key}`, "x-forwarded-for": from },
    });
  for (let turn = 0; turn < 60; turn += 1) expect((await ask(GUESSER, `csk_guess${turn}`)).status).toBe(401);
  const refused = await ask(GUESSER, "csk_one_more");
  expect(refused.status).toBe(429);
  expect(refused.headers.get("ratelimit-policy")).toBe('"unknown-credentials";q=60;w=60');
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await ask("9.9.9.9", "csk_guess")).status).toBe(401);
});
