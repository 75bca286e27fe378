import type { Page } from "@playwright/test";
import { aProvider, live, mail } from "./a-provider";
import { expectAccessibleEverywhere } from "./accessible";
import { expect, press, pressKey, test } from "./fixtures";
import { proveFindings } from "./made";

const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
const bar = (page: Page) => page.getByRole("region", { name: "Rate tools" });

test("keyboard only: tools are selected, rated, and put back", async ({ app, signedInAs }) => {
  const { provider, api, gateway } = await aProvider(app.url, [
    mail("a", { risk: "low" }),
    mail("b", { risk: "low" }),
    mail("c", { risk: "medium" }),
    mail("d", { risk: "high" }),
  ]);
  // One call of a waits, and a rating does not affect it.
  const held = await api.send("POST", "/api/v1/approvals", {
    tenant: "acme",
    provider,
    tool: "c",
    arguments: { list: "x", subject: "y" },
    rationale: "The product owner asked for this mail to go out today.",
    risk: "medium",
  });
  expect(held.status, gateway.name).toBe(201);
  const page = await signedInAs("admin");
  await page.goto(`/tools?provider=${provider}`);
  await expect(page.locator("[data-key=row]")).toHaveText(["d", "a", "b", "c"]);
  await live(page);

  await pressKey(page, "j", page.locator("[data-key=row]:focus"));
  await page.keyboard.press("j");
  await expect(page.locator("[data-key=row]:focus")).toHaveText("a");
  await page.keyboard.press("x");
  await expect(page.getByText("1 selected")).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(page.getByText("3 selected")).toBeVisible();

  await page.keyboard.press("3");
  await expect(bar(page)).toContainText("3 tools → High for all tenants (2 now Low, 1 now Medium)");
  await expect(bar(page)).toContainText("1 call waiting is not changed.");
  // Nothing is saved yet, and Escape keeps it so.
  await page.keyboard.press("Escape");
  await expect(row(page, "a")).toContainText("Low");
  await expect(page.locator("[data-key=row]:focus")).toHaveText("c");

  await page.keyboard.press("3");
  await expect(bar(page).getByRole("button", { name: /^Rate 3 tools High/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("3 tools rated High.")).toBeVisible();
  for (const name of ["a", "b", "c"]) await expect(row(page, name)).toContainText("High");
  // Rows keep their places until the next read.
  await expect(page.locator("[data-key=row]")).toHaveText(["d", "a", "b", "c"]);
  expect((await api.approval(String(held.json.approval_id))).risk).toBe("medium");

  await page.keyboard.press("z");
  await expect(page.getByText("3 ratings restored.")).toBeVisible();
  await expect(row(page, "a")).toContainText("Low");
  await page.reload();
  await expect(row(page, "a")).toContainText("Low");
  await expect(row(page, "a")).not.toContainText("rated by people");
});

test("a tab that is behind is told: what others rated stays theirs", async ({ app, signedInAs }) => {
  const { provider } = await aProvider(app.url, [mail("a", { risk: "low" }), mail("b", { risk: "low" })]);
  const mine = await signedInAs("admin");
  const theirs = await signedInAs("admin");
  await mine.goto(`/tools?provider=${provider}`);
  // Before hydration a press only ticks the box.
  await expect(async () => {
    await mine.getByRole("checkbox", { name: /^Select all/ }).setChecked(false);
    await mine.getByRole("checkbox", { name: /^Select all/ }).setChecked(true);
    await expect(mine.getByText("2 selected")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await press(
    bar(mine).getByRole("button", { name: /^Critical/ }),
    bar(mine).getByText("2 tools → Critical"),
  );

  await theirs.goto(`/tools?provider=${provider}`);
  await expect(async () => {
    await theirs.getByRole("searchbox").focus();
    await theirs.getByRole("link", { name: "a", exact: true }).focus();
    await expect(bar(theirs).getByText("Rates the tool you are on")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await press(bar(theirs).getByRole("button", { name: /^High/ }), bar(theirs).getByText("1 tool → High"));
  await theirs.getByRole("button", { name: /^Rate 1 tool High/ }).click();
  await expect(theirs.getByText("1 tool rated High.")).toBeVisible();

  await expect(mine.getByText("Tools have changed since this list was read.")).toBeVisible();
  await mine.getByRole("button", { name: /^Rate 2 tools Critical/ }).click();
  await expect(mine.getByRole("alert").filter({ hasText: "1 tool left alone: Admin Ines" })).toBeVisible();
  await expect(row(mine, "a")).toContainText("High");
  await expect(row(mine, "b")).toContainText("Critical");
});

test("one tool: rated for one tenant, described, and put back", async ({ app, signedInAs }) => {
  const { id, register } = await aProvider(app.url, [
    mail("send", { risk: "low", annotations: { destructiveHint: true } }),
  ]);
  const page = await signedInAs("admin");
  await page.goto(`/tools/${id("send")}/rating`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("send");
  await expect(
    page.getByText("The server says it may destroy; we rate it Low. Our rating decides."),
  ).toBeVisible();

  const form = page.getByRole("form", { name: "Rating for acme" });
  await press(page.getByRole("button", { name: "Rate for acme" }), form);
  await form.getByLabel("Risk").selectOption("high");
  await expect(form.getByRole("status")).toContainText(
    "New calls for acme are high risk and wait for a person. No call is waiting.",
  );
  await form.getByRole("button", { name: "Save the rating" }).click();
  await expect(page.getByText("Rating for acme recorded.")).toBeVisible();
  const acme = page.getByRole("row", { name: /^acme/ });
  await expect(acme).toContainText("rated for this tenant");
  await expect(acme).toContainText("Admin Ines");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(acme).toContainText("as for all tenants");

  const about = page.getByRole("form", { name: "Impact and category" });
  await about.getByLabel("Impact").fill("Mails every customer");
  await about.getByLabel("Category").fill("outbound");
  await about.getByRole("button", { name: "Save" }).click();
  await expect(about.getByText("Saved")).toBeVisible();
  // The gateway lists the tool again with its own words.
  expect((await register([mail("send", { impact: "harmless", category: "misc" })])).status).toBe(200);
  await page.reload();
  await expect(about.getByLabel("Impact")).toHaveValue("Mails every customer");
  await expect(about).toContainText("The gateway says: harmless");
  // The field shows the length error, and typed text survives.
  await about.getByLabel("Category").fill("x".repeat(201));
  await about.getByRole("button", { name: "Save" }).click();
  await expect(about.getByLabel("Category")).toHaveAccessibleDescription(/at most 200 characters/);
  await expect(about.getByLabel("Category")).toHaveValue("x".repeat(201));
});

test("definition, findings with their evidence, and what a version changed", async ({ app, signedInAs }) => {
  const { api, provider, id, register } = await aProvider(app.url, [mail("send")]);
  const { subject: _subject, ...list } = {
    list: { type: "string", description: "Id of the list" },
    subject: {},
  };
  const call = (outcome: string, validation?: object[]) =>
    api.send("POST", "/api/v1/audit", {
      tenant: "acme",
      provider,
      tool: "send",
      outcome,
      validation,
      rationale: "The product owner asked for this mail to go out today.",
      occurred_at: new Date().toISOString(),
    });
  expect((await call("ok")).status).toBe(201);
  expect(
    (await call("validation_error", [{ path: "/subject", message: "must be a string <b>" }])).status,
  ).toBe(201);
  await proveFindings();
  const page = await signedInAs("viewer");
  await page.goto(`/tools/${id("send")}/use`);
  await expect(page.getByRole("link", { name: "1 call with validation_error" })).toHaveAttribute(
    "href",
    /^\/rationales\?tool=send&outcome=validation_error/,
  );
  await expect(page.getByRole("button", { name: /^Rate/ })).toHaveCount(0);
  await expect(page.getByRole("form")).toHaveCount(0);

  await page.getByRole("link", { name: /^Definition/ }).click();
  await expect(page.getByRole("row", { name: /^list string required Id of the list/ })).toBeVisible();
  await expect(page.getByText("Parameter without a type")).toBeVisible();
  const proof = page.getByRole("link", { name: "1 refused call" }).first();
  await expect(proof).toHaveAttribute("href", "/rationales?tool=send&outcome=validation_error&within=any");
  await expect(page.getByText("must be a string <b>").first()).toBeVisible();

  await register([
    mail("send", { inputSchema: { type: "object", properties: { ...list, dry: { type: "boolean" } } } }),
  ]);
  await page.getByRole("link", { name: /^Versions/ }).click();
  await page.waitForURL(/\/versions$/);
  await page.reload();
  await expect(page.getByText("Parameter added")).toBeVisible();
  await expect(page.getByText("Parameter removed")).toBeVisible();
  await expect(page.getByRole("region", { name: "Both definitions, line by line" })).toContainText("dry");
  await page.getByLabel("From").selectOption("2");
  await expect(page.getByText("These two definitions are the same.")).toBeVisible();
});

test("every page is accessible in both themes and fits a phone", async ({ app, signedInAs }) => {
  test.slow();
  const { provider, api, id, register } = await aProvider(app.url, [
    mail("send-broadcast-to-everybody", {
      risk: "high",
      annotations: { readOnlyHint: true },
      impact: "Sends real mail",
    }),
    mail("read"),
  ]);
  await register([mail("send-broadcast-to-everybody", { description: "Sends another mail to everybody." })]);
  await api.send("PUT", `/api/v1/cheatsheets/${provider}`, {
    markdown: "# Mail\n\n| a | b |\n| - | - |\n| 1 | `2` |",
  });
  const one = `/tools/${id("send-broadcast-to-everybody")}`;
  const pages = [
    `/tools?provider=${provider}`,
    one,
    `${one}/rating`,
    `${one}/definition`,
    `${one}/versions`,
    "/tools/cheatsheets",
    `/tools/cheatsheets/${provider}`,
    `/tools/known?provider=${provider}`,
  ];
  const page = await signedInAs("admin");
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessibleEverywhere(page);
  }
  const phone = await signedInAs("admin", { width: 390 });
  // Rating works on the phone, too.
  await phone.goto(`/tools?provider=${provider}`);
  await expect(async () => {
    await phone.getByRole("checkbox", { name: /read$/ }).setChecked(false);
    await phone.getByRole("checkbox", { name: /read$/ }).setChecked(true);
    await expect(bar(phone)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await press(bar(phone).getByRole("button", { name: /^Low/ }), bar(phone).getByText("1 tool → Low"));
  await bar(phone)
    .getByRole("button", { name: /^Rate 1 tool Low/ })
    .click();
  await expect(phone.getByText("1 tool rated Low.")).toBeVisible();
});

test("a lower rating that a gateway asks for is found, dismissed and accepted, by keyboard and on a phone", async ({
  app,
  signedInAs,
}) => {
  const { provider, register, id } = await aProvider(app.url, [mail("wipe", { risk: "critical" })]);
  const propose = async (risk: string) => {
    const { json } = await register([mail("wipe", { risk })]);
    expect(json.tools).toMatchObject([{ risk: "critical", proposed: { risk, state: "pending" } }]);
  };
  await propose("low");
  const page = await signedInAs("admin");
  await page.goto(`/tools?provider=${provider}`);
  await page.getByRole("link", { name: /^Proposals/ }).click();
  await expect(row(page, "wipe")).toContainText(/Critical.*/s);
  const proposal = page.getByRole("region", { name: "The gateway asks for a lower rating" });
  await press(page.getByRole("link", { name: "Lower rating proposed: Low, without a person" }), proposal);
  await expect(proposal).toContainText("Less guarded than now: its calls wait for a person today.");
  await live(page);
  await proposal.getByRole("button", { name: "Dismiss" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Dismissed. The present rating stays.")).toBeVisible();
  await expect(proposal).toHaveCount(0);
  expect((await register([mail("wipe", { risk: "low" })])).json.tools).toMatchObject([
    { risk: "critical", proposed: { state: "dismissed" } },
  ]);

  await propose("high");
  const phone = await signedInAs("admin", { width: 390 });
  await phone.goto(`/tools/${id("wipe")}/rating`);
  const card = phone.getByRole("region", { name: "The gateway asks for a lower rating" });
  await expect(card).toContainText("Less guarded than now: its calls are critical risk today.");
  const dialog = phone.getByRole("dialog");
  await press(card.getByRole("button", { name: "Accept…" }), dialog);
  await dialog.getByRole("button", { name: "Accept the rating" }).click();
  await expect(phone.getByText("Accepted. It applies to new calls.")).toBeVisible();
  await expect(card).toHaveCount(0);
  await phone.goto(`/activity?subject=tool:${id("wipe")}`);
  for (const words of ["accepted the lower rating", "dismissed the lower rating", "asked for a lower rating"])
    await expect(phone.getByText(words).first()).toBeVisible();

  const viewer = await signedInAs("viewer");
  await register([mail("wipe", { risk: "low" })]);
  await viewer.goto(`/tools/${id("wipe")}/rating`);
  await expect(viewer.getByText("Administrators of all tenants accept or dismiss it.")).toBeVisible();
});

test("before it is recorded, a rating says when it guards a tool less than now", async ({
  app,
  signedInAs,
}) => {
  const { provider, id } = await aProvider(app.url, [mail("unrated")]);
  const page = await signedInAs("admin");
  await page.goto(`/tools/${id("unrated")}/rating`);
  const form = page.getByRole("form", { name: "Rating for acme" });
  await press(page.getByRole("button", { name: "Rate for acme" }), form);
  await form.getByLabel("Risk").selectOption("medium");
  await expect(form.getByRole("status")).toContainText(
    "Less guarded than now: its calls wait for a person today, because the tool is not rated yet.",
  );
  await form.getByLabel("Waits for a person when low or medium").selectOption("yes");
  await expect(form.getByRole("status")).not.toContainText("Less guarded");

  await page.goto(`/tools?provider=${provider}`);
  await live(page);
  const box = page.getByRole("checkbox", { name: /unrated/ });
  await box.click();
  await expect(box).toBeChecked();
  await press(bar(page).getByRole("button", { name: "Medium" }), bar(page).getByRole("status"));
  await expect(bar(page).getByRole("status")).toContainText(
    "Less guarded than now: calls of 1 tool wait for a person today and will run without one.",
  );
});
