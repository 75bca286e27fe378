import type { Page } from "@playwright/test";
import { expectAccessible, expectAccessibleEverywhere } from "./accessible";
import { appInfo } from "./app";
import {
  expect,
  failOnConsoleErrors,
  formIsLive,
  press,
  pressToFocus,
  signIn,
  test,
  token,
} from "./fixtures";
import { aPersonWith } from "./made";
import { openFilters } from "./presses";

// People: who may sign in, with which role, by which link, and how access ends. Each test has
// several people and browsers.

const PASSWORD = "a few words in a row";

async function open(page: Page, name: string): Promise<void> {
  await page.goto(`/settings/people?q=${encodeURIComponent(name)}`);
  await press(
    page.getByRole("link", { name: new RegExp(name) }),
    page.getByRole("heading", { level: 1, name }),
  );
}

/** Fills the invitation dialog; returns the link. */
async function invite(page: Page, email: string, role = "approver"): Promise<string> {
  await press(
    page.getByRole("button", { name: "Invite a person…" }).first(),
    page.getByRole("dialog", { name: "Invite a person" }),
  );
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail address").fill(email);
  await dialog.getByRole("combobox", { name: "Role" }).selectOption(role);
  await dialog.getByRole("button", { name: "Make the link" }).click();
  return linkIn(page);
}

async function linkIn(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog", { name: "The link is ready" });
  const link = await dialog.locator("code", { hasText: "/invite/" }).innerText();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  return link;
}

test("an invitation becomes a person: link once, scanners do no harm, second use is told", async ({
  browser,
  signedInAs,
}) => {
  const admin = await signedInAs("admin");
  const email = `guest-${token()}@example.test`;
  await admin.goto("/settings/people");
  const link = await invite(admin, email);
  const row = admin.getByRole("listitem").filter({ hasText: email });
  await expect(row).toContainText("Approver, All tenants");
  await admin.reload();
  await expect(admin.getByText(link)).toHaveCount(0);

  // A mail scanner opens links with every method it knows.
  for (const method of ["GET", "HEAD", "GET"]) expect((await fetch(link, { method })).status).toBe(200);

  const context = await browser.newContext({ baseURL: appInfo().url });
  const guest = await context.newPage();
  failOnConsoleErrors(guest);
  await guest.goto(link);
  await formIsLive(guest);
  await expect(guest.getByText(email)).toBeVisible();
  await expectAccessible(guest);
  await guest.getByLabel("Your name").fill("Guest Maya");
  await guest.getByLabel("Password", { exact: true }).fill("short");
  await guest.getByRole("button", { name: "Create the account" }).click();
  await expect(
    guest.getByText("at least 12 characters; a few words in a row work well", { exact: true }),
  ).toBeVisible();
  await expect(guest.getByLabel("Your name")).toHaveValue("Guest Maya");
  await guest.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await guest.keyboard.press("Enter");
  await guest.waitForURL("**/approvals**");
  await guest.goto(link);
  await expect(guest.getByRole("heading", { name: "This link was already used" })).toBeVisible();
  await context.close();

  await admin.goto(`/settings/people?q=${encodeURIComponent(email)}`);
  await expect(admin.getByRole("row").filter({ hasText: email })).toContainText("Approver");
  await expect(admin.getByRole("listitem").filter({ hasText: email })).toHaveCount(0);
});

test("an invitation is renewed and revoked; old, revoked and unknown links say so", async ({
  signedInAs,
  browser,
}) => {
  const admin = await signedInAs("admin");
  const email = `guest-${token()}@example.test`;
  await admin.goto("/settings/people");
  const first = await invite(admin, email, "viewer");
  const row = admin.getByRole("listitem").filter({ hasText: email });
  await press(row.getByRole("button", { name: "New link…" }), row.page().getByRole("dialog"));
  await admin.getByRole("button", { name: "Make a new link" }).click();
  const second = await linkIn(admin);
  expect(second).not.toBe(first);
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(first);
  await expect(guest.getByRole("heading", { name: "This link is not valid" })).toBeVisible();
  await guest.goto(second);
  await expect(guest.getByRole("heading", { name: "Welcome to Countersign" })).toBeVisible();
  await press(row.getByRole("button", { name: "Revoke…" }), row.page().getByRole("dialog"));
  await admin.getByRole("button", { name: "Revoke it" }).click();
  await expect(row).toHaveCount(0);
  await guest.reload();
  await expect(guest.getByRole("heading", { name: "This link was revoked" })).toBeVisible();
  await guest.context().close();
});

test("somebody switched off is out at once, and back after switching on", async ({
  app,
  browser,
  signedInAs,
}) => {
  const admin = await signedInAs("admin");
  const { name, email, password } = await aPersonWith("viewer");
  const context = await browser.newContext({ baseURL: app.url });
  const person = await context.newPage();
  await signIn(person, email, password);
  await open(admin, name);
  await expect(
    admin.getByText("Headless Chrome on Linux").or(admin.getByText("Chrome on Linux")),
  ).toBeVisible();
  await press(admin.getByRole("button", { name: "Switch off…" }), admin.getByRole("dialog"));
  await admin.getByRole("button", { name: "Switch off", exact: true }).click();
  await expect(
    admin.getByText("This person cannot sign in, and Countersign refuses their tokens."),
  ).toBeVisible();
  await expect(admin.getByText("Not signed in anywhere")).toBeVisible();
  await person.goto("/settings/profile");
  await expect(person).toHaveURL(/\/signin/);
  await press(admin.getByRole("button", { name: "Switch on again…" }), admin.getByRole("dialog"));
  await admin.getByRole("button", { name: "Switch on", exact: true }).click();
  await expect(admin.getByRole("button", { name: "Switch off…" })).toBeVisible();
  await signIn(person, email, password);
  await admin.reload();
  await press(admin.getByRole("button", { name: "Sign out everywhere…" }), admin.getByRole("dialog"));
  await admin.getByRole("button", { name: "Sign out everywhere", exact: true }).click();
  await expect(admin.getByText("Not signed in anywhere")).toBeVisible();
  await person.goto("/settings/profile");
  await expect(person).toHaveURL(/\/signin/);
  await context.close();
});

test("a password link sets a new password once and ends all sessions", async ({
  app,
  browser,
  pageOf,
  signedInAs,
}) => {
  const admin = await signedInAs("admin");
  const made = await aPersonWith("viewer");
  const { name } = made;
  const person = await pageOf(made);
  await open(admin, name);
  await press(admin.getByRole("button", { name: "Make a password link…" }), admin.getByRole("dialog"));
  await admin.getByRole("button", { name: "Make the link" }).click();
  const link = await linkIn(admin);
  await expect(admin.getByText("A password link works until")).toBeVisible();
  const other = await browser.newContext({ baseURL: app.url });
  const page = await other.newPage();
  await page.goto(link);
  await formIsLive(page);
  await page.getByLabel("Password", { exact: true }).fill("quite another password");
  await page.getByRole("button", { name: "Set the password" }).click();
  await page.waitForURL("**/approvals**");
  await person.goto("/settings/profile");
  await expect(person).toHaveURL(/\/signin/);
  await other.close();

  await admin.reload();
  await press(admin.getByRole("button", { name: "Make a password link…" }), admin.getByRole("dialog"));
  await admin.getByRole("button", { name: "Make the link" }).click();
  await linkIn(admin);
  await press(admin.getByRole("button", { name: "Revoke it…" }), admin.getByRole("dialog"));
  await admin.getByRole("button", { name: "Revoke it", exact: true }).click();
  await expect(admin.getByText("A password link works until")).toHaveCount(0);
});

test("the list is searched and filtered by its address, with the keyboard alone", async ({ signedInAs }) => {
  const admin = await signedInAs("admin");
  const { name } = await aPersonWith("triager");
  await admin.goto("/settings/people");
  await expect(admin.getByRole("table")).toBeVisible();
  await pressToFocus(admin, "/", admin.getByRole("searchbox", { name: "Name or e-mail address" }));
  await admin.keyboard.type(name);
  await expect(admin).toHaveURL(/q=Own/);
  await expect(admin.getByRole("row")).toHaveCount(2);
  await (await openFilters(admin)).getByRole("combobox", { name: "Role" }).selectOption("admin");
  await expect(admin.getByText("No person matches", { exact: true })).toBeVisible();
  await admin.getByRole("link", { name: "Clear filters" }).click();
  await admin.goto(`/settings/people?q=${encodeURIComponent(name)}`);
  await pressToFocus(admin, "j", admin.getByRole("link", { name: new RegExp(name) }));
  await admin.keyboard.press("Enter");
  await expect(admin.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("others than administrators see no settings but their own", async ({ readAs }) => {
  const { page, read } = await readAs("approver");
  for (const [path, words] of [
    ["/settings/people", "Your account cannot see or change other people."],
    ["/settings/people/anybody", "Your account cannot see or change other people."],
    ["/settings/sign-in", "Your account cannot see or change other people."],
    ["/settings/tenants/acme", "Tenants are set up by administrators"],
    ["/settings/system", "Only administrators of all tenants see the system"],
  ] as const) {
    await read(path);
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("button", { name: /Save|Delete|Create/ })).toHaveCount(0);
  }
  expect((await read("/settings")).url).toMatch(/\/settings\/profile$/);
  const parts = page.getByRole("navigation", { name: "Parts of the settings" }).getByRole("link");
  await expect(parts).toHaveText(["Your profile"]);
});

test("sign-in settings explain what is configured, with lines to copy and no secret", async ({
  signedInAs,
  app,
}) => {
  const admin = await signedInAs("admin");
  await admin.goto("/settings/sign-in");
  await expect(admin.getByText("Not configured")).toBeVisible();
  await expect(admin.getByText(`${app.url}/api/auth/callback/oidc`)).toBeVisible();
  await expect(admin.getByText(/OIDC_CLIENT_SECRET=…/)).toBeVisible();
  await expectAccessibleEverywhere(admin);
});

test("people are accessible and fit", async ({ signedInAs }) => {
  const { name } = await aPersonWith("viewer");
  const admin = await signedInAs("admin");
  await admin.goto("/settings/people");
  await expect(admin.getByRole("table")).toBeVisible();
  await expectAccessibleEverywhere(admin);
  await open(admin, name);
  await expectAccessibleEverywhere(admin);
});

test("the parts of the settings are those that an administrator of some tenants may open", async ({
  pageOf,
}) => {
  const page = await pageOf(await aPersonWith("admin", { tenants: ["acme"] }));
  await page.goto("/settings/profile");
  const parts = page.getByRole("navigation", { name: "Parts of the settings" }).getByRole("link");
  await expect(parts).toHaveText(["Tenants", "Channels", "Your profile"]);
  for (const address of ["/settings/tenants", "/settings/notifications", "/settings/profile"]) {
    await page.goto(address);
    await expect(page.getByRole("main")).not.toContainText("Only administrators");
    await expect(parts.and(page.locator("[aria-current=page]"))).toHaveAttribute("href", address);
  }
});
