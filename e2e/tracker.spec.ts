import { aReceiver, type Receiver, status } from "../lib/delivery/testing/receiver";
import { expectAccessibleEverywhere } from "./accessible";
import { newKey, type RunningApp, startApp } from "./app";
import { Api, expect, failOnConsoleErrors, press, signIn, test } from "./fixtures";

// An app that is connected to a tracker: a server on loopback that answers as GitHub does.

const ADMIN = { email: "admin@example.test", password: "correct horse battery staple" };

const key = newKey();
let app: RunningApp;
let receiver: Receiver;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const answer = status(201, { "content-type": "application/json" }, JSON.stringify({ number: 12 }));
  receiver = await aReceiver(answer);
  app = await startApp({
    COUNTERSIGN_INIT_ADMIN_EMAIL: ADMIN.email,
    COUNTERSIGN_INIT_ADMIN_PASSWORD: ADMIN.password,
    COUNTERSIGN_INIT_GATEWAY: "tracked-gateway",
    COUNTERSIGN_INIT_GATEWAY_KEY: key,
    COUNTERSIGN_INIT_GATEWAY_TENANTS: "acme",
    TRACKER_GITHUB_URL: new URL(receiver.url).origin,
    TRACKER_GITHUB_REPOSITORY: "acme/crm",
    TRACKER_GITHUB_TOKEN: "ghp_0123456789abcdefghij",
  });
});

test.afterAll(async () => {
  await app?.stop();
  await receiver?.close();
});

test("an issue becomes an item of the tracker with one press, and is linked to it", async ({ browser }) => {
  const { json } = await new Api(app.url, key).send("POST", "/api/v1/feedback", {
    tenant: "acme",
    tool_called: "create_deal",
    attempted_action: "Create a deal",
    expected_outcome: "The deal exists",
    actual_outcome: "Nothing was created",
    severity: "low",
    rationale: "Sales asked for the import of the signed deals before Friday.",
  });
  const { id, ref } = json.issue as { id: string; ref: string };
  const page = await browser.newPage({ baseURL: app.url });
  failOnConsoleErrors(page);
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto(`/feedback/${id}`);
  const tracker = page.getByRole("region", { name: "Tracker" });
  const link = tracker.getByRole("link", { name: /acme\/crm\/issues\/12$/ });
  await press(tracker.getByRole("button", { name: "Create on GitHub" }), link);
  await expect(page.getByText(`An item of ${ref} was made on GitHub.`)).toBeVisible();
  await expect(tracker.getByRole("button", { name: "Create on GitHub" })).toHaveCount(0);
  await expectAccessibleEverywhere(page);
  expect(receiver.received).toHaveLength(1);
  expect(receiver.received[0]?.body).toContain("Nothing was created");
});
