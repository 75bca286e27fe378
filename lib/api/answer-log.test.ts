import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOwnToken } from "@/lib/auth/credentials/tokens";
import { SITE } from "@/lib/auth/testing/browser";
import { aSignInPerson, PASSWORD } from "@/lib/auth/testing/people";
import { closeDatabase, ingest } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aProcess } from "@/lib/delivery/testing/processes";
import { createKey } from "@/lib/gateways/keys";
import { aGateway, aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { command } from "@/scripts/cli/command";
import { anApiProcess } from "./testing/listener";

type Line = Record<string, unknown>;

const system = systemScope("tests");
let drop: () => Promise<void>;
let api: Awaited<ReturnType<typeof anApiProcess>>;
let tenant: TestTenant;
let key: string;
let token: string;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  ({ key } = await createKey(system, gateway.id, [tenant.key]));
  const admin = await aPerson([tenant], "admin");
  await ingest(system, (tx) => tx.user.update({ where: { id: admin.actor.id }, data: { allTenants: true } }));
  ({ token } = await createOwnToken(admin));
  api = await anApiProcess({ LOG_LEVEL: "info" });
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
  await drop();
});

const linesOf = (output: string): Line[] =>
  output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);

async function linesWith(fits: (line: Line) => boolean): Promise<Line[]> {
  await expect.poll(() => linesOf(api.output()).some(fits), { timeout: 60_000 }).toBe(true);
  return linesOf(api.output());
}

async function ask(method: string, path: string, bearer: string, body?: unknown) {
  const answer = await fetch(`http://127.0.0.1:${api.port}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const requestId = answer.headers.get("x-request-id") ?? "";
  const json = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  return { status: answer.status, requestId, json };
}

test("the first line names the version and the commit", () => {
  const [first] = linesOf(api.output());
  expect(first).toMatchObject({ process: "api", msg: "api starting" });
  expect(first?.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(first).toHaveProperty("commit");
});

test("health, the OpenAPI document, the doctor and --version name the same version and commit", async () => {
  const { json: health } = await ask("GET", "/api/health", "");
  const [first] = linesOf(api.output());
  expect(health).toEqual({ status: "ok", version: first?.version, commit: first?.commit });
  const { json: document } = await ask("GET", "/api/openapi.json", "");
  expect(document).toMatchObject({ info: { version: health.version } });
  const text = health.commit ? `${health.version} (${health.commit})` : String(health.version);
  expect((await command(["--version"])).out).toBe(text);
  expect(JSON.parse((await command(["--version", "--json"])).out)).toEqual({
    version: health.version,
    commit: health.commit,
  });
  expect((await command(["doctor"])).out).toContain(`ok   version: ${text}\n`);
  const started = spawnSync(process.execPath, ["scripts/start.mjs", "--version"], { encoding: "utf8" });
  expect(started.stdout).toBe(`${health.version}\n`);
  const gateway = spawnSync(process.execPath, ["dist/gateway.mjs", "--version"], { encoding: "utf8" });
  expect(gateway.stdout).toBe(`${health.version}\n`);
});

test("each answer's request id is in the log, with the contract's path and who asked", async () => {
  const held = await ask("POST", "/api/v1/authorize", key, {
    ...{ tenant: tenant.key, provider: "resend", tool: "send-broadcast", risk: "high" },
    ...{ arguments: { subject: "a secret subject" }, rationale: "Tell all customers." },
  });
  const id = String(held.json.approval_id);
  const read = await ask("GET", `/api/v1/approvals/${id}`, key);
  const nothing = await ask("GET", "/api/v1/nothing", key);
  const lines = await linesWith((line) => line.request_id === nothing.requestId && line.msg === "answered");
  const answered = (requestId: string) =>
    lines.filter((line) => line.request_id === requestId && line.msg === "answered");
  expect(answered(held.requestId)).toEqual([
    expect.objectContaining({
      level: "info",
      method: "POST",
      route: "/api/v1/authorize",
      status: held.status,
    }),
  ]);
  expect(answered(held.requestId)[0]?.gateway_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(answered(read.requestId)).toEqual([
    expect.objectContaining({ route: "/api/v1/approvals/{id}", status: 200 }),
  ]);
  expect(answered(nothing.requestId)).toEqual([expect.objectContaining({ route: "unknown", status: 404 })]);
  expect(api.output()).not.toContain("a secret subject");
});

test("a decision and a change of the policies are a line each, under their request", async () => {
  const held = await ask("POST", "/api/v1/authorize", key, {
    ...{ tenant: tenant.key, provider: "resend", tool: "send-broadcast", risk: "high" },
    ...{ arguments: { subject: "Prices" }, rationale: "Tell all customers." },
  });
  const { approval_id: id, arguments_sha256 } = held.json;
  const sent = { revision: 1, arguments_sha256, reason: "Not today, please wait." };
  const rejected = await ask("POST", `/api/v1/approvals/${id}/reject`, token, sent);
  expect(rejected.status).toBe(200);
  const policies = [
    {
      name: "No deletions",
      action: "deny",
      reason: "Deletions are done by hand.",
      match: { tools: ["delete-*"] },
    },
  ];
  const saved = await ask("PUT", "/api/v1/policies", token, { version: null, policies });
  expect(saved.json).toMatchObject({ version: expect.any(Number) });
  const lines = await linesWith((line) => line.request_id === saved.requestId && line.msg === "answered");
  const deeds = (requestId: string) =>
    lines.filter((line) => line.request_id === requestId && line.msg === "activity");
  expect(deeds(rejected.requestId)).toEqual([
    expect.objectContaining({
      ...{ level: "info", action: "approval.rejected", subject: `approval:${id}`, tenant_id: tenant.id },
      actor: expect.stringMatching(/^user:/),
    }),
  ]);
  expect(deeds(saved.requestId).map(({ action }) => action)).toContain("policies.saved");
  expect(api.output()).not.toContain("Not today");
});

test("refused credentials are a line each without the credential, and no more than thirty a minute", async () => {
  const wrong = `csk_${"wrong".repeat(9)}`;
  const first = await ask("GET", "/api/v1/approvals", wrong);
  expect(first.status).toBe(401);
  for (let round = 0; round < 40; round += 1) await ask("GET", "/api/v1/approvals", wrong);
  const last = await ask("GET", "/api/v1/nothing", key);
  const lines = await linesWith((line) => line.request_id === last.requestId);
  const refused = lines.filter(({ msg }) => msg === "credentials refused");
  expect(refused[0]).toMatchObject({
    ...{ level: "warn", source: "127.0.0.1/32", request_id: first.requestId, code: "UNAUTHENTICATED" },
    ...{ method: "GET", route: "/api/v1/approvals", status: 401 },
  });
  expect(refused).toHaveLength(30);
  expect(refused.flatMap(({ left_out_until }) => left_out_until ?? [])).toEqual([
    expect.stringMatching(/^\d{4}-.*Z$/),
  ]);
  expect(refused.at(-1)).toHaveProperty("left_out_until");
  expect(api.output()).not.toContain("wrongwrong");
});

test("sign-ins are a line each, good and refused, without the address", async () => {
  const person = await aSignInPerson();
  const browsing = aProcess("lib/auth/testing/sign-in-process.ts", {
    ...{ LOG_LEVEL: "info", NEXTAUTH_URL: SITE, TEST_EMAIL: person.email, TEST_PASSWORD: PASSWORD },
  });
  expect(await browsing.ended).toBe(0);
  const [good, bad] = linesOf(browsing.output()).filter(({ msg }) => /activity|sign-in/.test(String(msg)));
  expect(good).toMatchObject({ level: "info", action: "user.signed_in", subject: `user:${person.id}` });
  expect(bad).toMatchObject({
    level: "warn",
    msg: "sign-in refused",
    provider: "password",
    reason: "unknown",
  });
  expect(browsing.output()).not.toContain(person.email);
});
