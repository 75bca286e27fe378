import { beforeAll, describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { RawJson } from "@/lib/core/json/raw";
import { systemScope, type UserScope } from "@/lib/core/scope";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  LOOKED,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { decideApproval } from "../commands";
import { createApproval } from "../gate/testing/held";
import { snoozeApprovals } from "../triage/snooze";
import { listChanges } from "./changes";
import { queueList } from "./list";
import { QUEUE_PAGE } from "./places";
import { listQueue } from "./queries";
import type { SeenCall } from "./types";

const system = systemScope("tests");
let tenant: TestTenant;
let gateway: TestGateway;
let person: UserScope;

beforeAll(async () => {
  tenant = await aTenant();
  gateway = await aGateway([tenant]);
  person = await aPerson([tenant]);
});

async function pending(over: Parameters<typeof aCall>[1], setting = { tenant, gateway }) {
  const input = aCall(setting.tenant, over);
  return (
    await createApproval(setting.gateway.scope, input, {
      tenantId: setting.tenant.id,
      key: null,
      bodySha256: newId(),
    })
  ).approvalId;
}

async function aFresh() {
  const own = await aTenant();
  return { tenant: own, gateway: await aGateway([own]), person: await aPerson([own]) };
}

describe("the queue", () => {
  test("comes soon expiring first whatever the risk, then by risk and deadline", async () => {
    const setting = await aFresh();
    const later = await pending({ risk: "high", ttlSeconds: 7_200, agent: "a" }, setting);
    const soon = await pending({ risk: "high", ttlSeconds: 600, agent: "b" }, setting);
    const critical = await pending({ risk: "critical", ttlSeconds: 86_400 }, setting);
    const low = await pending({ risk: "low", ttlSeconds: 60 }, setting);
    const { rows, counts } = await listQueue(setting.person, { view: "all" });
    expect(rows.map((row) => [row.id, row.soon])).toEqual([
      [low, true],
      [soon, true],
      [critical, false],
      [later, false],
    ]);
    expect(counts).toEqual({ mine: 4, all: 4, snoozed: 0, attention: 0 });
    expect((await listQueue(setting.person, { view: "high" })).rows).toHaveLength(3);
  });

  test("pages through all of it once, also where deadlines are equal", async () => {
    const setting = await aFresh();
    const ids = await Promise.all(
      Array.from({ length: QUEUE_PAGE + 25 }, (_, i) => pending({ argumentsText: `{"i":${i}}` }, setting)),
    );
    await ingest(
      system,
      (tx) =>
        tx.$executeRaw`update approvals set decide_by = date_trunc('hour', decide_by) where tenant_id = ${setting.tenant.id}::uuid`,
    );
    const first = await listQueue(setting.person, { view: "all" });
    const second = await listQueue(setting.person, { view: "all", cursor: first.nextCursor ?? "" });
    const seen = [...first.rows, ...second.rows].map((row) => row.id);
    expect(second.nextCursor).toBeNull();
    expect(new Set(seen)).toEqual(new Set(ids));
    expect(seen).toHaveLength(ids.length);
  });

  test("pages through soon and later calls once, also identical ones of both", async () => {
    const setting = await aFresh();
    const same = { argumentsText: `{"same":1}`, agent: "twin" };
    await pending({ ...same, risk: "high", ttlSeconds: 86_400 }, setting);
    const first = await pending({ ...same, risk: "high", ttlSeconds: 120 }, setting);
    const soon = Array.from({ length: QUEUE_PAGE + 5 }, (_, i) =>
      pending({ argumentsText: `{"i":${i}}`, risk: "low", ttlSeconds: 300 }, setting),
    );
    const late = Array.from({ length: 20 }, (_, i) =>
      pending({ argumentsText: `{"i":${i + 1_000}}`, risk: "critical", ttlSeconds: 86_400 }, setting),
    );
    const ids = await Promise.all([...soon, ...late]);
    const seen: { id: string; soon: boolean }[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await listQueue(setting.person, { view: "all", cursor });
      seen.push(...page.rows.map((row) => ({ id: row.id, soon: row.soon })));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(seen).toHaveLength(ids.length + 1);
    expect(new Set(seen.map(({ id }) => id))).toEqual(new Set([first, ...ids]));
    expect(seen.map((row) => row.soon)).toEqual([
      ...Array.from({ length: soon.length + 1 }, () => true),
      ...Array.from({ length: late.length }, () => false),
    ]);
  });

  test("shows nobody another tenant's calls, nor counts them", async () => {
    const foreign = await aFresh();
    await pending({ summary: "CANARY" }, foreign);
    const page = await listQueue(person, { view: "all", q: "CANARY" });
    expect(page.rows).toEqual([]);
    expect(JSON.stringify(page)).not.toContain(foreign.tenant.key);
  });

  test("leaves out of Mine what one has voted on", async () => {
    const setting = await aFresh();
    const id = await pending({}, setting);
    await ingest(system, (tx) => tx.approval.updateMany({ where: { id }, data: { approvalsRequired: 2 } }));
    const { revision, argumentsSha256 } = await read(system, (tx) =>
      tx.approval.findFirstOrThrow({ where: { id } }),
    );
    await decideApproval(setting.person, { id, verdict: "approve", revision, argumentsSha256, seen: LOOKED });
    const { rows, recent } = await listQueue(setting.person, { view: "mine" });
    expect(rows).toEqual([]);
    // A row that is about to leave shows that it still waits, and for how many approvals.
    const agreed = { yours: true, given: 1, required: 2, held: false };
    expect(recent).toMatchObject([{ id, decision: "pending", agreed }]);
    expect((await listChanges(setting.person, { view: "mine" }, [id])).calls).toEqual(recent);
    expect((await listQueue(setting.person, { view: "all" })).rows).toHaveLength(1);
  });

  test("filters by every facet and by text, taken literally", async () => {
    const setting = await aFresh();
    const id = await pending(
      { tool: "send", agent: "bot", risk: "critical", summary: "Refund 100% of it_all" },
      setting,
    );
    await pending({ tool: "other", agent: "human", summary: "Refund 1000 of italia" }, setting);
    const { key } = setting.tenant;
    const filters = [
      { tool: "send" },
      { agent: "bot" },
      { risk: "critical" as const },
      { q: "100%" },
      { q: "it_all" },
      { q: id },
      { q: "refund", tool: "send", tenant: key, gateway: setting.gateway.name },
    ];
    for (const filter of filters) {
      expect((await listQueue(setting.person, { view: "all", ...filter })).rows.map((row) => row.id)).toEqual(
        [id],
      );
    }
    expect((await listQueue(setting.person, { view: "all" })).facets.tools.toSorted()).toEqual([
      "other",
      "send",
    ]);
  });

  test("lists what was decided, newest first, and who decided last", async () => {
    const setting = await aFresh();
    const id = await pending({}, setting);
    const sha = RawJson.parse('{"path":"/tmp/a.txt","content":"hello"}').sha256;
    await decideApproval(setting.person, {
      id,
      verdict: "reject",
      revision: 1,
      argumentsSha256: sha,
      reason: "No",
    });
    const page = await listQueue(setting.person, { view: "decided" });
    expect(page.rows).toMatchObject([{ id, status: "rejected", decidedBy: setting.person.actor.name }]);
    const empty = await listQueue(setting.person, { view: "mine" });
    expect(empty.lastDecision?.by).toBe(setting.person.actor.name);
  });

  test("shows what needs attention", async () => {
    const setting = await aFresh();
    const id = await pending({}, setting);
    await ingest(system, (tx) => tx.approval.updateMany({ where: { id }, data: { delivery: "dead" } }));
    const page = await listQueue(setting.person, { view: "attention" });
    expect(page.rows).toMatchObject([{ id, undelivered: true }]);
    expect(page.counts.attention).toBe(1);
  });

  test("lists what needs attention by harm, then risk, and pages through it", async () => {
    const setting = await aFresh();
    const kinds = [
      { decision: "approved", execution: "lapsed" },
      { decision: "rejected", execution: "blocked", delivery: "dead" },
      { decision: "approved", execution: "failed" },
      { decision: "revoked", execution: "blocked", delivery: "dead" },
      { decision: "approved", execution: "unknown" },
      { decision: "revoked", execution: "succeeded" },
    ] as const;
    const ids: string[] = [];
    for (const data of kinds) {
      for (const risk of ["low", "critical"] as const) {
        const id = await pending({ risk, argumentsText: `{"n":"${newId()}"}` }, setting);
        const executionId = data.execution === "blocked" ? null : newId();
        const decided = { decidedAt: new Date(), decidedBy: "Ines", executionId, useBy: new Date() };
        await ingest(system, (tx) =>
          tx.approval.updateMany({ where: { id }, data: { ...decided, ...data } }),
        );
        ids.unshift(id);
      }
    }
    const { rows } = await listQueue(setting.person, { view: "attention" });
    expect(rows.map((row) => row.id)).toEqual(ids);
    const [, , third] = rows;
    if (!third) throw new Error("there is no third row");
    // Of an unknown outcome at critical risk.
    const cursor = queueList.cursor.write([19, third.changedAt, third.id]);
    const rest = await listQueue(setting.person, { view: "attention", cursor });
    expect(rest.rows.map((row) => row.id)).toEqual(ids.slice(3));
  });

  test("refuses a tampered cursor; an address with one is of the first page, and says so", async () => {
    await expect(listQueue(person, { view: "all", cursor: "nonsense" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    const { filter, problems } = queueList.parse({ view: "all", cursor: "nonsense" });
    expect((await listQueue(person, filter)).rows).toBeInstanceOf(Array);
    expect(problems).toEqual([{ name: "cursor", sent: "nonsense", accepts: null }]);
  });
});

describe("identical calls", () => {
  test("are one row that opens to its calls, each with what it takes to decide it", async () => {
    const setting = await aFresh();
    const same = { argumentsText: '{"n":1}', summary: "Send it" };
    const ids: string[] = [];
    for (const ttlSeconds of [7_200, 600, 3_600]) ids.push(await pending({ ...same, ttlSeconds }, setting));
    const other = await pending({ ...same, summary: "Send it elsewhere" }, setting);
    const { rows, counts } = await listQueue(setting.person, { view: "all" });
    expect(rows.map((row) => row.id).toSorted()).toEqual([ids[1], other].toSorted());
    expect(counts.all).toBe(4);
    const row = rows.find(({ id }) => id === ids[1]);
    expect(row?.members.map((member) => member.id)).toEqual([ids[1], ids[2], ids[0]]);
    expect(row?.members.every((member) => member.argumentsSha256 === row.argumentsSha256)).toBe(true);
    expect(rows.find(({ id }) => id === other)?.members).toEqual([]);
  });

  test("keep their row when its first call is decided, and leave none out of a page", async () => {
    const setting = await aFresh();
    const ids: string[] = [];
    // More than one read's worth, in small batches because the pool is small.
    for (let batch = 0; batch < 17; batch += 1) {
      const some = Array.from({ length: 10 }, () => pending({ argumentsText: '{"n":1}' }, setting));
      ids.push(...(await Promise.all(some)));
    }
    const alone = await pending({ risk: "low", argumentsText: '{"n":2}' }, setting);
    const first = await listQueue(setting.person, { view: "all" });
    expect(first.rows.map((row) => row.id)).toEqual([expect.any(String), alone]);
    expect(first.rows[0]).toMatchObject({ moreMembers: true });
    const [row] = first.rows;
    if (!row) throw new Error("no row");
    await decideApproval(setting.person, { ...seenOf(row), verdict: "reject", reason: "No" });
    const after = await listQueue(setting.person, { view: "all" });
    expect(after.rows[0]?.key).toBe(row.key);
    expect(after.rows[0]?.id).not.toBe(row.id);
    expect(after.recent).toMatchObject([{ id: row.id, key: row.key, decision: "rejected" }]);
    expect(ids).toContain(after.rows[0]?.id);
  });

  test("of which the viewer put off the first still show the others", async () => {
    const setting = await aFresh();
    const early = await pending({ argumentsText: '{"n":1}', ttlSeconds: 600 }, setting);
    const late = await pending({ argumentsText: '{"n":1}', ttlSeconds: 7_200 }, setting);
    const until = new Date(Date.now() + 60_000);
    await snoozeApprovals(setting.person, { ids: [early], until, pastDeadline: false });
    const { rows, counts, nextReturnAt } = await listQueue(setting.person, { view: "mine" });
    expect(rows.map((row) => row.id)).toEqual([late]);
    expect(counts).toMatchObject({ mine: 1, all: 2, snoozed: 1 });
    expect(nextReturnAt).toEqual(until);
  });
});

test("search finds fragments of words, names and ids, and nobody else's", async () => {
  const setting = await aFresh();
  const foreign = await aFresh();
  const id = await pending(
    { summary: "Refund for Zanzibar", agent: "payer-9", sessionId: "ses_zz81" },
    setting,
  );
  await pending({ summary: "Refund for Zanzibar" }, foreign);
  for (const q of ["anziba", "yer-9", "ses_zz", id.slice(-8), id]) {
    for (const view of ["all", "mine"] as const) {
      const { rows } = await listQueue(setting.person, { view, q });
      expect(rows.map((row) => row.id)).toEqual([id]);
    }
    expect((await listQueue(setting.person, { view: "decided", q })).rows).toEqual([]);
  }
});

function seenOf({ id, revision, argumentsSha256 }: SeenCall): SeenCall {
  return { id, revision, argumentsSha256 };
}
