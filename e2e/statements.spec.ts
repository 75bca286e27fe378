import { readFileSync } from "node:fs";
import path from "node:path";
import { appInfo, databaseOwnerUrl, type RunningApp, startApp } from "./app";
import { type CountingProxy, countingProxy } from "./counting-proxy";
import { expect, test } from "./fixtures";
import { aSessionOf } from "./made";

// The database cost of a page: every statement of its request from any layer, without transaction
// frames.

let proxy: CountingProxy;
let counted: RunningApp;

test.beforeAll(async () => {
  const { dataDir } = appInfo();
  proxy = await countingProxy(await databaseOwnerUrl(dataDir));
  counted = await startApp({
    DATABASE_URL: proxy.url,
    AUTH_SECRET: readFileSync(path.join(dataDir, "auth-secret"), "utf8").trim(),
    COUNTERSIGN_ROLE: "web",
  });
});

test.afterAll(async () => {
  await counted.stop();
  await proxy.stop();
});

// Its cheatsheet is new: findings are counted when it is saved, and not by the page.
const PROVIDER = "statements";

const LISTS = [
  "/approvals",
  "/approvals?view=all&q=broadcast&tenant=acme&tool=send-broadcast",
  "/approvals?view=decided",
  "/approvals?view=decided&asked=people&pace=unread&since=2026-11-01",
  "/approvals?view=attention",
  "/reviews",
  "/feedback",
  "/rationales",
  "/rationales/offenders",
  `/tools?provider=${PROVIDER}`,
  "/insights",
  "/insights?by=approver&days=90",
  "/gateways",
  "/gateways/undelivered",
  "/activity",
  "/settings/tenants",
  "/settings/people",
  "/settings/groups",
  "/settings/agents",
];

const LIST_MAX = 8;
const CALL_MAX = 12;

test("a list takes 8 statements at most, one call 12", async ({ api, people }) => {
  const { id } = await api.aPendingApproval();
  const tools = [{ name: "look", description: "Look at it.", inputSchema: { type: "object" } }];
  expect((await api.send("PUT", "/api/v1/tools", { provider: PROVIDER, tools })).status).toBe(200);
  const sheet = await api.send("PUT", `/api/v1/cheatsheets/${PROVIDER}`, { markdown: "# Look first" });
  expect(sheet.status).toBe(200);
  const { cookies } = await aSessionOf(await people("admin"));
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  /**
   * The cheapest of several requests, because periodic work of the process is not part of a page.
   * Stops once one is cheap enough.
   */
  const countOf = async (address: string, most: number) => {
    const counts: number[] = [];
    for (let turn = 0; turn < 12 && !counts.some((count) => count <= most); turn += 1) {
      proxy.texts.length = 0;
      const answer = await fetch(counted.url + address, { headers: { cookie }, redirect: "manual" });
      expect(answer.status, address).toBe(200);
      await answer.text();
      counts.push(proxy.texts.length);
    }
    return Math.min(...counts);
  };
  const took: Record<string, number> = {};
  for (const address of LISTS) took[address] = await countOf(address, LIST_MAX);
  const call = await countOf(`/approvals/${id}`, CALL_MAX);
  console.table({ ...took, "/approvals/{id}": call });
  expect(Object.entries(took).filter(([, count]) => count > LIST_MAX)).toEqual([]);
  expect(call).toBeLessThanOrEqual(CALL_MAX);
});
