import { describe, expect, test } from "vitest";
import { queueList } from "@/lib/approvals/queue/list";
import { listQueue } from "@/lib/approvals/queue/queries";
import type { UserScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { type Ended, endCalls } from "../testing/finished-calls";
import { frictionFile } from "./export";
import { insightList } from "./list";
import { getFriction } from "./queries";
import { callsOf, callsOfBar, callsOfFigure, callsOfRow } from "./rows";
import { countedOfEach } from "./rules";
import { FRICTION_KINDS, FRICTION_SORTS, type FrictionKind, type FrictionRow } from "./types";
import { frictionWire, wireFriction } from "./wire";

const now = () => new Date(Date.now() + 1_000);

async function aWeek() {
  const tenant = await aTenant();
  const [one, two] = [await aGateway([tenant]), await aGateway([tenant])];
  const [ines, maya] = [
    await aPerson([tenant], "approver", "Ines"),
    await aPerson([tenant], "approver", "Maya"),
  ];
  const admin = await aPerson([tenant], "admin", "Ada");
  const by = (person: UserScope, over: object = {}) => [{ person, ...over }];
  const calls: Ended[] = [
    { took: 2, by: by(ines, { visible: 1_000 }) },
    { took: 100, by: by(ines, { visible: 9_000 }) },
    { took: 300, by: [{ person: ines, after: 100 }, { person: maya }], agent: null },
    { took: 50, editedBy: maya, by: by(maya), risk: "critical" },
    { took: 40, decision: "rejected", by: by(maya, { verdict: "reject" }), agent: "other" },
    { took: 30, decision: "changes_requested", by: by(ines, { verdict: "request_changes" }) },
    { took: 86_400, decision: "expired", agent: "other" },
    { took: 500, decision: "revoked", by: by(ines, { after: 10 }) },
    // These do not count.
    { heldBecause: "auto_approved" },
    { heldBecause: "confirmed" },
    { decision: "cancelled" },
    { took: 10, by: by(ines), days: 8 },
  ];
  await endCalls(tenant, one, calls);
  await endCalls(tenant, two, [
    { took: 4, tool: "send", provider: null, by: by(ines) },
    { took: 5, tool: "send", provider: null, by: by(ines), days: 3 },
  ]);
  return { tenant, one, two, ines, maya, admin };
}

const read = (scope: UserScope, by: FrictionKind, more: object = {}) =>
  getFriction(scope, { by, days: 7, ...more }, { tenants: scope.tenants, now: now() });

const figuresOf = ({
  calls,
  decided,
  unread,
  edited,
  rejected,
  sentBack,
  expired,
  waitedSeconds,
}: FrictionRow) => ({
  ...{ calls, decided, unread, edited, rejected, sentBack, expired, waitedSeconds },
});

describe("what deciding costs", () => {
  test("is told of calls that people were asked about and that ended, by tool, agent and gateway", async () => {
    const { admin, one, two } = await aWeek();
    const tools = await read(admin, "tool");
    expect(tools).toMatchObject({ complete: true, more: false, total: { calls: 10, decided: 8 } });
    expect(tools.rows.map(({ name, provider, gateway }) => [name, provider, gateway])).toEqual([
      ["write_file", "files", one.name],
      ["send", null, two.name],
    ]);
    const [files, send] = tools.rows;
    expect(files && figuresOf(files)).toEqual({
      ...{
        calls: 8,
        decided: 6,
        unread: 1,
        edited: 1,
        rejected: 1,
        sentBack: 1,
        expired: 1,
        waitedSeconds: 402,
      },
    });
    // 2, 30, 40, 50, 100 and 300 seconds; neither the revoked call nor the expired one.
    expect(files).toMatchObject({ medianSeconds: 45, p90Seconds: 200 });
    expect(send).toMatchObject({ calls: 2, unread: 1, medianSeconds: 4.5, waitedSeconds: 9 });
    const agents = await read(admin, "agent");
    expect(agents.rows.map(({ name, calls }) => [name, calls])).toEqual([
      ["tester", 7],
      ["other", 2],
      [null, 1],
    ]);
    const gateways = await read(admin, "gateway");
    expect(gateways.rows.map(({ gateway, calls }) => [gateway, calls])).toEqual([
      [one.name, 8],
      [two.name, 2],
    ]);
  });

  test("is told of approvers by their newest vote on a call, from the asking to that vote", async () => {
    const { admin, ines, maya } = await aWeek();
    const { rows } = await read(admin, "approver");
    expect(rows.map(({ name, calls }) => [name, calls])).toEqual([
      ["Ines", 7],
      ["Maya", 3],
    ]);
    const [first, second] = rows;
    // 2, 100, 100, 30, 10, 4 and 5 seconds; of these, 2, 100, 100, 4 and 5 for approvals that
    // counted.
    expect(first).toMatchObject({
      personId: ines.actor.id,
      medianSeconds: 10,
      unread: 2,
      sentBack: 1,
      expired: null,
    });
    expect(first).toMatchObject({ waitedSeconds: 211, looked: { timed: 2, glanced: 1, medianSeconds: 5 } });
    expect(second).toMatchObject({
      personId: maya.actor.id,
      edited: 1,
      rejected: 1,
      waitedSeconds: 300,
      looked: null,
    });
  });

  test("tells nobody but administrators of others: everyone else reads their own figures, whatever the total says", async () => {
    const { ines, admin, tenant } = await aWeek();
    for (const role of ["approver", "triager", "viewer"] as const) {
      const { rows, total } = await read(await aPerson([tenant], role), "approver");
      expect([rows, total.calls]).toEqual([[], 10]);
    }
    expect((await read(ines, "approver")).rows.map(({ name }) => name)).toEqual(["Ines"]);
    const list = (scope: UserScope) =>
      listQueue(scope, { view: "decided", by: ines.actor.id, pace: "unread" });
    expect((await list(admin)).rows).toHaveLength(2);
    expect(await list(admin)).toMatchObject({ voter: "Ines" });
    expect((await list(ines)).rows).toHaveLength(2);
    expect(await list(await aPerson([tenant]))).toMatchObject({ rows: [], voter: null });
  });

  test("leads from a tool's calls that name no provider to these alone", async () => {
    const tenant = await aTenant();
    const [gateway, admin] = [await aGateway([tenant]), await aPerson([tenant], "admin")];
    await endCalls(tenant, gateway, [{ provider: null }, { provider: null, took: 9 }, { provider: "files" }]);
    const friction = await read(admin, "tool");
    const listed = friction.rows.map(async (row) => {
      const filter = { ...callsOf(friction, undefined), ...callsOfRow("tool", row) };
      const parsed = queueList.parse(Object.fromEntries(new URLSearchParams(queueList.query(filter))));
      expect(parsed).toEqual({ filter, problems: [] });
      return [row.provider, row.calls, (await listQueue(admin, filter)).rows.length];
    });
    expect(await Promise.all(listed)).toEqual([
      [null, 2, 2],
      ["files", 1, 1],
    ]);
  });

  test.each(FRICTION_KINDS)("leads from each figure by %s to its calls", async (kind) => {
    const { admin } = await aWeek();
    const friction = await read(admin, kind);
    const counted: Record<string, (row: FrictionRow) => number> = {
      ...{ calls: (row) => row.calls, median: (row) => row.calls, unread: (row) => row.unread },
      ...{ edited: (row) => row.edited, rejected: (row) => row.rejected, sent_back: (row) => row.sentBack },
      expired: (row) => row.expired ?? 0,
    };
    for (const row of friction.rows) {
      const own = callsOfRow(kind, row);
      if (!own) continue;
      for (const column of FRICTION_SORTS.filter((one) => counted[one])) {
        const filter = { ...callsOf(friction, undefined), ...own, ...callsOfFigure(column) };
        if (kind === "approver" && column === "expired") continue;
        const { rows } = await listQueue(admin, filter);
        expect([row.name, column, rows.length]).toEqual([row.name, column, counted[column]?.(row)]);
      }
    }
    expect(friction.rows.length).toBeGreaterThan(1);
  });

  test("is ordered as asked, cut to as many rows as asked for, and counts each day", async () => {
    const { admin } = await aWeek();
    const byWait = await read(admin, "agent", { sort: "waited" });
    expect(byWait.rows.map(({ name }) => name)).toEqual([null, "tester", "other"]);
    const cut = await getFriction(
      admin,
      { by: "agent", days: 7 },
      { tenants: admin.tenants, now: now(), limit: 1 },
    );
    expect([cut.rows.length, cut.more]).toEqual([1, true]);
    expect(cut.buckets).toHaveLength(7);
    const sum = (part: "unread" | "minutes" | "hour" | "longer" | "expired") =>
      cut.buckets.reduce((all, { parts }) => all + parts[part], 0);
    expect([sum("unread"), sum("minutes"), sum("hour"), sum("longer"), sum("expired")]).toEqual([
      2, 5, 1, 0, 1,
    ]);
    expect((await read(admin, "agent", { days: 90 })).buckets).toHaveLength(13);
  });

  test("knows nothing of other tenants, and adds up those of the scope", async () => {
    const [one, two] = [await aWeek(), await aWeek()];
    const both = await aPerson([one.tenant, two.tenant], "admin");
    expect((await read(both, "tool")).total.calls).toBe(20);
    const { total, rows } = await getFriction(
      one.admin,
      { by: "tool" },
      { tenants: [two.tenant.id], now: now() },
    );
    expect([total.calls, rows]).toEqual([0, []]);
  });

  test("of more decisions than are counted, all figures are from the moment on from which none is missing", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    const admin = await aPerson([tenant], "admin");
    await endCalls(tenant, gateway, [{ tool: "old", days: 5 }]);
    await endCalls(
      tenant,
      gateway,
      [1, 2, 3].map((days) => ({ tool: "new", days })),
    );
    const reading = { tenants: admin.tenants, now: now(), most: 4 };
    expect(await getFriction(admin, { days: 7 }, { ...reading, most: 5 })).toMatchObject({
      ...{ complete: true, total: { calls: 4 } },
    });
    const cut = await getFriction(admin, { days: 7 }, reading);
    expect(cut).toMatchObject({ complete: false, total: { calls: 3 }, rows: [{ name: "new", calls: 3 }] });
    const { rows } = await listQueue(admin, callsOf(cut, undefined));
    expect(rows.map(({ tool }) => tool)).toEqual(["new", "new", "new"]);
    // A truncated day's bar links to the counted part, other bars to whole days.
    await endCalls(tenant, gateway, [{ tool: "newest", days: 1, took: 1 }]);
    for (const most of [2, 3, 4, 9]) {
      const friction = await getFriction(admin, { days: 7 }, { tenants: admin.tenants, now: now(), most });
      for (const bucket of friction.buckets) {
        const listed = await listQueue(admin, callsOfBar(friction, undefined, bucket));
        const counted = Object.values(bucket.parts).reduce((sum, one) => sum + one, 0);
        expect([most, bucket.from, listed.rows.length]).toEqual([most, bucket.from, counted]);
      }
    }
    expect(countedOfEach(2)).toBe(10_000);
    expect(countedOfEach(1_000)).toBe(500);
  });

  test("goes out as the API and files say", async () => {
    const { admin, one } = await aWeek();
    const friction = await read(admin, "tool");
    expect(frictionWire.parse(JSON.parse(JSON.stringify(wireFriction(friction)))).data).toHaveLength(2);
    const [head, first] = frictionFile(friction, "csv").split("\r\n");
    expect(head).toBe(
      "name,gateway,provider,tool_id,person_id,calls,decided,median_seconds,p90_seconds,unread,edited,rejected,changes_requested,expired,waited_seconds,on_screen,since,until",
    );
    expect(first).toBe(
      `write_file,${one.name},files,,,8,6,45,200,1,1,1,1,1,402,,${friction.since.toISOString()},${friction.until.toISOString()}`,
    );
    const [line] = frictionFile(friction, "ndjson").split("\n");
    expect(JSON.parse(line ?? "")).toMatchObject({
      name: "write_file",
      calls: 8,
      expired: 1,
      since: friction.since.toISOString(),
    });
  });

  test("takes an address with its days, its kind and its order, and tells of what it does not take", () => {
    const { filter, problems } = insightList.parse({ days: "91", by: "tool", sort: "calls", tenant: "acme" });
    expect(filter).toEqual({ by: "tool", sort: "calls", tenant: "acme" });
    expect(problems).toEqual([{ name: "days", sent: "91", accepts: "a whole number from 1 to 90" }]);
  });
});
