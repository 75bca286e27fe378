import { readdirSync } from "node:fs";
import path from "node:path";
import { Webhook } from "standardwebhooks";
import { Api, broadcast, expect, test, token } from "./fixtures";
import { aPollingGateway, aTokenOf } from "./made";

// The API contract over real HTTP, against the running product.

type Json = Record<string, unknown>;

/** Every API route with a sample id, listed from the folders so that none is missed. */
function routes(folder = "app/api/v1"): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? routes(path.join(folder, entry.name))
      : entry.name === "route.ts"
        ? [`/${folder.slice("app/".length)}`]
        : [],
  );
}

const METHODS = ["GET", "POST", "PUT"];

async function aForeignGateway(url: string): Promise<{ api: Api; tenant: string }> {
  const tenant = `foreign-${token()}`;
  const { key } = await aPollingGateway(tenant);
  return { api: new Api(url, key), tenant };
}

test("answers of the sign-in carry a request id, refusals too", async ({ app }) => {
  const ask = (path: string, init?: RequestInit) => fetch(`${app.url}/api/auth/${path}`, init);
  const post = (body: string) => ({ method: "POST", body, headers: { origin: app.url } });
  const answers = [
    await ask("csrf"),
    await ask("signout", { method: "POST", headers: { origin: "https://elsewhere.example" } }),
    await ask("callback/credentials", post("x".repeat(20_000))),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 403, 413]);
  const ids = answers.map(({ headers }) => headers.get("x-request-id"));
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(ids).size).toBe(3);
});

test("another tenant's row answers as one that does not exist, on every route", async ({ app, api }) => {
  const { id } = await api.aPendingApproval({ summary: `CANARY-${token()}` });
  const stranger = (await aForeignGateway(app.url)).api;
  const missing = "01999999-0000-7000-8000-000000000000";
  const withId = routes().filter((route) => route.includes("[id]"));
  expect(withId.length).toBeGreaterThan(8);
  for (const route of withId) {
    for (const method of METHODS) {
      const body = method === "GET" ? undefined : {};
      const theirs = await stranger.send(method, route.replace("[id]", id), body);
      const none = await stranger.send(method, route.replace("[id]", missing), body);
      const same = ({ status, json }: typeof none) => ({ status, ...json, request_id: undefined });
      expect(same(theirs), `${method} ${route}`).toEqual(same(none));
      expect(JSON.stringify(theirs.json)).not.toContain("CANARY");
    }
  }
  for (const list of [
    "/api/v1/approvals",
    "/api/v1/events",
    "/api/v1/feedback",
    "/api/v1/audit?tool=send-broadcast",
  ]) {
    expect(JSON.stringify((await stranger.send("GET", list)).json)).not.toContain("CANARY");
  }
});

test("bad input is refused with its field and the values it takes, and stores nothing", async ({ api }) => {
  const tool = `refused-${token()}`;
  const call = { ...broadcast(), tool };
  const large = { format: "text", content: "x".repeat(1024 * 1024) };
  const cases: [body: string, status: number, code: string, errors?: object[]][] = [
    ['{"tenant":"acme"', 400, "MALFORMED_JSON"],
    [
      JSON.stringify({ ...call, risk: "enormous" }),
      422,
      "VALIDATION_ERROR",
      [{ pointer: "/risk", hint: expect.stringMatching(/^one of: low, medium, high, critical \(/) }],
    ],
    [JSON.stringify({ ...call, preview: large }), 413, "PAYLOAD_TOO_LARGE"],
  ];
  for (const [body, status, code, errors] of cases) {
    const answer = await api.send("POST", "/api/v1/authorize", body);
    expect({ status: answer.status, code: answer.json.code }).toEqual({ status, code });
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    if (errors) expect(answer.json.errors).toMatchObject(errors);
  }
  expect((await api.send("GET", `/api/v1/approvals?tool=${tool}`)).json.data).toEqual([]);
});

test("not JSON by its content type, and bytes that are no UTF-8", async ({ app }) => {
  const post = (type: string, body: BodyInit) =>
    fetch(`${app.url}/api/v1/authorize`, {
      method: "POST",
      headers: { authorization: `Bearer ${app.gateway.key}`, "content-type": type },
      body,
    });
  expect((await post("text/plain", "{}")).status).toBe(415);
  expect((await post("application/json", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]))).status).toBe(400);
});

test("credentials decide what is possible: none, wrong, a gateway deciding, a person posting", async ({
  app,
  api,
  people,
}) => {
  const nobody = await fetch(`${app.url}/api/v1/approvals`);
  expect([nobody.status, nobody.headers.get("www-authenticate")]).toEqual([
    401,
    'Bearer realm="countersign"',
  ]);
  expect((await new Api(app.url, "csk_wrong").send("GET", "/api/v1/approvals")).status).toBe(401);
  const { id, body } = await api.aPendingApproval();
  const seen = { revision: body.revision, arguments_sha256: body.arguments_sha256 };
  expect((await api.send("POST", `/api/v1/approvals/${id}/approve`, seen)).status).toBe(403);
  const { email } = await people("viewer");
  const viewer = new Api(app.url, await aTokenOf(email));
  expect((await viewer.send("POST", "/api/v1/authorize", broadcast())).status).toBe(403);
  expect((await viewer.send("POST", `/api/v1/approvals/${id}/approve`, seen)).status).toBe(403);
  expect((await viewer.send("GET", `/api/v1/approvals/${id}`)).status).toBe(200);
});

test("a person's token decides; the gateway is called back, signed, and its result stands on the approval", async ({
  app,
  people,
  fakeGateway,
}) => {
  const { api } = fakeGateway;
  const { email, name } = await people("approver");
  const person = new Api(app.url, await aTokenOf(email));
  const argumentsText = '{"n": 9007199254740993, "e": 1e400, "text": "\\u202ezipped"}';
  const sent = JSON.stringify({ ...broadcast(), correlation: { run: 12 } }).replace(
    /"arguments":\{[^}]*\}/,
    () => `"arguments":${argumentsText}`,
  );
  const made = await api.send("POST", "/api/v1/approvals", sent);
  const approval = made.json.approval as Json;
  const decided = await person.send("POST", `/admin/approvals/${approval.id}/approve`, {
    revision: 1,
    arguments_sha256: approval.arguments_sha256,
    reason: "Checked with Maya",
  });
  expect(decided.json).toMatchObject({
    decision: "approved",
    execution: "awaiting",
    votes: [{ by: name, verdict: "approve" }],
  });
  await expect.poll(() => fakeGateway.received.length).toBe(1);
  const call = fakeGateway.received[0];
  const event = new Webhook(fakeGateway.secret).verify(
    call?.body ?? "",
    call?.headers as Record<string, string>,
  ) as { type: string; data: Json };
  expect(call?.body).toContain(`"arguments":${argumentsText}`);
  expect(event.type).toBe("approval.approved");
  expect(event.data).toMatchObject({
    approval_id: approval.id,
    arguments_text: argumentsText,
    correlation: { run: 12 },
    edited: false,
  });
  const report = {
    execution_id: event.data.execution_id,
    state: "succeeded",
    result: { sent: 10412 },
    duration_ms: 8,
  };
  expect((await api.send("POST", `/api/v1/approvals/${approval.id}/execution`, report)).json).toMatchObject({
    status: "succeeded",
    outcome: { result: { sent: 10412 } },
  });
  const late = await person.send("POST", `/api/v1/approvals/${approval.id}/reject`, {
    revision: 1,
    arguments_sha256: approval.arguments_sha256,
    reason: "Too late",
  });
  expect(late).toMatchObject({ status: 409, json: { code: "ALREADY_DECIDED", decided_by: name } });
});

test("a long poll answers at the decision, and a caller that waits in authorize gets its grant", async ({
  app,
  api,
  people,
}) => {
  const { email } = await people("approver");
  const person = new Api(app.url, await aTokenOf(email));
  const call = { ...broadcast(), mode: "reissue" };
  const first = await api.send("POST", "/api/v1/authorize", call);
  expect(first).toMatchObject({
    status: 202,
    json: { decision: "wait", requires_human_approval: true, ttl_seconds: 86_400 },
  });
  const id = String(first.json.approval_id);
  const undecided = await api.aPendingApproval();
  const waiting = api.send("POST", "/api/v1/authorize", { ...call, wait_seconds: 50 });
  const polling = api.send("GET", `/api/v1/approvals/${id}?wait=50`);
  // Waits equally long for a change that does not come.
  const whole = new AbortController();
  const other = fetch(`${app.url}/api/v1/approvals/${undecided.id}?wait=50`, {
    headers: { authorization: `Bearer ${app.gateway.key}` },
    signal: whole.signal,
  }).then(
    () => "its time is over" as const,
    () => "left" as const,
  );
  // The response to a later request proves that these wait.
  await api.approval(id);
  await person.send("POST", `/api/v1/approvals/${id}/approve`, {
    revision: 1,
    arguments_sha256: first.json.arguments_sha256,
  });
  const answers = Promise.all([waiting, polling]).then(() => "both are answered" as const);
  expect(await Promise.race([answers, other])).toBe("both are answered");
  whole.abort();
  expect((await waiting).json).toMatchObject({ decision: "allow", reason: "grant", approval_id: id });
  expect((await polling).json).toMatchObject({ decision: "approved" });
});

test("odd but legal HTTP input never ends in an error of ours", async ({ api }) => {
  const { id } = await api.aPendingApproval();
  const reads = [
    "/api/v1/approvals?tool=%00",
    "/api/v1/approvals?tenant=%00",
    "/api/v1/approvals?limit=0",
    "/api/v1/approvals?limit=1e9",
    "/api/v1/approvals?cursor=nonsense",
    "/api/v1/approvals?status=nonsense",
    "/api/v1/audit?q=%00",
    "/api/v1/audit?since=9999-12-31T23:59:59-23:59",
    "/api/v1/feedback?tool=%00",
    "/api/v1/cheatsheets/%00",
    "/api/v1/events?after=nonsense",
    `/api/v1/approvals/${id}?wait=-1`,
    `/api/v1/approvals/${id.toUpperCase()}`,
    "/api/v1/approvals/%00",
  ];
  for (const path of reads) {
    const { status, json } = await api.send("GET", path);
    expect(status, path).toBeGreaterThanOrEqual(400);
    expect(status, path).toBeLessThan(500);
    expect(json, path).toHaveProperty("code");
  }
  const late = await api.send("POST", "/api/v1/authorize", {
    ...broadcast(),
    occurred_at: "9999-12-31T23:59:59-23:59",
  });
  expect(late.status).toBe(422);
  const report = { execution_id: id, state: "succeeded", duration_ms: 3_000_000_000 };
  expect((await api.send("POST", `/api/v1/approvals/${id}/execution`, report)).status).toBe(422);
});

test("forged origins decide nothing", async ({ api, signedInAs, app }) => {
  const { id, body } = await api.aPendingApproval();
  const page = await signedInAs("approver");
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const seen = { visible_ms: 900, parts: ["facts", "record", "attempt", "preview", "arguments"] };
  const attempt = (headers: Record<string, string>) =>
    fetch(`${app.url}/admin/approvals/${id}/approve`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json", ...headers },
      body: JSON.stringify({ revision: 1, arguments_sha256: body.arguments_sha256, seen }),
    });
  for (const headers of [
    {},
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
    { "sec-fetch-site": "cross-site" },
  ]) {
    expect((await attempt(headers as Record<string, string>)).status).toBe(403);
  }
  expect((await api.approval(id)).decision).toBe("pending");
  expect((await attempt({ origin: new URL(app.url).origin })).status).toBe(200);
});
