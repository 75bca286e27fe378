import { readFileSync } from "node:fs";
import path from "node:path";
import { appInfo, databaseOwnerUrl, type RunningApp, startApp } from "./app";
import { Api, broadcast, expect, test, token } from "./fixtures";
import { aTokenOf } from "./made";

// A second web and a second worker process on the same database: each change reaches every process,
// once.

// One app for all tests; otherwise each worker starts its own.
test.describe.configure({ mode: "default" });

let second: RunningApp;

test.beforeAll(async () => {
  const { dataDir } = appInfo();
  second = await startApp({
    DATABASE_URL: await databaseOwnerUrl(dataDir),
    AUTH_SECRET: readFileSync(path.join(dataDir, "auth-secret"), "utf8").trim(),
    COUNTERSIGN_ROLE: "all",
  });
});

test.afterAll(async () => {
  await second.stop();
});

test("a long poll at one process is woken by a decision at the other, and the gateway is called once", async ({
  app,
  people,
  fakeGateway,
}) => {
  const { email } = await people("approver");
  const credential = await aTokenOf(email);
  const person = new Api(app.url, String(credential));
  const elsewhere = new Api(second.url, fakeGateway.key);
  const ids: string[] = [];
  const decided = async () => {
    const made = await elsewhere.send("POST", "/api/v1/approvals", broadcast());
    const id = String(made.json.approval_id);
    ids.push(id);
    const polling = elsewhere.send("GET", `/api/v1/approvals/${id}?wait=30`);
    // The response to a later request proves that the poll waits.
    await elsewhere.approval(id);
    const seen = { revision: 1, arguments_sha256: made.json.arguments_sha256 };
    expect((await person.send("POST", `/api/v1/approvals/${id}/approve`, seen)).status).toBe(200);
    expect((await polling).json).toMatchObject({ id, decision: "approved" });
  };
  const told = () =>
    fakeGateway.received.map(
      ({ body }) => (JSON.parse(body) as { data: { approval_id: string } }).data.approval_id,
    );
  for (let round = 0; round < 3; round += 1) await decided();
  await expect.poll(told, { timeout: 60_000 }).toHaveLength(3);
  // Two workers look for work, and look again with each later call; neither may find it twice.
  for (let later = 0; later < 2; later += 1) {
    await decided();
    await expect.poll(told, { timeout: 60_000 }).toContain(ids.at(-1));
  }
  expect(told().toSorted()).toEqual(ids.toSorted());
});

test("the page of all parts is there only where it was asked for", async ({ app, request }) => {
  expect((await request.get(`${app.url}/design`)).status()).toBe(200);
  expect((await request.get(`${second.url}/design`)).status()).toBe(404);
});

test("a browser at one process sees what arrives at the other", async ({ api, signedInAs }) => {
  const page = await signedInAs("approver");
  const name = `spec-${token()}`;
  await page.goto(`${second.url}/approvals?view=all&q=${name}`);
  await expect(page.getByText("No call fits these filters.")).toBeVisible();
  await api.aPendingApproval({ summary: `Send ${name} to 10,412 contacts` });
  await expect(
    page
      .getByText(`Send ${name} to 10,412 contacts`)
      .or(page.getByRole("button", { name: /new/i }))
      .filter({ visible: true }) // the bell's closed list names the call too
      .first(),
  ).toBeVisible();
});
