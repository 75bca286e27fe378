import { describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { RawJson } from "@/lib/core/json/raw";
import { systemScope } from "@/lib/core/scope";
import { closeLiveHub } from "@/lib/live/hub";
import { aCall, aGateway, aPerson, aTenant, aTool, type TestTenant, unique } from "@/lib/testing/factories";
import { decideApproval } from "../commands";
import { ask as authorize } from "./ask";
import { createApproval } from "./testing/held";
import { approve, aSetting, ask, waiting } from "./testing/setting";

const system = systemScope("tests");
const countApprovals = (tenant: TestTenant) =>
  read(system, (tx) => tx.approval.count({ where: { tenantId: tenant.id } }));

test("a call that is let through without a person stores nothing and waits for nobody", async () => {
  const setting = await aSetting();
  await ask(setting);
  const low = { risk: "low", argumentsText: '{"another":"call"}' } as const;
  const stored = await ingest(system, async (tx) => {
    // Any transaction that stores data of the tenant would wait for this lock.
    await tx.$executeRaw`select 1 from tenants where id = ${setting.tenant.id}::uuid for update`;
    const { answer } = await ask(setting, low);
    expect(answer).toMatchObject({ kind: "allow", reason: "not_required", approvalId: null });
    return tx.approval.count({ where: { tenantId: setting.tenant.id } });
  });
  expect(stored).toBe(1);
  // The gate still finds an earlier approval of the same call.
  const { gateway, tenant } = setting;
  const input = aCall(tenant, low);
  const held = await createApproval(gateway.scope, input, { tenantId: tenant.id, key: null, bodySha256: "" });
  const again = await authorize(gateway.scope, input, { tenantId: tenant.id, key: null, bodySha256: "" });
  expect(waiting(again.answer).id).toBe(held.approvalId);
});

describe("the gate", () => {
  test("holds a risky call and keeps its arguments to the byte", async () => {
    const setting = await aSetting();
    const argumentsText = '{ "n": 9007199254740993, "e": 1e400, "s": "\\u202e\\u00e9" }';
    const held = waiting((await ask(setting, { argumentsText })).answer);
    const row = await read(system, (tx) =>
      tx.approval.findFirstOrThrow({ where: { tenantId: setting.tenant.id, id: held.id } }),
    );
    expect(row.argumentsText).toBe(argumentsText);
    expect(row.decision).toBe("pending");
    expect(row.argumentsSha256).toBe(
      RawJson.parse('{"s":"\u202e\u00e9","n":9007199254740993,"e":1e400}').sha256,
    );
  });

  test("holds a call of a low tool that asks for confirmation, and says that the tool asks", async () => {
    const setting = await aSetting();
    await aTool(setting.gateway, { name: "peek", risk: "low", requiresConfirmation: true });
    const held = waiting((await ask(setting, { tool: "peek", risk: "low" })).answer);
    expect(held).toMatchObject({ risk: "low", heldBecause: "requires_confirmation" });
  });

  test("lets a low call through without a row", async () => {
    const setting = await aSetting();
    expect((await ask(setting, { risk: "low" })).answer).toMatchObject({
      kind: "allow",
      reason: "not_required",
      approvalId: null,
    });
    expect(await countApprovals(setting.tenant)).toBe(0);
  });

  test("a tool nobody rated waits as medium", async () => {
    const setting = await aSetting();
    expect(waiting((await ask(setting, { risk: undefined })).answer)).toMatchObject({
      risk: "medium",
      heldBecause: "unrated_tool",
    });
  });

  test("the catalogue's stricter rating wins over the request's", async () => {
    const setting = await aSetting();
    await aTool(setting.gateway, { name: "write_file", risk: "critical" });
    expect(waiting((await ask(setting, { risk: "low" })).answer).risk).toBe("critical");
  });

  test("records a call that the tenant lets through", async () => {
    const setting = await aSetting({ autoApproveHighRisk: true });
    const { answer } = await ask(setting);
    if (answer.kind !== "allow" || !answer.approvalId) throw new Error("expected a recorded allow");
    const row = await read(system, (tx) =>
      tx.approval.findFirstOrThrow({ where: { id: answer.approvalId ?? "" } }),
    );
    expect(row).toMatchObject({
      decision: "approved",
      execution: "executing",
      heldBecause: "auto_approved",
      executionId: answer.executionId,
    });
    expect(
      await read(system, (tx) =>
        tx.activity.count({ where: { tenantId: setting.tenant.id, action: "approval.auto_approved" } }),
      ),
    ).toBe(1);
  });

  test("confirm changes nothing unless the tenant accepts it", async () => {
    expect((await ask(await aSetting(), { confirm: true })).answer.kind).toBe("wait");
    expect((await ask(await aSetting({ confirmMode: "accept" }), { confirm: true })).answer).toMatchObject({
      kind: "allow",
      reason: "confirmed",
    });
  });

  test("twenty equal calls at once make one approval", async () => {
    const setting = await aSetting();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(setting)));
    expect(new Set(answers.map(({ answer }) => waiting(answer).id)).size).toBe(1);
    expect(await countApprovals(setting.tenant)).toBe(1);
  });

  test("the key order of arguments does not matter, another agent's call does", async () => {
    const setting = await aSetting();
    const first = waiting((await ask(setting, { argumentsText: '{"a":1,"b":2}' })).answer);
    expect(waiting((await ask(setting, { argumentsText: '{"b":2, "a":1}' })).answer).id).toBe(first.id);
    expect(
      waiting((await ask(setting, { argumentsText: '{"a":1,"b":2}', agent: "other" })).answer).id,
    ).not.toBe(first.id);
  });

  test("a rejected call is refused during its cool-down, with the reason", async () => {
    const setting = await aSetting();
    const held = waiting((await ask(setting)).answer);
    await decideApproval(setting.person, {
      id: held.id,
      verdict: "reject",
      revision: 1,
      argumentsSha256: held.argumentsSha256,
      reason: "Not now",
    });
    const again = (await ask(setting)).answer;
    expect(again).toMatchObject({ kind: "deny", code: "REJECTED" });
    expect(await countApprovals(setting.tenant)).toBe(1);
  });
});

describe("retries", () => {
  test("fifty equal requests at once make one row and get one answer", async () => {
    const setting = await aSetting();
    const key = unique("call");
    const results = await Promise.all(Array.from({ length: 50 }, () => ask(setting, {}, key)));
    expect(new Set(results.map(({ answer }) => waiting(answer).id)).size).toBe(1);
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await countApprovals(setting.tenant)).toBe(1);
  });

  test("the same id with other arguments is refused and changes nothing", async () => {
    const setting = await aSetting();
    const key = unique("call");
    const first = waiting((await ask(setting, {}, key)).answer);
    await expect(ask(setting, { argumentsText: '{"path":"/etc/passwd"}' }, key)).rejects.toMatchObject({
      code: "IDEMPOTENCY_CONFLICT",
    });
    const row = await read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id: first.id } }));
    expect(row.argumentsText).toBe(first.argumentsText);
    expect(await countApprovals(setting.tenant)).toBe(1);
  });

  test("a retry gets the row's present state", async () => {
    const setting = await aSetting();
    const key = unique("call");
    const { id, argumentsSha256 } = waiting((await ask(setting, {}, key)).answer);
    await decideApproval(setting.person, {
      id,
      verdict: "reject",
      revision: 1,
      argumentsSha256,
      reason: "No",
    });
    expect(await ask(setting, {}, key)).toMatchObject({
      replayed: true,
      answer: { kind: "deny", code: "REJECTED" },
    });
  });

  test("an allowed call's retry gets the same execution id", async () => {
    const setting = await aSetting();
    const key = unique("call");
    const first = (await ask(setting, { risk: "low" }, key)).answer;
    const again = await ask(setting, { risk: "low" }, key);
    if (first.kind !== "allow" || again.answer.kind !== "stored")
      throw new Error("expected allow, then its stored answer");
    expect(JSON.parse(again.answer.body)).toMatchObject({
      decision: "allow",
      execution_id: first.executionId,
    });
  });
});

test("a retry is recognised before anything is judged again", async () => {
  const setting = await aSetting();
  const key = unique("call");
  const first = waiting((await ask(setting, { rationale: undefined }, key)).answer);
  await ingest(
    system,
    (tx) =>
      tx.$executeRaw`update tenants set first_row_at = now() - interval '15 days' where id = ${setting.tenant.id}::uuid`,
  );
  const again = await ask(setting, { rationale: undefined }, key);
  expect([waiting(again.answer).id, again.replayed]).toEqual([first.id, true]);
});

describe("a grant", () => {
  test("is found behind any number of newer approvals of the same call", async () => {
    const setting = await aSetting();
    await approve(setting.person, (await ask(setting)).answer);
    const make = (i: number) =>
      createApproval(setting.gateway.scope, aCall(setting.tenant), {
        tenantId: setting.tenant.id,
        key: null,
        bodySha256: `${i}`,
      });
    await Promise.all(Array.from({ length: 25 }, (_, i) => make(i)));
    expect((await ask(setting)).answer).toMatchObject({ kind: "allow", reason: "grant" });
  });

  test("is used by exactly one of fifty", async () => {
    const setting = await aSetting();
    await approve(setting.person, (await ask(setting)).answer);
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(setting)));
    expect(answers.filter(({ answer }) => answer.kind === "allow")).toHaveLength(1);
    expect(
      answers.filter(({ answer }) => answer.kind === "deny" && answer.code === "GRANT_USED"),
    ).toHaveLength(49);
  });

  test("answers the same redemption key again, and only that one", async () => {
    const setting = await aSetting();
    await approve(setting.person, (await ask(setting)).answer);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(setting, { redemptionKey: "r1" })),
    );
    const ids = answers.map(({ answer }) => (answer.kind === "allow" ? answer.executionId : answer.kind));
    expect(new Set(ids).size).toBe(1);
    expect((await ask(setting, { redemptionKey: "r2" })).answer).toMatchObject({
      kind: "deny",
      code: "GRANT_USED",
    });
  });

  test("is bound to the arguments and to the agent", async () => {
    const setting = await aSetting();
    await approve(setting.person, (await ask(setting, { argumentsText: '{"n":9007199254740993}' })).answer);
    expect((await ask(setting, { argumentsText: '{"n":9007199254740992}' })).answer.kind).toBe("wait");
    expect(
      (await ask(setting, { argumentsText: '{"n":9007199254740993}', agent: "other" })).answer.kind,
    ).toBe("wait");
    expect((await ask(setting, { argumentsText: '{"n":9007199254740993}' })).answer.kind).toBe("allow");
  });

  test("of an edited call names the differences, and lets the edited one through", async () => {
    const setting = await aSetting();
    const original = '{"path":"/tmp/a","content":"x"}';
    await approve(
      setting.person,
      (await ask(setting, { argumentsText: original })).answer,
      '{"path":"/tmp/b","content":"x"}',
    );
    expect((await ask(setting, { argumentsText: original })).answer).toMatchObject({
      kind: "deny",
      code: "ARGUMENTS_MISMATCH",
      received: original,
    });
    expect((await ask(setting, { argumentsText: '{"content":"x","path":"/tmp/b"}' })).answer.kind).toBe(
      "allow",
    );
  });

  test("is never given in mode callback: an equal call waits on the same approval", async () => {
    const tenant = await aTenant();
    const setting = {
      tenant,
      gateway: await aGateway([tenant], "http://127.0.0.1:9/hook"),
      person: await aPerson([tenant]),
    };
    const held = (await ask(setting)).answer;
    await approve(setting.person, held);
    expect(waiting((await ask(setting)).answer)).toMatchObject({
      id: waiting(held).id,
      execution: "awaiting",
    });
  });
});

describe("createApproval", () => {
  test("holds whatever the risk, each time anew", async () => {
    const { tenant, gateway } = await aSetting();
    const make = () =>
      createApproval(gateway.scope, aCall(tenant, { risk: "low" }), {
        tenantId: tenant.id,
        key: null,
        bodySha256: "x",
      });
    expect((await make()).approvalId).not.toBe((await make()).approvalId);
    expect(await countApprovals(tenant)).toBe(2);
  });
});

describe("the rationale", () => {
  test("may be missing in the tenant's first days, and the caller is noted; not afterwards", async () => {
    const setting = await aSetting();
    const first = await ask(setting, { rationale: undefined });
    expect(first.warning?.code).toBe("RATIONALE_MISSING");
    expect(first.grace?.until).toBeInstanceOf(Date);
    expect(
      await read(system, (tx) =>
        tx.rationaleOffender.count({ where: { tenantId: setting.tenant.id, agent: "tester" } }),
      ),
    ).toBe(1);
    await ingest(
      system,
      (tx) =>
        tx.$executeRaw`update tenants set first_row_at = now() - interval '15 days' where id = ${setting.tenant.id}::uuid`,
    );
    const wrong = { tool: "other", rationale: undefined, gateway: "another", callbackUrl: "http://a.test/x" };
    const error = await ask(setting, wrong).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DomainError);
    expect((error as DomainError).details.errors?.map(({ pointer }) => pointer)).toEqual([
      "/rationale",
      "/gateway",
      "/callback_url",
    ]);
  });
});

test("a gateway's name or a callback elsewhere is refused", async () => {
  const tenant = await aTenant();
  const setting = {
    tenant,
    gateway: await aGateway([tenant], "http://127.0.0.1:9/hook"),
    person: await aPerson([tenant]),
  };
  await expect(ask(setting, { gateway: "another" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  await expect(ask(setting, { callbackUrl: "http://elsewhere.example/hook" })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
  });
  expect(await countApprovals(tenant)).toBe(0);
});

test("whoever waits runs the call once people decided; whoever has gone is answered as it stands", async () => {
  const { gateway, tenant, person } = await aSetting();
  const call = aCall(tenant, { waitSeconds: 30 });
  const request = { tenantId: tenant.id, key: null, bodySha256: "" };
  const gone = await authorize(gateway.scope, call, request, { leaving: AbortSignal.abort() });
  const { id } = waiting(gone.answer);
  const waits = authorize(gateway.scope, call, request);
  await approve(person, gone.answer);
  expect((await waits).answer).toMatchObject({ kind: "allow", reason: "grant", approvalId: id });
  await closeLiveHub();
});

test("whoever wants a person gets one, and a retry of that tells where the call stands and uses up nothing", async () => {
  const { gateway, tenant, person } = await aSetting();
  const call = aCall(tenant, { risk: "low" });
  const keyed = { tenantId: tenant.id, key: "id:wanted", bodySha256: "same" };
  const first = await authorize(gateway.scope, call, keyed, { wants: "person" });
  expect(waiting(first.answer)).toMatchObject({ decision: "pending", heldBecause: "requested" });
  await approve(person, first.answer);
  const again = await authorize(gateway.scope, call, keyed, { wants: "person" });
  expect(again).toMatchObject({ replayed: true, answer: { approval: { decision: "approved" } } });
  expect(waiting(again.answer).votes).toHaveLength(1);
  const { answer } = await authorize(gateway.scope, call, { ...keyed, key: null });
  expect(answer).toMatchObject({ kind: "allow", reason: "grant" });
});
