import { beforeAll, describe, expect, test } from "vitest";
import { POST as authorize } from "@/app/api/v1/authorize/route";
import { createOwnToken } from "@/lib/auth/credentials/tokens";
import { ingest } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { createKey } from "@/lib/gateways/keys";
import { aGateway, aPerson, aTenant, type TestTenant, unique } from "@/lib/testing/factories";
import { POST as approve } from "./[id]/approve/route";
import { POST as cancel } from "./[id]/cancel/route";
import { POST as report } from "./[id]/execution/route";
import { POST as reject } from "./[id]/reject/route";
import { POST as requestChanges } from "./[id]/request-changes/route";
import { POST as revoke } from "./[id]/revoke/route";
import { POST } from "./route";

const system = systemScope("tests");
let tenant: TestTenant;
let key: string;
let token: string;

beforeAll(async () => {
  tenant = await aTenant();
  const gateway = await aGateway([tenant], "http://127.0.0.1:9/hook");
  ({ key } = await createKey(system, gateway.id, [tenant.key]));
  ({ token } = await createOwnToken(await aPerson([tenant])));
});

type Told = Record<string, unknown> & {
  decision: string;
  approval_id: string;
  arguments_sha256: string;
  agent_message: string;
  approval: { status: string; execution_id: string };
};

async function json(answer: Promise<Response>) {
  const response = await answer;
  return { status: response.status, headers: response.headers, body: (await response.json()) as Told };
}

function request(credential: string, body: object): Request {
  const headers = { authorization: `Bearer ${credential}`, "content-type": "application/json" };
  return new Request("http://localhost/", { method: "POST", headers, body: JSON.stringify(body) });
}

/** A held call with its retry and its verbs. */
async function aHeldCall(mode: "callback" | "reissue") {
  const call = {
    tenant: tenant.key,
    tool: "send",
    arguments: { n: unique("n") },
    rationale: "The tests need somebody to look at this.",
    mode,
  };
  const asked = { ...call, id: unique("call") };
  const { body } = await json(POST(request(key, asked)));
  const context = { params: Promise.resolve({ id: body.approval_id }) };
  const seen = { revision: 1, arguments_sha256: body.arguments_sha256 };
  const why = { ...seen, reason: "Not like this" };
  const execution = async (over: object) => {
    const { execution_id } = (await json(POST(request(key, asked)))).body.approval;
    return json(report(request(key, { execution_id, ...over }), context));
  };
  return {
    again: () => json(POST(request(key, asked))),
    redeem: () => json(authorize(request(key, call))),
    approve: () => json(approve(request(token, seen), context)),
    reject: () => json(reject(request(token, why), context)),
    changes: () => json(requestChanges(request(token, why), context)),
    revoke: () => json(revoke(request(token, why), context)),
    cancel: () => json(cancel(request(key, {}), context)),
    execution,
    store: (set: object) =>
      ingest(system, (tx) => tx.approval.updateMany({ where: { id: body.approval_id }, data: set })),
  };
}

type Held = Awaited<ReturnType<typeof aHeldCall>>;

const PAST = new Date(Date.now() - 60_000);

describe("a retry of POST /api/v1/approvals", () => {
  const OPEN: [string, "callback" | "reissue", (held: Held) => Promise<unknown>, string][] = [
    ["waits for a person", "callback", async () => {}, "pending"],
    ["is approved and the gateway is about to run it", "callback", (held) => held.approve(), "awaiting"],
    ["is approved and the agent may repeat it", "reissue", (held) => held.approve(), "awaiting"],
    [
      "runs in the gateway",
      "callback",
      async (held) => {
        await held.approve();
        await held.execution({ state: "executing" });
      },
      "executing",
    ],
  ];

  test.each(OPEN)("while the call %s (%s): wait", async (_, mode, bring, status) => {
    const held = await aHeldCall(mode);
    await bring(held);
    const { status: code, headers, body } = await held.again();
    expect(code).toBe(200);
    expect(headers.get("idempotent-replayed")).toBe("true");
    expect(headers.get("retry-after")).toBe("2");
    expect(body).toMatchObject({ decision: "wait", status, approval: { status } });
  });

  const ENDED: [string, "callback" | "reissue", (held: Held) => Promise<unknown>, object][] = [
    ["was rejected", "callback", (held) => held.reject(), { code: "REJECTED", reason: "Not like this" }],
    ["was sent back", "callback", (held) => held.changes(), { code: "CHANGES_REQUESTED" }],
    ["was cancelled", "reissue", (held) => held.cancel(), { code: "CANCELLED" }],
    [
      "was revoked",
      "reissue",
      async (held) => {
        await held.approve();
        await held.revoke();
      },
      { code: "REJECTED" },
    ],
    [
      "was not used in time",
      "reissue",
      async (held) => {
        await held.approve();
        await held.store({ useBy: PAST });
      },
      { code: "EXPIRED" },
    ],
    [
      "was let through to another attempt, which has not reported",
      "reissue",
      async (held) => {
        await held.approve();
        expect((await held.redeem()).body.decision).toBe("allow");
      },
      { code: "GRANT_USED", status: "executing" },
    ],
    [
      "succeeded",
      "callback",
      async (held) => {
        await held.approve();
        await held.execution({ state: "succeeded", result: { sent: 3 } });
      },
      { code: "GRANT_USED", status: "succeeded", outcome: { status: "succeeded", result: { sent: 3 } } },
    ],
    [
      "failed",
      "callback",
      async (held) => {
        await held.approve();
        await held.execution({ state: "failed", error: { message: "refused" } });
      },
      { code: "GRANT_USED", status: "failed", outcome: { status: "failed", error: { message: "refused" } } },
    ],
  ];

  test.each(ENDED)("after the call %s (%s): deny, and how it ended", async (_, mode, bring, told) => {
    const held = await aHeldCall(mode);
    await bring(held);
    const { status, headers, body } = await held.again();
    expect(status).toBe(200);
    expect(headers.get("idempotent-replayed")).toBe("true");
    expect(headers.get("retry-after")).toBeNull();
    expect(body).toMatchObject({ decision: "deny", approval_id: body.approval_id, ...told });
    for (const member of ["requires_human_approval", "ttl_seconds", "poll_after_ms"])
      expect(body).not.toHaveProperty(member);
    expect(body.agent_message).not.toMatch(/waits for a person/);
    expect(body.approval.status).toEqual(expect.any(String));
  });

  test("uses no grant up: the agent can still repeat the call", async () => {
    const held = await aHeldCall("reissue");
    await held.approve();
    await held.again();
    await held.again();
    expect((await held.redeem()).body.decision).toBe("allow");
  });
});
