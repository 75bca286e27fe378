import type { Page } from "@playwright/test";
import { startIdentityProvider } from "../lib/auth/testing/identity-provider";
import { freePort } from "../scripts/free-port.mjs";
import { type RunningApp, startApp } from "./app";
import { expect, failOnConsoleErrors, formIsLive, press, signIn, test, token } from "./fixtures";

// Single sign-on with a real provider on loopback: who gets in.

const ADMIN = { email: "admin@example.test", password: "correct horse battery staple" };

test.describe.configure({ mode: "serial", timeout: 120_000 });

let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let app: RunningApp;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  const port = await freePort();
  const client = { id: "countersign", secret: `secret ${token()}`, site: `http://localhost:${port}` };
  provider = await startIdentityProvider(client);
  app = await startApp({
    PORT: String(port),
    COUNTERSIGN_INIT_ADMIN_EMAIL: ADMIN.email,
    COUNTERSIGN_INIT_ADMIN_PASSWORD: ADMIN.password,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_ROLE_CLAIM: "groups",
    OIDC_ROLE_MAP: "ops=approver",
  });
});
test.afterAll(async () => {
  await app?.stop();
  await provider?.stop();
});

/** Presses the button and fills in the provider's forms. */
async function throughProvider(
  page: Page,
  subject: string,
  button = "Sign in with single sign-on",
): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await page.waitForURL(/127\.0\.0\.1/);
  await page.locator('input[name="login"]').fill(subject);
  await page.locator('input[name="password"]').fill("any");
  await page.locator('button[type="submit"]').click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(/localhost/);
}

test("somebody in a mapped group signs in and out; their profile says how they sign in", async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: app.url });
  failOnConsoleErrors(page);
  const email = `sso-${token()}@example.test`;
  provider.tell(email, { email, email_verified: true, name: "Maya Single", groups: ["ops"] });
  await page.goto("/signin?callbackUrl=%2Fsettings%2Fprofile");
  await throughProvider(page, email);
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Maya Single");
  await expect(page.getByText("You sign in with single sign-on and have no password here.")).toBeVisible();
  await page.getByRole("button", { name: /^Maya Single/ }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/signin/);
  await page.close();
});

test("somebody whom nobody invited is told so", async ({ browser }) => {
  const page = await browser.newPage({ baseURL: app.url });
  const email = `stranger-${token()}@example.test`;
  provider.tell(email, { email, email_verified: true, groups: ["staff"] });
  await page.goto("/signin");
  await throughProvider(page, email);
  await expect(page.getByRole("alert").filter({ hasText: "has no access to Countersign" })).toBeVisible();
  await page.close();
});

test("an invitation is taken up by single sign-on; the page for administrators checks the provider", async ({
  browser,
}) => {
  const office = await browser.newContext({ baseURL: app.url });
  const admin = await office.newPage();
  failOnConsoleErrors(admin);
  await signIn(admin, ADMIN.email, ADMIN.password);
  await admin.goto("/settings/sign-in");
  await expect(admin.getByText("Configured", { exact: true })).toBeVisible();
  await formIsLive(admin);
  await admin.getByRole("button", { name: "Check the provider" }).click();
  await expect(admin.getByText("The provider names itself exactly as OIDC_ISSUER does.")).toBeVisible();
  await expect(admin.getByText("Offered (S256).")).toBeVisible();

  await admin.goto("/settings/people");
  await press(admin.getByRole("button", { name: "Invite a person…" }).first(), admin.getByRole("dialog"));
  const email = `invited-${token()}@example.test`;
  await admin.getByLabel("E-mail address", { exact: true }).fill(email);
  await admin.getByRole("button", { name: "Make the link" }).click();
  const link = await admin.getByRole("dialog").locator("code", { hasText: "/invite/" }).innerText();

  const context = await browser.newContext({ baseURL: app.url });
  const guest = await context.newPage();
  await guest.goto(link);
  await formIsLive(guest);
  provider.tell(email, { email, email_verified: true, name: "Invited Ines" });
  await throughProvider(guest, email);
  await expect(guest).toHaveURL(/\/approvals/);
  await guest.goto(link);
  await expect(guest.getByRole("heading", { name: "This link was already used" })).toBeVisible();
  await context.close();

  await admin.goto(`/settings/people?q=${encodeURIComponent(email)}`);
  const row = admin.getByRole("row").filter({ hasText: email });
  await expect(row).toContainText("Viewer");
  await expect(row).toContainText("Single sign-on");
  await office.close();
});

test("the owner of a password account links single sign-on in their profile; an administrator ends the link", async ({
  browser,
}) => {
  const subject = `linking-${token()}`;
  provider.tell(subject, { email: ADMIN.email, email_verified: true, name: "Ada" });
  const stranger = await browser.newContext({ baseURL: app.url });
  const door = await stranger.newPage();
  await door.goto("/signin");
  await throughProvider(door, subject);
  await expect(
    door.getByRole("alert").filter({ hasText: "link single sign-on in your profile" }),
  ).toBeVisible();
  await stranger.close();

  const office = await browser.newContext({ baseURL: app.url });
  const admin = await office.newPage();
  failOnConsoleErrors(admin);
  await signIn(admin, ADMIN.email, ADMIN.password);
  await admin.goto("/settings/profile");
  await formIsLive(admin);
  await throughProvider(admin, subject, "Link single sign-on");
  await expect(admin).toHaveURL(/\/settings\/profile\?link=linked$/);
  await expect(admin.getByText("Single sign-on is linked.")).toBeVisible();
  await expect(admin.getByText(/^Linked since/)).toBeVisible();

  const later = await browser.newContext({ baseURL: app.url });
  const page = await later.newPage();
  await page.goto("/signin");
  await throughProvider(page, subject);
  await expect(page).toHaveURL(/\/approvals/);
  await later.close();

  await admin.goto(`/settings/people?q=${encodeURIComponent(ADMIN.email)}`);
  await admin.getByRole("row").filter({ hasText: ADMIN.email }).getByRole("link").first().click();
  await expect(admin.getByText(subject)).toBeVisible();
  await press(admin.getByRole("button", { name: "End the link…" }), admin.getByRole("dialog"));
  await admin.getByRole("dialog").getByRole("button", { name: "End the link" }).click();
  await expect(admin.getByText("Not linked", { exact: true })).toBeVisible();
  await office.close();
});
