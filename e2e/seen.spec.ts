import { readFileSync, writeFileSync } from "node:fs";
import { aFolder, cli } from "./app";
import { approveOf, bar, dialog, readToEnd } from "./calls-in-list";
import { expect, isLive, press, pressKey, test, token } from "./fixtures";

// What the viewer has to see before approving, the receipt, and the evidence file.

const rows = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`field_${n}`, `${token()} of ${n}`]));

const framesPass = () =>
  new Promise<void>((done) => {
    const after = (frames: number) =>
      requestAnimationFrame(() => (frames > 1 ? after(frames - 1) : setTimeout(done)));
    after(3);
  });

test("a high call is read to its end by keyboard before it is approved, and its evidence is downloaded and proven", async ({
  app,
  api,
  signedInAs,
}) => {
  const run = token();
  const { id } = await api.aPendingApproval({ summary: `Change 60 fields ${run}`, arguments: rows(60) });
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${id}`);
  await isLive(approveOf(page));
  const approve = approveOf(page);
  await expect(bar(page).getByText("Read to the end first: ")).toBeVisible();
  await expect(approve).toBeDisabled();
  const next = bar(page).getByRole("button", { name: "the arguments" });
  await pressKey(page, "a", next.and(page.locator(":focus")));
  for (let left = 20; left > 0 && (await next.count()) > 0; left -= 1) {
    const before = await page.evaluate(
      () => document.querySelector("[data-open-call]")?.getBoundingClientRect().top,
    );
    await page.keyboard.press("Enter");
    await expect
      .poll(
        async () =>
          (await next.count()) === 0 ||
          before !==
            (await page.evaluate(
              () => document.querySelector("[data-open-call]")?.getBoundingClientRect().top,
            )),
      )
      .toBe(true);
    // Visible parts count one frame later; until then the next press may be outdated.
    await page.evaluate(framesPass);
  }
  await expect(next).toHaveCount(0);
  await expect(approve).toBeEnabled();
  await expect(approve).toBeFocused();
  await pressKey(page, "Enter", dialog(page));
  await press(
    dialog(page).getByRole("button", { name: /^Approve/ }),
    page.getByText(/Approval recorded/).first(),
  );
  const receipt = page.getByRole("region", { name: "Receipt" });
  await expect(receipt).toContainText(/Approved by .* · /);
  await expect(receipt).toContainText(/On its page, on the screen for .*, read to the end\./);
  await expect(receipt.getByRole("button", { name: /Copy the place in the activity log/ })).toBeVisible();
  const waiting = page.waitForEvent("download");
  await receipt.getByRole("link", { name: "Download evidence" }).click();
  const text = readFileSync(await (await waiting).path(), "utf8");
  const file = JSON.parse(text);
  expect(JSON.stringify(file)).toContain("field_59");
  // Who has no account gets the keys, and checks the file offline.
  const { keys } = (await (await fetch(`${app.url}/api/v1/receipt-keys`)).json()) as {
    keys: { kid: string }[];
  };
  const kid = keys[0]?.kid ?? "";
  await expect(receipt).toContainText(`signed by this installation, key ${kid.slice(0, 12)}`);
  const place = `${aFolder("evidence")}/evidence.json`;
  writeFileSync(place, text);
  expect(await cli(app.dataDir, ["receipt", "verify", place, "--key-id", kid])).toMatchObject({
    proven: true,
  });
  writeFileSync(place, text.replace("field_59", "field_58"));
  await expect(cli(app.dataDir, ["receipt", "verify", place, "--key-id", kid])).rejects.toThrow(
    /"proven":false/,
  );
  await receipt.getByRole("link", { name: "What a signature proves" }).click();
  await expect(page.getByRole("heading", { name: "Signed receipts", level: 1 })).toBeVisible();
});

test("on a phone a press brings what is left on the screen, and a long text is read to its end too", async ({
  api,
  signedInAs,
}) => {
  const body = Array.from({ length: 120 }, (_, n) => `Line ${n} of the mail to everybody.`).join("\n");
  const { id } = await api.aPendingApproval({ arguments: { to: "all", run: token(), body } });
  const page = await signedInAs("approver", { width: 390, colorScheme: "dark" });
  await page.goto(`/approvals/${id}`);
  await isLive(approveOf(page));
  const approve = approveOf(page);
  await expect(approve).toBeDisabled();
  await expect(bar(page).getByText("Open 1 folded part first: body")).toBeVisible();
  await bar(page).getByRole("button", { name: "body" }).click();
  await expect(bar(page).getByText("Open 1 folded part first: body")).toHaveCount(0);
  await expect(approve).toBeDisabled();
  await readToEnd(page);
});

test("a preview that scrolls by itself is read to its own end, by keyboard and thumb", async ({
  api,
  signedInAs,
}) => {
  const content = Array.from({ length: 90 }, (_, n) => `Row ${n} goes`).join("\n");
  const { id } = await api.aPendingApproval({
    ...{ arguments: { run: token() }, preview: { format: "text", content } },
  });
  for (const width of [1440, 390]) {
    const page = await signedInAs("approver", { width });
    await page.goto(`/approvals/${id}`);
    await isLive(approveOf(page));
    await expect(bar(page).getByRole("button", { name: "the preview" })).toBeVisible();
    const box = page.locator("pre", { hasText: "Row 89 goes" });
    await box.scrollIntoViewIfNeeded();
    await page.evaluate(framesPass);
    await expect(bar(page).getByRole("button", { name: "the preview" })).toBeVisible();
    await readToEnd(page);
    expect(await box.evaluate((pre) => pre.scrollTop)).toBeGreaterThan(0);
  }
});

/** A clock that a test can advance. */
type Moved = { later: number };

test("a call counts as seen only while its page is visible", async ({ api, signedInAs }) => {
  const { id } = await api.aPendingApproval({ risk: "low", arguments: { run: token() } });
  const page = await signedInAs("approver");
  await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    const world = window as unknown as Moved;
    world.later = 0;
    performance.now = () => now() + world.later;
  });
  const wait = (ms: number) =>
    page.evaluate((by) => {
      (window as unknown as Moved).later += by;
    }, ms);
  const turn = (state: "visible" | "hidden") =>
    page.evaluate((value) => {
      Object.defineProperty(document, "visibilityState", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await page.goto(`/approvals/${id}`);
  await isLive(approveOf(page));
  await wait(60_000);
  await turn("hidden");
  await wait(3_600_000);
  await turn("visible");
  await wait(1_000);
  const sent = page.waitForRequest((request) => (request.postData() ?? "").includes("visible_ms"));
  await approveOf(page).click();
  const body = (await sent).postData() ?? "";
  const told = (name: string) => Number(new RegExp(`"${name}":(\\d+)`).exec(body)?.[1]);
  expect(told("visible_ms")).toBeGreaterThanOrEqual(61_000);
  expect(told("visible_ms")).toBeLessThan(120_000);
  // After returning to a page, the viewing time starts again.
  expect(told("ms")).toBeLessThan(60_000);
});
