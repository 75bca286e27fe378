import http from "node:http";
import type { Browser } from "@playwright/test";
import { migrate } from "../scripts/migrate.mjs";
import { alive, childrenOf, newKey, startApp, startNextAlone } from "./app";
import { Api, broadcast, expect, signIn, test } from "./fixtures";

// SIGTERM while gateways and browsers wait for updates.

const ADMIN = { email: "drain@example.test", password: "a few words in a row" };
/** How long held requests would wait otherwise. */
const WAIT_SECONDS = 50;

type Told = { status: number; connection: string | undefined; json: Record<string, unknown> };

type Asked = {
  /** Resolves once the whole request was sent. */
  sent: Promise<void>;
  /** Resolves once the response starts. */
  begun: Promise<void>;
  told: Promise<Told>;
};

/** A request on a keep-alive connection, with its full response. */
function ask(url: string, headers: Record<string, string>, body?: object): Asked {
  const options = {
    agent: new http.Agent({ keepAlive: true }),
    method: body ? "POST" : "GET",
    headers: { ...headers, "content-type": "application/json" },
  };
  const request = http.request(url, options);
  const sent = new Promise<void>((resolve) => request.once("finish", resolve));
  const begun = new Promise<void>((resolve) => request.once("response", () => resolve()));
  const told = new Promise<Told>((resolve, reject) => {
    request.once("response", (answer) => {
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
  });
  request.end(body && JSON.stringify(body));
  return { sent, begun, told };
}

type Served = { url: string; child: { pid?: number; kill: (signal: "SIGTERM") => boolean } };

/**
 * Stops a server while four polls, a held call, a feed and a stream are open: none runs to its
 * timeout.
 */
async function drain(
  browser: Browser,
  key: string,
  { url, child }: Served,
  processes: number[],
): Promise<void> {
  const api = new Api(url, key);
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await signIn(page, ADMIN.email, ADMIN.password);
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  await context.close();
  const bearer = { authorization: `Bearer ${key}` };
  const made = await Promise.all(Array.from({ length: 4 }, () => api.aPendingApproval()));
  const call = { ...broadcast(), summary: "The call that is held" };
  const polls = made.map(({ id }) => ask(`${url}/api/v1/approvals/${id}?wait=${WAIT_SECONDS}`, bearer));
  const held = ask(`${url}/api/v1/authorize`, bearer, { ...call, wait_seconds: WAIT_SECONDS });
  const feed = ask(`${url}/api/v1/events?wait=${WAIT_SECONDS}`, bearer);
  const stream = ask(`${url}/api/live`, { cookie, accept: "text/event-stream" });
  const over = new Promise<"over">((resolve) => setTimeout(resolve, WAIT_SECONDS * 1_000, "over").unref());
  await Promise.all([...polls, held, feed].map(({ sent }) => sent));
  await stream.begun;
  // A listed call has been judged; later requests prove that the others were read.
  const isListed = async () => {
    const { json } = await api.send("GET", "/api/v1/approvals?status=pending&limit=50");
    return (json.data as { summary: string }[]).some(({ summary }) => summary === call.summary);
  };
  await expect.poll(isListed, { timeout: 60_000 }).toBe(true);
  for (const { id } of made) await api.approval(id);

  child.kill("SIGTERM");
  const all = Promise.all([...polls, held, feed, stream].map(({ told }) => told));
  expect(await Promise.race([all.then(() => "answered"), over])).toBe("answered");
  for (const { told } of polls)
    expect(await told).toMatchObject({ status: 200, connection: "close", json: { decision: "pending" } });
  expect(await held.told).toMatchObject({ status: 202, connection: "close", json: { decision: "wait" } });
  expect(await feed.told).toMatchObject({ status: 200, connection: "close", json: { data: [] } });
  expect((await stream.told).status).toBe(200);
  await expect.poll(() => processes.filter(alive), { timeout: 60_000 }).toEqual([]);
}

test("open polls and streams are answered with the present state, and the processes are gone; Next alone does the same", async ({
  browser,
}) => {
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
    await drain(browser, key, next, pid ? [pid] : []);
    const processes = childrenOf(app.child.pid);
    expect(processes).toHaveLength(3);
    await drain(browser, key, app, processes);
    expect(await app.stop()).toBe(0);
  } finally {
    await next.stop();
    await app.stop();
  }
});
