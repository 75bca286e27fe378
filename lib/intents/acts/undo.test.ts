import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { until } from "@/lib/delivery/testing/scene";
import { aGateway, aPerson, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { listIntents } from "../browser/queries";
import { groupAnew, judgeRationale, linkTemplates, takeBackJudgement, takeBackLink } from "../commands";
import { getIntent } from "../detail/queries";
import { countIntents, lockIntents } from "../figures";
import { keepGroups } from "../runs/keep";
import { takeRun } from "../runs/lease";
import { heaviestPoints, lastWord } from "../runs/queries";
import { runOnce } from "../runs/worker";
import { errands, say, tellAll, WORDS } from "../testing/rationales";
import { pinIntent, renameIntent } from "./commands";
import { openIntentIssue } from "./issue";
import { mergeIntents } from "./merge";
import { moveRationales, splitIntent } from "./part";
import { undoIntentAct } from "./undo";

// Undo keeps later acts of people, or is refused.

const system = systemScope("tests");
const conflict = { code: "CONFLICT" };

afterAll(closeDatabase);

let tenant: TestTenant;
let gateway: TestGateway;
let ines: UserScope;
let tom: UserScope;

const group = async () => {
  await groupAnew(ines, { tenantId: tenant.id });
  await runOnce(WORDS, undefined, tenant.id);
};

beforeEach(async () => {
  tenant = await aTenant();
  gateway = await aGateway([tenant]);
  ines = await aPerson([tenant], "triager");
  tom = await aPerson([tenant], "admin");
  await say(gateway, tenant, errands(120));
  await tellAll(tenant);
  await group();
});

const list = () => listIntents(ines, {}, { limit: 50 }).then(({ rows }) => rows);

async function of(tool: string) {
  const found = (await list()).find(({ tools }) => tools.includes(tool));
  if (!found) throw new Error(`there is no intent of ${tool}`);
  return found;
}

async function now(id: string) {
  const { revision } = await getIntent(ines, id);
  return { tenantId: tenant.id, id, revision };
}

const templates = () =>
  read(system, (tx) =>
    tx.rationaleTemplate.findMany({
      where: { tenantId: tenant.id },
      orderBy: [{ tool: "asc" }, { text: "asc" }],
    }),
  );

const ofTool = async (tool: string) => (await templates()).filter((one) => one.tool === tool);

/** The first three wordings for a tool, all in one intent. */
async function ways(tool: string) {
  const [a, b, c] = await ofTool(tool);
  if (!a || !b || !c) throw new Error("there are not three");
  return [a, b, c] as const;
}

const template = async (id: string) => (await templates()).find((one) => one.id === id);

const undo = ({ actId }: { actId: string }) => undoIntentAct(ines, { tenantId: tenant.id, actId });

/** Whether the calls of each intent match its templates. */
async function counted() {
  const all = await templates();
  const intents = await read(system, (tx) => tx.intent.findMany({ where: { tenantId: tenant.id } }));
  const days = await read(system, (tx) => tx.intentDay.findMany({ where: { tenantId: tenant.id } }));
  const sum = (rows: { calls: number; intentId: string | null }[], id: string) =>
    rows.filter(({ intentId }) => intentId === id).reduce((calls, row) => calls + row.calls, 0);
  return intents.every(({ id, calls }) => calls === sum(all, id) && calls === sum(days, id));
}

describe("a split is taken back", () => {
  test("only once what people did with its part since is taken back", async () => {
    const refunds = await of("create_refund");
    const logs = await of("kubectl_logs");
    const [first] = await ways("create_refund");
    const split = await splitIntent(ines, { ...(await now(refunds.id)), templateIds: [first.id] });
    const renamed = await renameIntent(tom, { ...(await now(split.id)), name: "Charged twice" });
    await expect(undo(split)).rejects.toMatchObject(conflict);
    const merged = await mergeIntents(tom, {
      ...(await now(split.id)),
      others: [await now(logs.id)].map(other),
    });
    await expect(undo(split)).rejects.toMatchObject(conflict);
    expect(await getIntent(ines, split.id)).toMatchObject({ name: "Charged twice", templates: 4 });
    await undo(merged);
    await expect(undo(split)).rejects.toMatchObject(conflict);
    await undo(renamed);
    await undo(split);
    expect((await list()).map(({ id }) => id)).not.toContain(split.id);
    expect(await getIntent(ines, refunds.id)).toMatchObject({ templates: 3 });
    expect((await templates()).every(({ placedBy }) => placedBy === null)).toBe(true);
    expect(await counted()).toBe(true);
  });
});

const other = ({ id, revision }: { id: string; revision: number }) => ({ id, revision });

describe("a move is taken back", () => {
  test("not while its rationales are where another move put them since, and beside moves of others", async () => {
    const [refunds, logs] = [await of("create_refund"), await of("kubectl_logs")];
    const [a, b] = await ways("create_refund");
    const move = async (by: UserScope, from: string, to: string, id: string) =>
      moveRationales(by, { ...(await now(from)), toId: to, templateIds: [id] });
    const first = await move(ines, refunds.id, logs.id, a.id);
    const beside = await move(tom, refunds.id, logs.id, b.id);
    const back = await move(tom, logs.id, refunds.id, a.id);
    await expect(undo(first)).rejects.toMatchObject(conflict);
    expect(await template(a.id)).toMatchObject({ intentId: refunds.id, placedBy: tom.actor.id });
    await undo(back);
    await undo(first);
    expect(await template(a.id)).toMatchObject({ intentId: refunds.id });
    expect(await template(b.id)).toMatchObject({ intentId: logs.id, placedBy: tom.actor.id });
    await undo(beside);
    expect((await templates()).every(({ placedBy }) => placedBy === null)).toBe(true);
    expect(await counted()).toBe(true);
  });

  test("and leaves what holds the intents that people named since", async () => {
    const [refunds, logs] = [await of("create_refund"), await of("kubectl_logs")];
    const [a] = await ways("create_refund");
    const moved = await moveRationales(ines, {
      ...(await now(refunds.id)),
      toId: logs.id,
      templateIds: [a.id],
    });
    const renamed = await renameIntent(tom, { ...(await now(refunds.id)), name: "Refunds" });
    await undo(moved);
    const placed = async () =>
      (await templates()).filter(({ placedBy }) => placedBy !== null).map(({ intentId }) => intentId);
    expect(new Set(await placed())).toEqual(new Set([refunds.id]));
    await undo(renamed);
    expect(await placed()).toEqual([]);
  });
});

test("a name that was given again since is not taken back with an older one", async () => {
  const { id } = await of("create_refund");
  const name = async (by: UserScope, text: string) => renameIntent(by, { ...(await now(id)), name: text });
  const first = await name(ines, "Refunds");
  const second = await name(tom, "Money back");
  const third = await name(tom, "Refunds");
  await expect(undo(first)).rejects.toMatchObject(conflict);
  expect(await getIntent(ines, id)).toMatchObject({ name: "Refunds" });
  for (const act of [third, second, first]) await undo(act);
  expect(await getIntent(ines, id)).toMatchObject({ named: false });
});

describe("what was said of a rationale is taken back", () => {
  test("and leaves it where a person put it since", async () => {
    const [refunds, logs] = [await of("create_refund"), await of("kubectl_logs")];
    const [a] = await ways("create_refund");
    const asked = { tenantId: tenant.id, templateId: a.id };
    const { saidAt } = await judgeRationale(ines, { ...asked, meaningful: true });
    const moved = await moveRationales(tom, {
      ...(await now(refunds.id)),
      toId: logs.id,
      templateIds: [a.id],
    });
    await takeBackJudgement(ines, { ...asked, saidAt });
    expect(await template(a.id)).toMatchObject({ intentId: logs.id, placedBy: tom.actor.id, judgedBy: null });
    await undo(moved);
    expect(await template(a.id)).toMatchObject({ intentId: refunds.id, placedBy: null });
    expect(await counted()).toBe(true);
  });

  test("but not where it would say nothing within an intent that a person put it into", async () => {
    const [refunds, logs] = [await of("create_refund"), await of("kubectl_logs")];
    const [a] = await ways("create_refund");
    const asked = { tenantId: tenant.id, templateId: a.id };
    await judgeRationale(ines, { ...asked, meaningful: false });
    const { saidAt } = await judgeRationale(ines, { ...asked, meaningful: true });
    await group();
    expect(await template(a.id)).toMatchObject({ intentId: refunds.id });
    const moved = await moveRationales(tom, {
      ...(await now(refunds.id)),
      toId: logs.id,
      templateIds: [a.id],
    });
    await expect(takeBackJudgement(ines, { ...asked, saidAt })).rejects.toMatchObject(conflict);
    expect(await template(a.id)).toMatchObject({ intentId: logs.id, verdict: "meaningful" });
    await undo(moved);
    await takeBackJudgement(ines, { ...asked, saidAt });
    expect(await template(a.id)).toMatchObject({ intentId: null, verdict: "boilerplate" });
    expect(await counted()).toBe(true);
  });

  test("with the figures of the intent that a grouping put it into since", async () => {
    const refunds = await of("create_refund");
    const [a, b] = await ways("create_refund");
    const said = { tenantId: tenant.id, templateId: a.id, otherId: b.id };
    const { saidAt } = await linkTemplates(ines, { ...said, kind: "apart" });
    const logs = await of("kubectl_logs");
    // Simulates the result of a grouping.
    await ingest(system, async (tx) => {
      const where = { tenantId_id: { tenantId: tenant.id, id: a.id } };
      await tx.rationaleTemplate.update({ where, data: { intentId: logs.id } });
      await countIntents(tx, tenant.id, { intents: [logs.id] });
    });
    await takeBackLink(ines, { ...said, saidAt });
    expect(await template(a.id)).toMatchObject({ intentId: refunds.id });
    expect(await counted()).toBe(true);
  });

  test("and what is said of the rationales that hold a named intent leaves others to hold it", async () => {
    const { id } = await of("create_refund");
    await renameIntent(tom, { ...(await now(id)), name: "Refunds" });
    await say(
      gateway,
      tenant,
      errands(60).map((call) => ({ ...call, rationale: `${call.rationale} of today` })),
    );
    await tellAll(tenant);
    await group();
    const held = async () => (await ofTool("create_refund")).filter(({ placedBy }) => placedBy !== null);
    for (const { id: templateId } of await held())
      await judgeRationale(ines, { tenantId: tenant.id, templateId, meaningful: false });
    expect(await held()).toHaveLength(3);
    await group();
    expect(await getIntent(ines, id)).toMatchObject({ name: "Refunds" });
  });
});

describe("beside a grouping", () => {
  const own = () => proveScope({ kind: "system", name: "tests" } as const, [tenant.id]);

  /** A grouping that has read its rationales and keeps them in one intent. */
  async function underWay() {
    await groupAnew(ines, { tenantId: tenant.id });
    const run = await takeRun(tenant.id);
    if (!run) throw new Error("there is no run");
    const word = await read(own(), (tx) => lastWord(tx, tenant.id));
    const points = await heaviestPoints(own(), tenant.id, WORDS.name);
    const keep = (since: string) => keepGroups(own(), run, WORDS, { groups: [points], word: since });
    return { word, keep };
  }

  test("what people say of a rationale meanwhile, or take back, has it begin anew", async () => {
    const [a, b] = await ways("create_refund");
    const asked = { tenantId: tenant.id, templateId: a.id };
    const { word, keep } = await underWay();
    const words = [word];
    const more = async () => words.push(await read(own(), (tx) => lastWord(tx, tenant.id)));
    const first = await judgeRationale(ines, { ...asked, meaningful: true });
    await more();
    const second = await judgeRationale(ines, { ...asked, meaningful: false });
    await more();
    await takeBackJudgement(ines, { ...asked, saidAt: second.saidAt });
    await more();
    expect(first.saidAt).not.toBe(second.saidAt);
    const link = await linkTemplates(ines, { ...asked, otherId: b.id, kind: "apart" });
    await more();
    expect(await keep(word)).toBe("changed");
    await takeBackLink(ines, { ...asked, otherId: b.id, saidAt: link.saidAt });
    await more();
    // The last one has the same word as before the split of the pair.
    expect(new Set(words).size).toBe(words.length - 1);
    expect(words.at(-1)).toBe(words.at(-3));
  });

  test("what says nothing by now is in no intent, though it was read before", async () => {
    const [a] = await ways("create_refund");
    const { keep } = await underWay();
    await judgeRationale(ines, { tenantId: tenant.id, templateId: a.id, meaningful: false });
    expect(await keep(await read(own(), (tx) => lastWord(tx, tenant.id)))).toBe("kept");
    expect(await template(a.id)).toMatchObject({ intentId: null, verdict: "boilerplate" });
    expect(await counted()).toBe(true);
  });

  /**
   * The result of an act that starts while another transaction holds the tenant's intents and
   * changes them.
   */
  async function whileHeld(act: () => Promise<unknown>, change: Parameters<typeof ingest>[1]) {
    const done: Promise<unknown>[] = [];
    await ingest(system, async (tx) => {
      await lockIntents(tx, tenant.id);
      done.push(
        act().then(
          () => "done",
          (error: unknown) => error,
        ),
      );
      await until(
        "the act waits for the intents",
        async () => {
          const [row] = await tx.$queryRaw<{ some: boolean }[]>`
          select exists (select 1 from pg_locks w join pg_locks h using (locktype, database, classid, objid, objsubid)
            where w.locktype = 'advisory' and not w.granted and h.granted and h.pid = pg_backend_pid()) as some`;
          return row?.some ?? false;
        },
        3_000,
      );
      await change(tx);
    });
    return done[0];
  }

  const acts = {
    "a name": async (id: string) => renameIntent(tom, { ...(await now(id)), name: "Refunds" }),
    "a pin": async (id: string) => pinIntent(tom, { ...(await now(id)), on: true }),
    "an issue": async (id: string) => openIntentIssue(tom, await now(id)),
  };

  test.each(Object.entries(acts))(
    "%s waits until it is kept, and is not lost with the intent",
    async (_, act) => {
      const { id } = await of("create_refund");
      const where = { tenantId_id: { tenantId: tenant.id, id } };
      expect(
        await whileHeld(
          () => act(id),
          (tx) => tx.intent.delete({ where }),
        ),
      ).toMatchObject({ code: "NOT_FOUND" });
    },
  );

  test("what people say of a rationale waits for it before it holds the rationale", async () => {
    const [a] = await ways("create_refund");
    const asked = { tenantId: tenant.id, templateId: a.id };
    const where = { tenantId_id: { tenantId: tenant.id, id: a.id } };
    const said = await whileHeld(
      () => judgeRationale(ines, { ...asked, meaningful: false }),
      (tx) => tx.rationaleTemplate.update({ where, data: { near: 0.5 } }),
    );
    expect(said).toBe("done");
  });
});
