import pg from "pg";
import { describe, expect, test } from "vitest";
import { change, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { getRelations } from "../grouping/queries";
import { getIssueView, listInbox } from "../inbox/queries";
import { listReports } from "../inbox/reports";
import { lockIssues, triageIssues } from "./commands";
import { mergeIssues } from "./merge";
import { moveReports } from "./move";
import { partIssues } from "./part";
import { aReported, bringTo, itemOf } from "./testing/issues";
import { undoTriage } from "./undo";

const system = systemScope("tests");
const aClient = () => new pg.Client({ connectionString: process.env.DATABASE_SUPER_URL });

/** One issue of four equal reports: two about the field "stage", two about "owner". */
async function four() {
  const setting = await aReported();
  const { person, report } = setting;
  const about = (field: string, severity: "low" | "high" = "low") =>
    report("create_deal", {
      attemptedAction: `Set the ${field} of a deal`,
      errorSeen: `Unknown property ${field}`,
      severity,
    });
  const stage = [await about("stage"), await about("stage")];
  const owner = [await about("owner"), await about("owner", "high")];
  const issue = stage[0]?.issue.id ?? "";
  const owners = owner.map(({ id }) => id);
  const split = async (reports = owners) =>
    moveReports(person, { into: null, item: await itemOf(person, issue), reports });
  const view = async (id: string) => {
    const { state, reports, severity } = await getIssueView(person, id);
    return { state, reports, severity };
  };
  return { ...setting, about, issue, owners, split, view };
}

describe("splitting", () => {
  test("opens an issue for the chosen reports, and later ones join the one they are nearer to", async () => {
    const { person, about, issue, split, view } = await four();
    expect(await view(issue)).toEqual({ state: "new", reports: 4, severity: "high" });
    const { done } = await split();
    const opened = done[1]?.id ?? "";
    expect(await view(issue)).toEqual({ state: "new", reports: 2, severity: "low" });
    expect(await view(opened)).toEqual({ state: "new", reports: 2, severity: "high" });
    const { title, tool } = await getIssueView(person, opened);
    expect({ title, tool }).toEqual({ title: "create_deal: Unknown property owner", tool: "create_deal" });
    expect((await about("owner")).issue.id).toBe(opened);
    expect((await about("stage")).issue.id).toBe(issue);
    expect((await about("amount")).issue.id).toBe(issue);
    expect((await listReports(person, opened)).rows).toHaveLength(3);
  });

  test("off the report that brought the issue back leaves it resolved; taken back, it is back again", async () => {
    const { person, about, issue, split, view } = await four();
    await bringTo(person, issue, ["resolve"]);
    const { id } = await about("owner");
    expect(await view(issue)).toMatchObject({ state: "regressed" });
    const { actId } = await split([id]);
    expect(await view(issue)).toMatchObject({ state: "resolved" });
    expect((await getIssueView(person, issue)).answer.fixedIn).toBe("2.1");
    await undoTriage(person, actId ?? "");
    expect(await view(issue)).toMatchObject({ state: "regressed" });
  });

  test("says that the two are not the same", async () => {
    const { issue, split } = await four();
    const { done } = await split();
    const [pair] = await read(system, (tx) =>
      tx.feedbackPair.findMany({ where: { issueId: issue, otherId: done[1]?.id } }),
    );
    expect(pair).toMatchObject({ kind: "apart" });
  });

  test("is taken back as a whole: the opened issue leads back with no report, and nothing was learned", async () => {
    const { person, about, issue, split, view } = await four();
    const { actId, done } = await split();
    await undoTriage(person, actId ?? "");
    for (const view of ["all", "closed"] as const)
      expect((await listInbox(person, { view })).rows.map(({ id }) => id)).toEqual(
        view === "all" ? [issue] : [],
      );
    expect(await view(issue)).toEqual({ state: "new", reports: 4, severity: "high" });
    const opened = await getIssueView(person, done[1]?.id ?? "");
    expect(opened).toMatchObject({ state: "merged", reports: 0, mergedInto: { id: issue } });
    expect((await getRelations(person, issue)).members).toEqual([]);
    expect((await about("owner")).issue.id).toBe(issue);
    const left = await read(system, (tx) => tx.feedbackPair.count({ where: { otherId: done[1]?.id } }));
    expect(left).toBe(0);
  });

  test("is not taken back once something happened to the opened issue", async () => {
    const { person, about, issue, split, view } = await four();
    const first = await split();
    await about("owner");
    await expect(undoTriage(person, first.actId ?? "")).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await view(issue)).toMatchObject({ reports: 2 });
    const led = await four();
    const put = await led.split();
    const other = await led.report("other_tool");
    await mergeIssues(led.person, {
      into: put.done[1]?.id ?? "",
      items: [await itemOf(led.person, other.issue.id)],
    });
    await expect(undoTriage(led.person, put.actId ?? "")).rejects.toMatchObject({ code: "CONFLICT" });
    expect((await led.report("other_tool")).issue.id).toBe(put.done[1]?.id);
    const accepted = await four();
    const second = await accepted.split();
    await bringTo(accepted.person, second.done[1]?.id ?? "", ["accept"]);
    await expect(undoTriage(accepted.person, second.actId ?? "")).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("is undone while reports come in, and each of them is counted once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { person, about, issue, split, view } = await four();
      const { actId, done } = await split();
      const undone = undoTriage(person, actId ?? "").then(
        () => true,
        () => false,
      );
      await Promise.all([undone, about("owner"), about("owner"), about("stage")]);
      const opened = await view(done[1]?.id ?? "");
      const whole = await view(issue);
      expect((await undone) ? whole.reports : whole.reports + opened.reports).toBe(7);
    }
  });

  test("is undone while a report and an act wait for its issues, and none of the three locks another out", async () => {
    const { person, about, issue, split, view } = await four();
    const { actId, done } = await split();
    const opened = done[1]?.id ?? "";
    const [holder, looker] = [aClient(), aClient()];
    await Promise.all([holder.connect(), looker.connect()]);
    const waitingFor = async (pid: number, count: number) => {
      let pids: number[] = [];
      await expect
        .poll(
          async () => {
            const sql = "select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))";
            pids = (await looker.query<{ pid: number }>(sql, [pid])).rows.map((row) => row.pid);
            return pids.length;
          },
          { timeout: 60_000 },
        )
        .toBeGreaterThanOrEqual(count);
      return pids[0] ?? 0;
    };
    try {
      const { rows } = await holder.query<{ pid: number }>("select pg_backend_pid() as pid");
      await holder.query("begin");
      // The undo reaches this lock once it holds both issues and has merged one into the other.
      await holder.query("select 1 from feedback_pairs where issue_id = $1 for update", [issue]);
      const undone = undoTriage(person, actId ?? "");
      const undoing = await waitingFor(rows[0]?.pid ?? 0, 1);
      const report = about("owner");
      await waitingFor(undoing, 1);
      const act = change(system, async (tx) => {
        const [own] = await tx.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid`;
        await lockIssues(tx, person, [issue]);
        await waitingFor(own?.pid ?? 0, 1);
        await lockIssues(tx, person, [opened]);
      });
      await waitingFor(undoing, 2);
      await holder.query("commit");
      const ended = await Promise.allSettled([undone, report, act]);
      expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
      expect(await view(issue)).toMatchObject({ reports: 5 });
    } finally {
      await Promise.all([holder.end(), looker.end()]);
    }
  });

  test("of one provider takes no report of another", async () => {
    const { person, report } = await aReported();
    const about = (provider: string, field: string) =>
      report("create_deal", {
        provider,
        errorSeen: `Unknown property ${field}`,
        attemptedAction: `Set ${field}`,
      });
    const hubspot = await about("hubspot", "stage");
    const owner = await about("hubspot", "owner");
    const salesforce = await about("salesforce", "owner");
    await moveReports(person, {
      into: null,
      item: await itemOf(person, hubspot.issue.id),
      reports: [owner.id],
    });
    expect((await about("salesforce", "owner")).issue.id).toBe(salesforce.issue.id);
  });

  test("refuses all reports of an issue, others' reports, and an issue that changed since", async () => {
    const { person, report, issue, owners, view } = await four();
    const other = await report("delete_deal");
    const item = await itemOf(person, issue);
    const all = (await listReports(person, issue)).rows.map(({ id }) => id);
    for (const reports of [all, [...owners, other.id]])
      await expect(moveReports(person, { into: null, item, reports })).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        details: { errors: [{ pointer: "/reports" }] },
      });
    const stale = { ...item, seen: "2020-01-01T00:00:00.000Z" };
    const { left } = await moveReports(person, { into: null, item: stale, reports: owners });
    expect(left).toMatchObject([{ why: "changed" }]);
    expect(await view(issue)).toMatchObject({ reports: 4 });
  });

  test("two at once of the same reports: one is done", async () => {
    const { person, issue, owners, view } = await four();
    const item = await itemOf(person, issue);
    const both = await Promise.all(
      [1, 2].map(() => moveReports(person, { into: null, item, reports: owners })),
    );
    expect(both.filter(({ actId }) => actId !== null)).toHaveLength(1);
    expect(await view(issue)).toMatchObject({ reports: 2 });
  });

  test("takes reports out of an issue that was merged, too", async () => {
    const { person, report, issue, owners, split, view } = await four();
    await split([owners[1] ?? ""]);
    const merged = await report("other_tool", { severity: "high" });
    await report("other_tool");
    await mergeIssues(person, { into: issue, items: [await itemOf(person, merged.issue.id)] });
    expect(await view(issue)).toMatchObject({ reports: 5, severity: "high" });
    const { done, actId } = await split([merged.id]);
    expect(await view(issue)).toMatchObject({ reports: 4, severity: "low" });
    expect(await view(done[1]?.id ?? "")).toMatchObject({ reports: 1, severity: "high" });
    await undoTriage(person, actId ?? "");
    expect(await view(issue)).toMatchObject({ reports: 5, severity: "high" });
    await triageIssues(person, { verb: "unmerge", items: [await itemOf(person, merged.issue.id)] });
    expect(await view(merged.issue.id)).toMatchObject({ reports: 2, severity: "high" });
    expect(await view(issue)).toMatchObject({ reports: 3, severity: "low" });
  });

  test("makes nothing seen for the first time later than it was, and what it lowered is put back", async () => {
    const { person, report, issue, owners } = await four();
    const first = async (id: string) => (await getIssueView(person, id)).firstSeenAt.getTime();
    const other = await report("create_deal", { errorSeen: "The owner of a deal cannot be set" });
    const [before, others] = [await first(issue), await first(other.issue.id)];
    const kept = owners.slice(0, 1);
    const put = async () =>
      moveReports(person, { into: other.issue.id, item: await itemOf(person, issue), reports: kept });
    const { actId, done } = await put();
    expect(await first(issue)).toBe(before);
    expect(await first(other.issue.id)).toBeLessThan(others);
    expect(done[1]).toMatchObject({
      id: other.issue.id,
      updatedAt: new Date((await itemOf(person, other.issue.id)).seen),
    });
    await undoTriage(person, actId ?? "");
    expect(await first(other.issue.id)).toBe(others);
  });

  test("undone, unlearns only what it taught", async () => {
    const { person, about, report, issue, owners } = await four();
    const other = await report("create_deal", { errorSeen: "The owner of a deal cannot be set" });
    const put = async (id = "") =>
      moveReports(person, { into: other.issue.id, item: await itemOf(person, issue), reports: [id] });
    await put(owners[0]);
    const second = await put(owners[1]);
    await undoTriage(person, second.actId ?? "");
    const learned = await read(system, (tx) =>
      tx.feedbackLearned.count({ where: { issueId: other.issue.id } }),
    );
    expect(learned).toBe(1);
    expect((await about("owner")).known).toBe(true);
  });
});

describe("moving", () => {
  test("puts reports with another issue, which later ones like them join, and back", async () => {
    const { person, report, about, issue, owners, view } = await four();
    const other = await report("create_deal", { errorSeen: "The owner of a deal cannot be set" });
    const { actId } = await moveReports(person, {
      into: other.issue.ref,
      item: await itemOf(person, issue),
      reports: owners,
    });
    expect(await view(issue)).toEqual({ state: "new", reports: 2, severity: "low" });
    expect(await view(other.issue.id)).toEqual({ state: "new", reports: 3, severity: "high" });
    expect((await about("owner")).issue.id).toBe(other.issue.id);
    await undoTriage(person, actId ?? "");
    expect(await view(issue)).toMatchObject({ reports: 4, severity: "high" });
    expect(await view(other.issue.id)).toMatchObject({ reports: 2 });
    expect((await about("owner")).issue.id).toBe(issue);
  });

  test("is not taken back once the reports were moved on", async () => {
    const { person, report, issue, owners } = await four();
    const [b, c] = [
      await report("create_deal", { errorSeen: "b" }),
      await report("create_deal", { errorSeen: "c" }),
    ];
    const move = async (from: string, into: string) =>
      moveReports(person, { into, item: await itemOf(person, from), reports: owners });
    const first = await move(issue, b.issue.id);
    await move(b.issue.id, c.issue.id);
    await expect(undoTriage(person, first.actId ?? "")).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("back out of an issue that was merged since leaves the one it leads to no worse than its reports", async () => {
    const { person, report, issue, owners, view } = await four();
    const [b, c] = [
      await report("create_deal", { errorSeen: "b" }),
      await report("create_deal", { errorSeen: "c" }),
    ];
    const { actId } = await moveReports(person, {
      into: b.issue.id,
      item: await itemOf(person, issue),
      reports: owners,
    });
    await mergeIssues(person, { into: c.issue.id, items: [await itemOf(person, b.issue.id)] });
    expect(await view(c.issue.id)).toMatchObject({ reports: 4, severity: "high" });
    await undoTriage(person, actId ?? "");
    expect(await view(c.issue.id)).toMatchObject({ reports: 2, severity: "low" });
  });

  test("refuses an issue that is not there, another tenant's, itself, and one merged into it", async () => {
    const { person, report, issue, owners } = await four();
    const elsewhere = await aReported();
    const foreign = await elsewhere.report("create_deal");
    const merged = await report("other_tool");
    await mergeIssues(person, { into: issue, items: [await itemOf(person, merged.issue.id)] });
    for (const into of ["FB-99", foreign.issue.ref, issue, merged.issue.id])
      await expect(
        moveReports(person, { into, item: await itemOf(person, issue), reports: owners }),
      ).rejects.toMatchObject({ code: "VALIDATION_ERROR", details: { errors: [{ pointer: "/into" }] } });
  });

  test("across two tenants of one person is refused", async () => {
    const tenants = [await aTenant(), await aTenant()];
    const [one, two] = [await aReported(tenants.slice(0, 1)), await aReported(tenants.slice(1))];
    const person = await aPerson(tenants, "triager");
    const first = await one.report("a");
    await one.report("a");
    const second = await two.report("a");
    const item = await itemOf(person, first.issue.id);
    await expect(
      moveReports(person, { into: second.issue.id, item, reports: [first.id] }),
    ).rejects.toMatchObject({ details: { errors: [{ pointer: "/into" }] } });
  });
});

describe("saying that two are not the same", () => {
  test("is known from then on, until it is taken back", async () => {
    const { tenant, person, report } = await aReported();
    const [a, b] = [await report("a"), await report("b")];
    const kinds = () =>
      read(system, (tx) =>
        tx.feedbackPair.findMany({ where: { issueId: a.issue.id }, select: { kind: true } }),
      );
    const { actId } = await partIssues(person, { id: b.issue.id, other: a.issue.id });
    expect(await kinds()).toEqual([{ kind: "apart" }]);
    const colleague = await aPerson([tenant], "triager");
    const theirs = await partIssues(colleague, { id: a.issue.id, other: b.issue.id });
    await undoTriage(person, actId ?? "");
    expect(await kinds()).toEqual([{ kind: "apart" }]);
    await undoTriage(colleague, theirs.actId ?? "");
    expect(await kinds()).toEqual([]);
  });

  test("is unsaid whatever became of the issues", async () => {
    const { person, report } = await aReported();
    const [a, b] = [await report("a"), await report("b")];
    const kinds = () => read(system, (tx) => tx.feedbackPair.findMany({ where: { issueId: a.issue.id } }));
    const { actId } = await partIssues(person, { id: b.issue.id, other: a.issue.id });
    const again = await partIssues(person, { id: b.issue.id, other: (await report("c")).issue.id });
    await undoTriage(person, again.actId ?? "");
    await bringTo(person, b.issue.id, ["accept"]);
    expect((await undoTriage(person, actId ?? "")).left).toEqual([]);
    expect(await kinds()).toEqual([]);
  });
});
