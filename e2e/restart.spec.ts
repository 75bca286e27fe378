import { newKey, startApp } from "./app";
import { Api, expect, press, signIn, test } from "./fixtures";

// What an open page does while the server is away.

const ADMIN = { email: "night@example.test", password: "a few words in a row" };

test("a page waits for a server that is started again, with what was typed, and decides then", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const key = newKey();
  const settings = {
    COUNTERSIGN_INIT_ADMIN_EMAIL: ADMIN.email,
    COUNTERSIGN_INIT_ADMIN_PASSWORD: ADMIN.password,
    COUNTERSIGN_INIT_GATEWAY: "night-gateway",
    COUNTERSIGN_INIT_GATEWAY_KEY: key,
    COUNTERSIGN_INIT_GATEWAY_TENANTS: "acme",
  };
  let app = await startApp(settings);
  const { url } = app;
  try {
    const api = new Api(url, key);
    const { id } = await api.aPendingApproval();
    // Not `failOnConsoleErrors`: a browser logs each connection that is refused.
    const page = await (await browser.newContext({ baseURL: url })).newPage();
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.clock.install();
    await page.goto(`/approvals/${id}`);
    const dialog = page.getByRole("dialog");
    await press(page.getByRole("button", { name: /^Reject/ }).first(), dialog);
    const reason = dialog.getByLabel("In your words");
    await reason.fill("Not before the board has agreed");

    await app.stop();
    const paused = page.getByText("Live updates paused");
    await expect(paused).toBeVisible({ timeout: 20_000 });
    // Longer than a page without a server lasted that reads itself again.
    await page.clock.runFor(8_000);
    await expect(reason).toHaveValue("Not before the board has agreed");

    app = await startApp({
      ...settings,
      ...app.again,
      PORT: new URL(url).port,
      PUBLIC_URL: url,
    });
    await expect(paused).toBeHidden({ timeout: 30_000 });
    await expect(reason).toHaveValue("Not before the board has agreed");
    await dialog.getByRole("button", { name: "Reject" }).click();
    await expect(page.getByText(/Rejection recorded/).first()).toBeVisible();
    expect(await api.approval(id)).toMatchObject({ decision: "rejected" });
    await page.context().close();
  } finally {
    await app.stop();
  }
});
