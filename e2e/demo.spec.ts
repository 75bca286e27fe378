import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../scripts/free-port.mjs";
import { aFolder } from "./app";
import { expect, formIsLive, test } from "./fixtures";

/** Runs the demo on its own database until the test ends. */
async function aDemo() {
  const { DATABASE_URL: _url, AUTH_SECRET: _secret, ...env } = process.env;
  const port = await freePort();
  const child = spawn(process.execPath, ["scripts/demo.mjs"], {
    env: { ...env, PORT: String(port), COUNTERSIGN_DATA_DIR: aFolder("demo"), NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
  const ended = once(child, "exit");
  return {
    url: `http://localhost:${port}`,
    output: () => text,
    end: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

test("the demo's first call waits, says what it will do, and runs once a person approves it", async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const demo = await aDemo();
  try {
    await expect.poll(demo.output, { timeout: 300_000 }).toContain("it waits until you decide");
    const [, email = "", password = ""] =
      /sign in as (\S+) with the password (\S+)/.exec(demo.output()) ?? [];
    const page = await browser.newPage();
    await page.goto(`${demo.url}/approvals`);
    await formIsLive(page);
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page
      .getByRole("list", { name: /calls/i })
      .getByRole("link", { name: /Write .*note\.txt/ })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("note.txt");
    await expect(page.getByText("only from a copy, if the file exists already")).toBeVisible();
    expect(demo.output()).not.toContain("The agent received");
    const bar = page.getByRole("region", { name: "Decide" });
    const again = bar.getByRole("button", { name: /again to confirm/i });
    await expect(async () => {
      if (!(await again.isVisible()))
        await bar.getByRole("button", { name: /^Approve/ }).click({ timeout: 1_000 });
      await again.click({ timeout: 1_000 });
      await expect(page.getByText(/Approval recorded|Approved “/).first()).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    await expect.poll(demo.output, { timeout: 60_000 }).toContain('On disk: "We agreed to ship on Friday."');
    // The start's own requests cause no warnings.
    expect(demo.output()).not.toContain('"level":"warn"');
  } finally {
    await demo.end();
  }
});
