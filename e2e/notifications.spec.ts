import { broadcast, expect, isLive, test, token } from "./fixtures";
import { waitLonger } from "./made";
import { shownIn } from "./shown-notifications";

// Browser notifications for a person who looks elsewhere.

test("somebody who looks elsewhere is told of a call that arrives, once, and of none that is too small", {
  tag: "@windows",
}, async ({ app, api, signedInAs }) => {
  const page = await signedInAs("approver");
  const context = page.context();
  await context.grantPermissions(["notifications"], { origin: app.url });
  await page.goto("/approvals");
  const panel = page.getByRole("group", { name: "What waits for you" });
  const bell = page.getByRole("button", { name: /^What waits for you/ }).first();
  // A press kept until the panel loaded may close it again.
  await expect(async () => {
    if (!(await panel.isVisible())) await bell.click({ timeout: 1_000 });
    await panel.getByRole("button", { name: "Turn on browser notifications" }).click({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await expect(panel.getByText("Browser notifications are on.")).toBeVisible();

  // Playwright makes every page believe that it has the focus; this one must not.
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setFocusEmulationEnabled", { enabled: false });
  const elsewhere = await context.newPage();
  await elsewhere.goto("/settings/profile");
  const least = elsewhere.getByLabel("Only for calls of at least this risk");
  await isLive(least);
  const saved = elsewhere.waitForResponse((answer) => answer.request().method() === "POST");
  await least.selectOption("high");
  await saved;
  await elsewhere.bringToFront();
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false);

  const word = `word${token()}`;
  await api.aPendingApproval({ ...broadcast(), risk: "low", summary: `Look up ${word}` });
  const { id } = await api.aPendingApproval({
    ...broadcast(),
    risk: "critical",
    summary: `Erase ${word}`,
  });
  await expect
    .poll(async () => (await shownIn(page)).filter(({ body }) => body.includes(word)))
    .toMatchObject([
      { title: "Critical risk: waiting for you", body: `Erase ${word}\nacme`, path: `/approvals/${id}` },
    ]);

  await waitLonger(id, 12 * 3_600);
  const half = "Critical risk: half of its time is over";
  const titles = async () =>
    (await shownIn(page)).filter(({ body }) => body.includes(word)).map(({ title }) => title);
  await expect.poll(titles).toEqual([half]);
  await page.goto(`/approvals/${id}`);
  await expect(page.getByText("Reminder: half of the time to decide is over")).toBeVisible();
});
