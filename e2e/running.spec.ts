import { freePort } from "../scripts/free-port.mjs";
import { type RunningApp, startApp } from "./app";
import { expect, test } from "./fixtures";

// What an operator reads from the three processes of one start: metrics and log.

test.describe.configure({ mode: "default" });

const TOKEN = "made up for the metrics";

let app: RunningApp;
let workerPort: number;

test.beforeAll(async () => {
  workerPort = await freePort();
  app = await startApp({
    METRICS_TOKEN: TOKEN,
    METRICS_PORT: String(workerPort),
    LOG_LEVEL: "info",
    COUNTERSIGN_COMMIT: "0d2f7a41c6be5983e1a40d2f7a41c6be5983e1a4",
  });
});

test.afterAll(async () => {
  await app.stop();
});

const lines = () =>
  app
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test("a start refuses nothing while its pages come up", () => {
  const messages = lines().map(({ msg }) => msg);
  expect(messages).toContain("api started");
  // This test itself polls /api/ready until the product is ready.
  const refused = lines().filter(({ msg, status, route }) => {
    return msg === "answered" && status !== 200 && route !== "/api/ready";
  });
  expect(refused).toEqual([]);
});

test("the API, the pages and the worker each export their metrics, to the bearer of the token", async () => {
  const scrapes = {
    api: `${app.url}/api/metrics`,
    pages: `${app.url}/api/metrics/pages`,
    worker: `http://127.0.0.1:${workerPort}/api/metrics`,
  };
  for (const [name, url] of Object.entries(scrapes)) {
    const refused = await fetch(url);
    expect(refused.status, name).toBe(401);
    const answer = await fetch(url, { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(answer.status, name).toBe(200);
    const text = await answer.text();
    expect(text).toMatch(
      new RegExp(`^countersign_build_info\\{.*commit="0d2f7a41c6be",process="${name}"\\} 1$`, "m"),
    );
    expect(text).toContain("nodejs_eventloop_lag_p99_seconds");
  }
});

test("a refused sign-in is found in the log by the answer's request id", async () => {
  const csrf = await fetch(`${app.url}/api/auth/csrf`);
  const cookie = csrf.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const answer = await fetch(`${app.url}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { cookie, origin: app.url },
    body: new URLSearchParams({ csrfToken, json: "true", email: "eve@example.test", password: "a guess" }),
  });
  const id = answer.headers.get("x-request-id");
  await expect
    .poll(() => lines().filter(({ request_id }) => request_id === id))
    .toEqual([
      expect.objectContaining({
        level: "warn",
        process: "pages",
        msg: "sign-in refused",
        provider: "password",
      }),
      expect.objectContaining({
        process: "api",
        msg: "credentials refused",
        route: "/api/auth",
        status: answer.status,
      }),
    ]);
  expect(app.output()).not.toContain("eve@example.test");
  expect(app.output()).not.toContain("a guess");
  const text = await (
    await fetch(`${app.url}/api/metrics/pages`, { headers: { authorization: `Bearer ${TOKEN}` } })
  ).text();
  expect(text).toContain('countersign_sign_ins_total{provider="password",outcome="refused"} 1');
});

test("the first line of each process names the version and the commit", async () => {
  for (const process of ["api", "pages", "worker"])
    await expect
      .poll(() => lines().find((line) => line.process === process))
      .toMatchObject({
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        commit: "0d2f7a41c6be",
      });
});
