import { spawnSync } from "node:child_process";
import http from "node:http";
import { alive, newKey, startApp } from "./app";
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

function childrenOf(pid: number | undefined): number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  return stdout.trim().split(/\s+/).map(Number);
}

test("open polls and streams are answered with the present state, and the process is gone", async ({
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
  try {
    const api = new Api(app.url, key);
    const context = await browser.newContext({ baseURL: app.url });
    const page = await context.newPage();
    await signIn(page, ADMIN.email, ADMIN.password);
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    await context.close();
    const bearer = { authorization: `Bearer ${key}` };
    const made = await Promise.all(Array.from({ length: 4 }, () => api.aPendingApproval()));
    const polls = made.map(({ id }) => ask(`${app.url}/api/v1/approvals/${id}?wait=50`, bearer));
    const held = ask(`${app.url}/api/v1/authorize`, bearer, { ...broadcast(), wait_seconds: 50 });
    const feed = ask(`${app.url}/api/v1/events?wait=50`, bearer);
    const stream = ask(`${app.url}/api/live`, { cookie, accept: "text/event-stream" });
    await new Promise((resolve) => setTimeout(resolve, 1_500));

    const processes = childrenOf(app.child.pid);
    const began = performance.now();
    app.child.kill("SIGTERM");
    for (const told of await Promise.all(polls))
      expect(told).toMatchObject({ status: 200, connection: "close", json: { decision: "pending" } });
    expect(await held).toMatchObject({ status: 202, connection: "close", json: { decision: "wait" } });
    expect(await feed).toMatchObject({ status: 200, connection: "close", json: { data: [] } });
    expect((await stream).status).toBe(200);
    await expect.poll(() => processes.filter(alive), { timeout: 10_000 }).toEqual([]);
    expect(performance.now() - began).toBeLessThan(GONE_MS);
    expect(await app.stop()).toBe(0);
  } finally {
    await app.stop();
  }
});
