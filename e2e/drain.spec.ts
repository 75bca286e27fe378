import http from "node:http";
import type { Browser } from "@playwright/test";
import { migrate } from "../scripts/migrate.mjs";
import { alive, childrenOf, newKey, startApp, startNextAlone } from "./app";
import { Api, broadcast, expect, signIn, test } from "./fixtures";

// SIGTERM while gateways and browsers wait for news.

const ADMIN = { email: "drain@example.test", password: "a few words in a row" };
const GONE_MS = 3_000;

type Told = { status: number; connection: string | undefined; json: Record<string, unknown> };

/** A request on a connection that would be kept, answered in whole. */
function ask(url: string, headers: Record<string, string>, body?: object): Promise<Told> {
  return new Promise((resolve, reject) => {
    const agent = new http.Agent({ keepAlive: true });
    const options = {
      agent,
      method: body ? "POST" : "GET",
      headers: { ...headers, "content-type": "application/json" },
    };
    const request = http.request(url, options, (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
      answer.on("end", () => {
        const { connection } = answer.headers;
        const json = text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
        resolve({ status: answer.statusCode ?? 0, connection, json });
      });
      answer.on("error", reject);
    });
    request.on("error", reject);
    request.end(body && JSON.stringify(body));
  });
}

type Served = { url: string; child: { pid?: number; kill: (signal: "SIGTERM") => boolean } };

/** Ends what is served while four polls, a held call, a feed and a stream are open; answers how long that took. */
async function drain(
  browser: Browser,
  key: string,
  { url, child }: Served,
  processes: number[],
): Promise<number> {
  const api = new Api(url, key);
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await signIn(page, ADMIN.email, ADMIN.password);
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  await context.close();
  const bearer = { authorization: `Bearer ${key}` };
  const made = await Promise.all(Array.from({ length: 4 }, () => api.aPendingApproval()));
  const polls = made.map(({ id }) => ask(`${url}/api/v1/approvals/${id}?wait=50`, bearer));
  const held = ask(`${url}/api/v1/authorize`, bearer, { ...broadcast(), wait_seconds: 50 });
  const feed = ask(`${url}/api/v1/events?wait=50`, bearer);
  const stream = ask(`${url}/api/live`, { cookie, accept: "text/event-stream" });
  await new Promise((resolve) => setTimeout(resolve, 700));

  const began = performance.now();
  child.kill("SIGTERM");
  for (const told of await Promise.all(polls))
    expect(told).toMatchObject({ status: 200, connection: "close", json: { decision: "pending" } });
  expect(await held).toMatchObject({ status: 202, connection: "close", json: { decision: "wait" } });
  expect(await feed).toMatchObject({ status: 200, connection: "close", json: { data: [] } });
  expect((await stream).status).toBe(200);
  await expect.poll(() => processes.filter(alive), { timeout: 10_000 }).toEqual([]);
  return performance.now() - began;
}

test("open polls and streams are answered with the present state, and the processes are gone; Next alone does the same", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const key = newKey();
  const app = await startApp({
    COUNTERSIGN_INIT_ADMIN_EMAIL: ADMIN.email,
    COUNTERSIGN_INIT_ADMIN_PASSWORD: ADMIN.password,
    COUNTERSIGN_INIT_GATEWAY: "drain-gateway",
    COUNTERSIGN_INIT_GATEWAY_KEY: key,
    COUNTERSIGN_INIT_GATEWAY_TENANTS: "acme",
  });
  const { DATABASE_URL: owner = "", AUTH_SECRET: secret = "" } = app.again;
  const { appUrl } = await migrate(owner, { secret });
  const next = await startNextAlone({ url: appUrl, secret });
  try {
    const { pid } = next.child;
    expect(await drain(browser, key, next, pid ? [pid] : [])).toBeLessThan(GONE_MS);
    const processes = childrenOf(app.child.pid);
    expect(processes).toHaveLength(3);
    expect(await drain(browser, key, app, processes)).toBeLessThan(GONE_MS);
    expect(await app.stop()).toBe(0);
  } finally {
    await next.stop();
    await app.stop();
  }
});
