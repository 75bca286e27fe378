import { type ChildProcess, spawn } from "node:child_process";
import type { Locator, Page } from "@playwright/test";
import { freePort } from "../scripts/free-port.mjs";
import { expectAccessible } from "./accessible";
import { aFolder, startApp } from "./app";
import { expect, failOnConsoleErrors, formIsLive, press, test } from "./fixtures";

// From an empty data directory to a decided call, following only the screen.

/** Runs a command exactly as shown, in a newcomer's folder. */
function runShown(command: string, dataDir: string): { child: ChildProcess; output: () => string } {
  const child = spawn("bash", ["-c", command], {
    env: { ...process.env, COUNTERSIGN_DATA_DIR: dataDir, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
  return { child, output: () => text };
}

function end(child: ChildProcess | undefined): void {
  // npm runs the command in a child process, so this kills the whole group.
  if (child?.pid && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
}

const shown = (page: Page, label: string) => page.getByRole("region", { name: label }).innerText();
const step = (page: Page, title: string): Locator =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
const isDone = (page: Page, title: string) =>
  expect(step(page, title).getByText(/^Step \d, done$/)).toBeAttached({ timeout: 60_000 });

async function setUp(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await formIsLive(page);
  await page.getByLabel("Your name").fill("Maya");
  await page.getByLabel("E-mail address").fill("maya@example.test");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Create the account" }).click();
  await expect(page.getByText(/at least 12/i).first()).toBeVisible();
  await expect(page.getByLabel("Your name")).toHaveValue("Maya");
  await expect(page.getByLabel("E-mail address")).toHaveValue("maya@example.test");
  await expectAccessible(page);
  await page.getByLabel("Password", { exact: true }).fill("a few words in a row");
  await page.getByRole("button", { name: "Create the account" }).click();
  await page.waitForURL("**/start");
}

test("a newcomer gets to a decided call by following the screen", async ({ browser }) => {
  test.setTimeout(600_000);
  const dataDir = aFolder("first");
  const app = await startApp({ COUNTERSIGN_DATA_DIR: dataDir });
  let receiver: ChildProcess | undefined;
  try {
    await expect.poll(app.output).toContain("/setup?token=");
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    failOnConsoleErrors(page);
    const link = /(http\S+\/setup\?token=\S+)/.exec(app.output())?.[1] ?? "";
    await setUp(page, link);
    await expect(page.getByRole("heading", { level: 1, name: "Getting started" })).toBeVisible();
    await expectAccessible(page);

    const phone = page.getByRole("region", { name: "Be reached on your phone" });
    await expect(phone).toContainText("Serve Countersign over HTTPS");
    await expect(phone.getByRole("link", { name: "Turn on push" })).toHaveAttribute(
      "href",
      "/settings/profile#push",
    );

    // Errors show at the field, and typed text survives.
    await page.getByLabel("Gateway", { exact: true }).fill("no good name");
    await page.getByRole("button", { name: "Create gateway and key" }).click();
    await expect(page.getByText(/letters, digits, dots, dashes or underscores/).first()).toBeVisible();
    await expect(page.getByLabel("Gateway", { exact: true })).toHaveValue("no good name");
    await page.getByLabel("Gateway", { exact: true }).fill("first-gateway");
    await page.getByLabel("Callback URL").fill(`http://127.0.0.1:${await freePort()}/hooks/countersign`);
    await page.getByRole("button", { name: "Create gateway and key" }).click();
    await isDone(page, "Let a gateway in");

    const started = runShown(await shown(page, "Command that starts the receiver"), dataDir);
    receiver = started.child;
    await expect
      .poll(started.output, { timeout: 60_000 })
      .toContain("Receives the callbacks of first-gateway");

    await page.reload();
    const command = await shown(page, "Command that sends a test call");
    expect(command).toMatch(/Bearer csk_\S+/);
    const sent = runShown(command, dataDir);
    await expect.poll(sent.output).toContain('"decision":"wait"');
    await isDone(page, "Send a test call");

    await page.getByRole("link", { name: "Open the call" }).click();
    await page.waitForURL("**/approvals/**");
    const approve = { name: /^Approve and send/ };
    const dialog = page.getByRole("dialog");
    await press(page.getByRole("region", { name: "Decide" }).getByRole("button", approve), dialog);
    await press(dialog.getByRole("button", approve), page.getByText(/Approval recorded|Approved “/).first());

    await page.goto(`${app.url}/start`);
    await isDone(page, "Decide it");
    await isDone(page, "See the decision arrive");
    expect(started.output()).toContain("signature valid, approval.approved");
    await expect(page.getByRole("status").filter({ hasText: "That was the whole loop." })).toBeVisible();
    // The receiver reported the outcome, so nothing needs attention later.
    await expect.poll(started.output).toContain("reported as run; nothing was run");
    await step(page, "Decide it").getByRole("link").click();
    await expect(page.getByText("The gateway reports success.")).toBeVisible();
    await page.goto(`${app.url}/start`);
    await expectAccessible(page);
    await page.getByRole("link", { name: "See the signed request and the response" }).click();
    await expect(page.getByText("webhook-signature").first()).toBeVisible();
    await context.close();
    const again = await (await browser.newContext()).newPage();
    await again.goto(link);
    await expect(again.getByText("Countersign is already set up")).toBeVisible();
    await again.context().close();
  } finally {
    end(receiver);
    await app.stop();
  }
});

test("the steps on a phone in the dark, and for somebody who may not let gateways in", async ({
  signedInAs,
}) => {
  const page = await signedInAs("admin", { width: 390, colorScheme: "dark" });
  await page.goto("/start");
  await expect(page.getByRole("heading", { level: 1, name: "Getting started" })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  const viewer = await signedInAs("viewer");
  await viewer.goto("/start");
  await expect(viewer.getByText("An administrator of all tenants registers gateways.")).toBeVisible();
  await expect(viewer.getByRole("button", { name: "Create gateway and key" })).toHaveCount(0);
});

test("another key by keyboard, when the first is no longer on the screen", async ({ signedInAs }) => {
  const page = await signedInAs("admin");
  await page.goto("/start");
  const make = page.getByRole("button", { name: "Make a key" });
  await expect(async () => {
    await make.focus();
    await page.keyboard.press("Enter");
    await expect(make).toBeHidden({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole("region", { name: "Command that sends a test call" })).toContainText(
    "Bearer csk_",
  );
});
