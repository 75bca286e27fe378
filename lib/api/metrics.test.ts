import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { createOwnToken } from "@/lib/auth/credentials/tokens";
import { closeDatabase, ingest } from "@/lib/core/db";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aProcess, type TestProcess } from "@/lib/delivery/testing/processes";
import { aReceiver } from "@/lib/delivery/testing/receiver";
import { aScenario, system } from "@/lib/delivery/testing/scene";
import { createKey } from "@/lib/gateways/keys";
import { backUpNow } from "@/lib/maintenance/backup/worker";
import { aPerson } from "@/lib/testing/factories";
import { anApiProcess, aPort } from "./testing/listener";

// Compares the exports of a real API process and worker with the files for Prometheus and Grafana
// and with the docs.

const TOKEN = "made up for the metrics";
const RULES = "ops/prometheus/rules.yml";
const CONFIG = "ops/prometheus/prometheus.yml";
const DASHBOARD = "ops/grafana/countersign.json";
const DOCS = "docs/operating.md";
const NAME = /\b(?:countersign|process|nodejs)_[a-z0-9_]+\b/g;

let drop: () => Promise<void>;
let receiver: Awaited<ReturnType<typeof aReceiver>>;
let api: Awaited<ReturnType<typeof anApiProcess>>;
let worker: TestProcess;
let workerPort: number;
let key: string;
let token: string;
let tenant: string;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  receiver = await aReceiver();
  const scenario = await aScenario(receiver.url);
  tenant = scenario.tenant.key;
  ({ key } = await createKey(system, scenario.gatewayId, [tenant]));
  ({ token } = await createOwnToken(await aPerson([scenario.tenant], "approver")));
  await backUpNow("the tests", async () => ({
    file: "/backups/one.backup",
    bytes: 10,
    rows: 3,
    sha256: "0".repeat(64),
  }));
  workerPort = await aPort();
  api = await anApiProcess({ METRICS_TOKEN: TOKEN });
  const env = { METRICS_TOKEN: TOKEN, METRICS_PORT: String(workerPort), HOST: "127.0.0.1" };
  worker = aProcess("scripts/worker.ts", env);
});
afterAll(async () => {
  worker.child.kill("SIGTERM");
  await worker.ended;
  await Promise.all([api.close(), receiver.close()]);
  await closeDatabase();
  await drop();
});

const scraped = (port: number, bearer = TOKEN) =>
  fetch(`http://127.0.0.1:${port}/api/metrics`, { headers: { authorization: `Bearer ${bearer}` } });

const textOf = async (port: number) => (await scraped(port)).text();

/** Value of a sample; 0 if it is missing. */
async function sample(port: number, name: string, labels: Record<string, string | number> = {}) {
  const fits = (line: string) =>
    line.replace(/[{ ].*/, "") === name &&
    Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`));
  const lines = (await textOf(port)).split("\n").filter(fits);
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
}

async function ask(method: string, path: string, bearer: string, body?: unknown) {
  const answer = await fetch(`http://127.0.0.1:${api.port}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: answer.status, json: (await answer.json().catch(() => ({}))) as Record<string, unknown> };
}

const hold = async (subject: string) => {
  const { json } = await ask("POST", "/api/v1/authorize", key, {
    ...{ tenant, provider: "resend", tool: "send-broadcast", risk: "high" },
    ...{ arguments: { subject }, rationale: "Tell all customers." },
  });
  return { id: String(json.approval_id), sent: { revision: 1, arguments_sha256: json.arguments_sha256 } };
};

test("only the bearer of the token reads them, of the API process and of the worker", async () => {
  await expect
    .poll(
      () =>
        scraped(workerPort).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200);
  for (const port of [api.port, workerPort]) {
    expect((await scraped(port, "another token, as long")).status).toBe(401);
    const answer = await scraped(port);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; version=0\.0\.4/),
    ]);
  }
});

test("a held call, its decision, its callback and a refused key are counted", async () => {
  const route = "/api/v1/approvals/{id}/reject";
  const { id, sent } = await hold("Prices");
  expect(await sample(api.port, "countersign_calls_judged_total", { answer: "wait" })).toBe(1);
  expect(await sample(api.port, "countersign_approvals_pending", { age: "under_1m" })).toBe(1);
  const path = `/api/v1/approvals/${id}/reject`;
  const rejected = await ask("POST", path, token, { ...sent, reason: "Not today, please wait." });
  expect(rejected.status).toBe(200);
  await ask("GET", "/api/v1/approvals", `csk_${"wrong".repeat(9)}`);
  // An answer counts once it is sent.
  const refused = () => sample(api.port, "countersign_refusals_total", { kind: "unauthenticated" });
  await expect.poll(refused, { timeout: 60_000 }).toBeGreaterThanOrEqual(1);
  expect(
    await sample(api.port, "countersign_http_requests_total", { method: "POST", route, status: 200 }),
  ).toBe(1);
  expect(await sample(api.port, "countersign_http_request_duration_seconds_count", { route })).toBe(1);
  expect(await sample(api.port, "countersign_decisions_total", { outcome: "rejected" })).toBe(1);
  expect(await sample(api.port, "countersign_decision_duration_seconds_count", { outcome: "rejected" })).toBe(
    1,
  );
  expect(await sample(api.port, "countersign_activities_total", { action: "approval.rejected" })).toBe(1);
  expect(await sample(api.port, "countersign_approvals_pending")).toBe(0);
  expect(await sample(api.port, "countersign_build_info", { process: "api" })).toBe(1);
  expect(await textOf(api.port)).not.toContain(id);
  const delivered = () => sample(workerPort, "countersign_delivery_attempts_total", { outcome: "delivered" });
  await expect.poll(delivered, { timeout: 60_000 }).toBe(1);
});

test("an expiry is counted by the worker that ended the wait", async () => {
  const { id } = await hold("Late");
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update approvals set created_at = clock_timestamp() - interval '2 hours',
        decide_by = clock_timestamp() - interval '1 minute' where id = ${id}::uuid`,
  );
  const expired = () => sample(workerPort, "countersign_decisions_total", { outcome: "expired" });
  await expect.poll(expired, { timeout: 60_000 }).toBe(1);
  const within = (le: number) =>
    sample(workerPort, "countersign_decision_duration_seconds_bucket", { outcome: "expired", le });
  expect([await within(3_600), await within(14_400)]).toEqual([0, 1]);
});

/** Metric names in a file, without a histogram's suffixes. */
const namesIn = (text: string) =>
  new Set([...text.matchAll(NAME)].map(([name]) => name.replace(/_(bucket|sum|count)$/, "")));

const read = (file: string) => readFileSync(file, "utf8");

type Rules = { groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[] };
type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] };

const alerts = () => (parse(read(RULES)) as Rules).groups.flatMap(({ rules }) => rules);
const panels = () => (JSON.parse(read(DASHBOARD)) as Dashboard).panels;
const section = () => /\n## Metrics\n[\s\S]*?(?=\n## )/.exec(read(DOCS))?.[0] ?? "";

test("rules, dashboard and documentation name only what is exported, and the documentation names all of ours", async () => {
  const texts = await Promise.all([api.port, workerPort].map(textOf));
  const exported = [
    ...new Set(texts.flatMap((text) => [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))),
  ];
  const used = {
    rules: namesIn(
      alerts()
        .map(({ expr }) => expr)
        .join("\n"),
    ),
    dashboard: namesIn(
      panels()
        .flatMap(({ targets }) => targets.map(({ expr }) => expr))
        .join("\n"),
    ),
    docs: namesIn(section()),
  };
  for (const [where, names] of Object.entries(used)) {
    expect(names.size, where).toBeGreaterThan(3);
    expect(
      [...names].filter((name) => !exported.includes(name)),
      where,
    ).toEqual([]);
  }
  const own = exported.filter((name) => name?.startsWith("countersign_"));
  expect(own.filter((name) => name && !used.docs.has(name))).toEqual([]);
});

test("there are five alerts, each in the documentation", () => {
  expect(alerts()).toHaveLength(5);
  for (const { alert, annotations } of alerts()) {
    expect(section()).toContain(`\`${alert}\``);
    expect(annotations.summary).toMatch(/\.$/);
  }
});

/** Without the metrics of prom-client, some of whose names promtool rejects. */
const ownOf = (text: string) =>
  text
    .split("\n")
    .filter((line) => /^(?:# \w+ )?countersign_/.test(line))
    .map((line) => `${line}\n`)
    .join("");

test("promtool takes the rules, the configuration and the text of both processes", async () => {
  const run = (args: string[], input?: string) => spawnSync("promtool", args, { input, encoding: "utf8" });
  const there = run(["--version"]);
  if ((there.error as NodeJS.ErrnoException | undefined)?.code === "ENOENT") {
    console.warn("promtool is not installed (Debian: apt-get install prometheus): its checks did not run.");
    return;
  }
  const told = [run(["check", "rules", RULES]), run(["check", "config", "--syntax-only", CONFIG])];
  for (const port of [api.port, workerPort]) told.push(run(["check", "metrics"], ownOf(await textOf(port))));
  for (const { status, stdout, stderr } of told)
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.anything()]);
});
