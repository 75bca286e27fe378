import pg from "pg";
import { describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  aTool,
  LOOKED,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { cancelApproval, decideApproval, extendApproval, revokeApproval } from "./commands";
import { createApproval } from "./gate/testing/held";
import { runOnce } from "./worker";

const system = systemScope("tests");

type Setting = { tenant: TestTenant; gateway: TestGateway; person: UserScope };

async function aSetting(callbackUrl: string | null = "http://127.0.0.1:9/hook"): Promise<Setting> {
  const tenant = await aTenant();
  return { tenant, gateway: await aGateway([tenant], callbackUrl), person: await aPerson([tenant]) };
}

async function pending(
  { tenant, gateway }: Setting,
  over: Parameters<typeof aCall>[1] = {},
): Promise<Approval> {
  const made = await createApproval(gateway.scope, aCall(tenant, over), {
    tenantId: tenant.id,
    key: null,
    bodySha256: newId(),
  });
  return load(made.approvalId);
}

const load = (id: string) => read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id } }));
const seenOf = ({ id, revision, argumentsSha256 }: Approval) => ({ id, revision, argumentsSha256 });
const yes = (approval: Approval, argumentsText?: string) => ({
  ...seenOf(approval),
  verdict: "approve" as const,
  argumentsText,
  seen: LOOKED,
});
const no = (approval: Approval) => ({
  ...seenOf(approval),
  verdict: "reject" as const,
  reason: "Too many recipients",
});

async function traces(id: string) {
  return read(system, async (tx) => ({
    activity: (await tx.activity.findMany({ where: { subjectId: id } })).map((row) => row.action),
    events: (await tx.outboxEvent.findMany({ where: { approvalId: id } })).map((row) => row.type),
    deliveries: await tx.delivery.count({ where: { approvalId: id } }),
    votes: await tx.vote.count({ where: { approvalId: id } }),
  }));
}

describe("a decision", () => {
  test("is one change with its activity row, its event and its delivery", async () => {
    const setting = await aSetting();
    const approval = await pending(setting);
    const recorded = await decideApproval(setting.person, yes(approval));
    expect(recorded).toMatchObject({ decision: "approved", status: "awaiting" });
    expect(await load(approval.id)).toMatchObject({
      decision: "approved",
      execution: "awaiting",
      delivery: "owed",
      decidedBy: setting.person.actor.name,
    });
    expect(await traces(approval.id)).toEqual({
      activity: ["approval.approved"],
      events: ["approval.approved"],
      deliveries: 1,
      votes: 1,
    });
  });

  test("of eight people deciding at once, one wins, the others learn who, and the gateway is told once", async () => {
    const setting = await aSetting();
    for (let round = 0; round < 5; round += 1) {
      const approval = await pending(setting, { argumentsText: `{"round":${round}}` });
      const people = await Promise.all(Array.from({ length: 8 }, () => aPerson([setting.tenant])));
      const results = await Promise.allSettled(
        people.map((person, i) => decideApproval(person, i % 2 ? no(approval) : yes(approval))),
      );
      const won = results.findIndex((result) => result.status === "fulfilled");
      expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
      const winner = people[won]?.actor.name ?? "nobody";
      for (const result of results) {
        if (result.status === "fulfilled") continue;
        expect(result.reason).toMatchObject({ code: "ALREADY_DECIDED" });
        expect((result.reason as Error).message).toContain(winner);
      }
      expect(await traces(approval.id)).toMatchObject({ deliveries: 1, votes: 1 });
    }
  });

  test("races with cancelling and with expiry: exactly one of them happens", async () => {
    const setting = await aSetting();
    for (let round = 0; round < 5; round += 1) {
      const approval = await pending(setting, { argumentsText: `{"round":${round}}` });
      await ingest(
        system,
        (tx) =>
          tx.$executeRaw`update approvals set decide_by = clock_timestamp() + interval '20 ms' where id = ${approval.id}::uuid`,
      );
      await Promise.allSettled([
        decideApproval(setting.person, yes(approval)),
        cancelApproval(setting.gateway.scope, approval.id, null),
        new Promise((resolve) => setTimeout(resolve, 21)).then(() => runOnce()),
      ]);
      await runOnce();
      expect((await traces(approval.id)).activity).toHaveLength(1);
      expect((await traces(approval.id)).events).toHaveLength(1);
    }
  });

  test("about anything but what was seen is refused", async () => {
    const setting = await aSetting();
    const approval = await pending(setting);
    await expect(decideApproval(setting.person, { ...yes(approval), revision: 2 })).rejects.toMatchObject({
      code: "STALE_VIEW",
    });
    await expect(
      decideApproval(setting.person, { ...yes(approval), argumentsSha256: "0".repeat(64) }),
    ).rejects.toMatchObject({ code: "STALE_VIEW" });
    expect(await load(approval.id)).toMatchObject({ decision: "pending" });
    expect(await traces(approval.id)).toEqual({ activity: [], events: [], deliveries: 0, votes: 0 });
  });

  test("after the deadline is refused by the database's clock, worker or not", async () => {
    const setting = await aSetting();
    const approval = await pending(setting);
    await ingest(
      system,
      (tx) =>
        tx.$executeRaw`update approvals set decide_by = clock_timestamp() where id = ${approval.id}::uuid`,
    );
    await expect(decideApproval(setting.person, yes(approval))).rejects.toMatchObject({ code: "EXPIRED" });
    expect(await load(approval.id)).toMatchObject({ decision: "pending" });
  });

  test("is not told apart from none in another tenant", async () => {
    const setting = await aSetting();
    const approval = await pending(setting);
    const foreigner = await aPerson([await aTenant()], "admin");
    const foreign = await decideApproval(foreigner, yes(approval)).catch((error: unknown) => error);
    const none = await decideApproval(foreigner, { ...yes(approval), id: newId() }).catch(
      (error: unknown) => error,
    );
    expect(foreign).toMatchObject({ code: "NOT_FOUND" });
    expect(none).toEqual(foreign);
  });

  test.each(["activity", "outbox_events"])("leaves nothing behind when writing %s fails", async (table) => {
    const setting = await aSetting();
    const approval = await pending(setting);
    const owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
    await owner.connect();
    const name = `fail_${table}_${setting.tenant.id.replaceAll("-", "")}`;
    try {
      await owner.query(
        `create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$`,
      );
      await owner.query(
        `create trigger ${name} before insert on ${table} for each row when (new.tenant_id = '${setting.tenant.id}') execute function ${name}()`,
      );
      await expect(decideApproval(setting.person, yes(approval))).rejects.toThrow(/planted/);
      expect(await load(approval.id)).toMatchObject({ decision: "pending", execution: "none" });
      expect(await traces(approval.id)).toEqual({ activity: [], events: [], deliveries: 0, votes: 0 });
    } finally {
      await owner.query(`drop function ${name} cascade`);
      await owner.end();
    }
  });
});

describe("edit and approve", () => {
  test("makes a revision, keeps the digits, and tells the gateway what to run", async () => {
    const setting = await aSetting();
    const approval = await pending(setting, { argumentsText: '{"n":1,"to":"a"}' });
    await decideApproval(setting.person, yes(approval, '{"n":9007199254740993,"to":"a"}'));
    expect(await load(approval.id)).toMatchObject({
      revision: 2,
      argumentsText: '{"n":9007199254740993,"to":"a"}',
      decision: "approved",
    });
    const event = await read(system, (tx) =>
      tx.outboxEvent.findFirstOrThrow({ where: { approvalId: approval.id } }),
    );
    expect(event.body).toContain('"arguments":{"n":9007199254740993,"to":"a"}');
    expect(JSON.parse(event.body)).toMatchObject({
      data: { edited: true, revision: 2, arguments_text: '{"n":9007199254740993,"to":"a"}' },
    });
  });

  test("keeps types and the tool's schema", async () => {
    const setting = await aSetting();
    await aTool(setting.gateway, {
      name: "write_file",
      risk: "high",
      inputSchema: '{"type":"object","properties":{"n":{"type":"integer","maximum":5}}}',
    });
    const approval = await pending(setting, { argumentsText: '{"n":1}' });
    await expect(decideApproval(setting.person, yes(approval, '{"n":"1"}'))).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    const beyond = decideApproval(setting.person, yes(approval, '{"n":6}'));
    await expect(beyond).rejects.toMatchObject({ details: { errors: [{ pointer: "/arguments/n" }] } });
    await expect(decideApproval(setting.person, yes(approval, '{"n":1,"n":2}'))).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    await expect(decideApproval(setting.person, yes(approval, "[1]"))).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    expect(await load(approval.id)).toMatchObject({ decision: "pending", revision: 1 });
  });

  test("of the same arguments is a plain approval", async () => {
    const setting = await aSetting();
    const approval = await pending(setting, { argumentsText: '{"a":1,"b":2}' });
    await decideApproval(setting.person, yes(approval, '{ "b": 2, "a": 1 }'));
    expect(await load(approval.id)).toMatchObject({ revision: 1, argumentsText: '{"a":1,"b":2}' });
  });
});

describe("a quorum", () => {
  const twoNeeded = async (setting: Setting) => {
    const approval = await pending(setting);
    await ingest(system, (tx) =>
      tx.approval.updateMany({ where: { id: approval.id }, data: { approvalsRequired: 2 } }),
    );
    return approval;
  };

  test("counts distinct people, also when they vote at once", async () => {
    const setting = await aSetting();
    const approval = await twoNeeded(setting);
    const second = await aPerson([setting.tenant]);
    const results = await Promise.all([
      decideApproval(setting.person, yes(approval)),
      decideApproval(second, yes(approval)),
    ]);
    expect(results.map((result) => result.decision).toSorted()).toEqual(["approved", "pending"]);
    expect(await traces(approval.id)).toMatchObject({ deliveries: 1, votes: 2 });
  });

  test("a person counts once, and an edit voids earlier votes", async () => {
    const setting = await aSetting();
    const approval = await twoNeeded(setting);
    await decideApproval(setting.person, yes(approval));
    await expect(decideApproval(setting.person, yes(approval))).rejects.toMatchObject({ code: "CONFLICT" });
    const second = await aPerson([setting.tenant]);
    expect(await decideApproval(second, yes(approval, '{"path":"/tmp/b","content":"hello"}'))).toMatchObject({
      decision: "pending",
      approvals: 1,
    });
    await expect(decideApproval(setting.person, yes(approval))).rejects.toMatchObject({ code: "STALE_VIEW" });
    expect(await decideApproval(setting.person, yes(await load(approval.id)))).toMatchObject({
      decision: "approved",
    });
  });
});

describe("revoking, extending, cancelling", () => {
  test("an approval is revoked while nothing has started, and the gateway is told", async () => {
    const setting = await aSetting();
    const approval = await pending(setting);
    await decideApproval(setting.person, yes(approval));
    await revokeApproval(setting.person, { ...seenOf(approval), reason: "Wrong segment" });
    expect(await load(approval.id)).toMatchObject({ decision: "revoked", execution: "blocked" });
    expect((await traces(approval.id)).events.toSorted()).toEqual(["approval.approved", "approval.revoked"]);
    await expect(
      revokeApproval(setting.person, { ...seenOf(approval), reason: "Again" }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("more time moves the deadline, to 30 days after the request at most", async () => {
    const setting = await aSetting();
    const approval = await pending(setting);
    const { decideBy } = await extendApproval(setting.person, approval.id, 3_600);
    expect(decideBy.getTime() - approval.decideBy.getTime()).toBe(3_600_000);
    const far = await extendApproval(setting.person, approval.id, 2_592_000);
    expect(far.decideBy.getTime() - approval.createdAt.getTime()).toBe(2_592_000_000);
  });

  test("nothing is cancelled after its deadline", async () => {
    const setting = await aSetting();
    const approval = await pending(setting);
    await ingest(
      system,
      (tx) =>
        tx.$executeRaw`update approvals set decide_by = clock_timestamp() where id = ${approval.id}::uuid`,
    );
    await expect(cancelApproval(setting.gateway.scope, approval.id, null)).rejects.toMatchObject({
      code: "EXPIRED",
    });
    expect(await load(approval.id)).toMatchObject({ decision: "pending" });
  });

  test("a gateway cancels its own requests only", async () => {
    const setting = await aSetting();
    const approval = await pending(setting);
    const other = await aGateway([setting.tenant]);
    await expect(cancelApproval(other.scope, approval.id, null)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await cancelApproval(setting.gateway.scope, approval.id, "No longer needed");
    expect(await load(approval.id)).toMatchObject({ decision: "cancelled", reason: "No longer needed" });
    await expect(decideApproval(setting.person, yes(approval))).rejects.toMatchObject({
      code: "ALREADY_DECIDED",
    });
  });
});
