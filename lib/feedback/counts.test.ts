import { expect, test } from "vitest";
import { bookkeep, ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { getFeedbackFigures } from "./figures";
import { mergeIssues } from "./triage/merge";
import { moveReports } from "./triage/move";
import { MERGEABLE, verbsOf } from "./triage/rules";
import { aReported, bringTo, itemOf } from "./triage/testing/issues";
import { undoTriage } from "./triage/undo";
import { noteGrowing } from "./triage/worker";
import type { IssueState } from "./types";
import { feedbackFigures, foldCounts, foldIssueCounts, readAnew } from "./worker";

const system = systemScope("tests");

const DAY_MS = 86_400_000;

/** Pseudo-random numbers from 0 up to, not including, `below`; the same for each seed. */
function drawer(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

type Setting = Awaited<ReturnType<typeof aReported>>;

/** The stored counts of a tenant's reports, and a fresh count. */
async function bothOf({ tenant }: Setting) {
  return read(system, async (tx) => {
    const kept = await tx.$queryRaw<object[]>`
      select to_char(week, 'YYYY-MM-DD') as week, kind, name, sum(reports)::int as reports from feedback_counts
      where tenant_id = ${tenant.id}::uuid group by 1, 2, 3 having sum(reports) <> 0 order by 1, 2, 3`;
    const counted = await tx.$queryRaw<object[]>`
      select to_char(date_trunc('week', s.created_at at time zone 'UTC'), 'YYYY-MM-DD') as week, k.kind, k.name, count(*)::int as reports
      from feedback_submissions s,
           lateral (values ('severity', s.severity), ('tool', s.tool_called), ('agent', s.agent)) k(kind, name)
      where s.tenant_id = ${tenant.id}::uuid and k.name is not null group by 1, 2, 3 order by 1, 2, 3`;
    const words = await tx.$queryRaw<object[]>`
      select issue_id::text as id, tsvector_to_array(words) as words from feedback_issue_words where tenant_id = ${tenant.id}::uuid order by 1`;
    const said = await tx.$queryRaw<object[]>`
      select s.issue_id::text as id, array_agg(distinct t.word order by t.word) as words
      from feedback_submissions s, lateral telling_words(feedback_words(s)) t
      where s.tenant_id = ${tenant.id}::uuid group by 1 order by 1`;
    const keptIssues = await tx.$queryRaw<object[]>`
      select state, growing, sum(issues)::int as issues from feedback_issue_counts where tenant_id = ${tenant.id}::uuid
      group by 1, 2 having sum(issues) <> 0 order by 1, 2`;
    const issues = await tx.$queryRaw<object[]>`
      select state, growing, count(*)::int as issues from feedback_issues
      where tenant_id = ${tenant.id}::uuid and (state <> 'merged' or reports > 0) group by 1, 2 order by 1, 2`;
    return { kept, counted, words, said, keptIssues, issues };
  });
}

const idsOf = ({ tenant }: Setting) =>
  read(system, async (tx) => {
    const where = { tenantId: tenant.id };
    const issues = await tx.feedbackIssue.findMany({ where, orderBy: { id: "asc" } });
    const reports = await tx.feedbackSubmission.findMany({ where, orderBy: { id: "asc" } });
    return { issues, reports };
  });

type Course = { acts: string[]; did: Set<string> };

/** An act may lack what it needs; then it does nothing. */
const leftAlone = () => null;

/** One random change of reports; skips an act that does not fit. */
async function step(setting: Setting, draw: (below: number) => number, { acts, did }: Course): Promise<void> {
  const { tenant, person, report } = setting;
  const { issues, reports } = await idsOf(setting);
  const open = issues.filter(({ state }) => MERGEABLE.includes(state as IssueState));
  const [from, into] = [open[draw(open.length)], open[draw(open.length)]];
  const note = async (verb: string, act: Promise<{ actId: string | null }>) => {
    const { actId } = await act;
    if (actId) acts.push(actId);
    did.add(verb);
  };
  switch (draw(9)) {
    case 0: {
      if (from && into && from.id !== into.id)
        await note("merge", mergeIssues(person, { into: into.id, items: [await itemOf(person, from.id)] }));
      return;
    }
    case 1:
    case 2: {
      const own = reports.filter(({ issueId }) => issueId === from?.id);
      const target = draw(4) === 0 || from?.id === into?.id ? null : (into?.id ?? null);
      const some = own.slice(0, 1 + draw(2)).map(({ id }) => id);
      if (from && own.length > some.length)
        await note(
          target ? "move" : "split",
          moveReports(person, { into: target, item: await itemOf(person, from.id), reports: some }),
        );
      return;
    }
    case 3: {
      const actId = acts.pop();
      // An act whose issue changed since is refused as a whole.
      const undone = actId && (await undoTriage(person, actId).catch(() => null));
      if (undone && undone.done.length > 0) did.add("undo");
      return;
    }
    case 4: {
      did.add("delete");
      const gone = reports.filter(() => draw(6) === 0).map(({ id }) => id);
      await ingest(system, (tx) =>
        tx.feedbackSubmission.deleteMany({ where: { tenantId: tenant.id, id: { in: gone } } }),
      );
      return;
    }
    case 5:
      await foldCounts();
      await foldIssueCounts();
      return;
    case 6: {
      const one = issues[draw(issues.length)];
      const verbs = verbsOf((one?.state ?? "new") as IssueState);
      const verb = verbs[draw(verbs.length)];
      if (one && verb) await bringTo(person, one.id, [verb]).then(() => did.add("judge"), leftAlone);
      return;
    }
    case 7: {
      const where = { tenantId: tenant.id, id: issues[draw(issues.length)]?.id };
      await ingest(system, (tx) => tx.feedbackIssue.updateMany({ where, data: { growing: true } }));
      if (draw(2) === 0) await bookkeep(system, noteGrowing);
      return;
    }
    default: {
      const { id } = await report(`tool ${draw(4)}`, {
        severity: (["low", "med", "high"] as const)[draw(3)],
        agent: draw(2) === 0 ? undefined : `agent-${draw(3)}`,
        rationale: `Because word${"abcdefgh"[draw(8)]} is needed here.`,
      });
      const createdAt = new Date(Date.now() - draw(40) * DAY_MS);
      await ingest(system, (tx) =>
        tx.feedbackSubmission.updateMany({ where: { tenantId: tenant.id, id }, data: { createdAt } }),
      );
    }
  }
}

test.each([1, 2, 3])(
  "whatever is done with reports (%i), what is kept of them is what counting them anew says",
  async (seed) => {
    const setting = await aReported();
    const draw = drawer(seed * 7_919);
    const course: Course = { acts: [], did: new Set() };
    for (let n = 0; n < 12; n += 1) await setting.report(`tool ${n % 4}`, { agent: "cursor" });
    for (let n = 0; n < 100; n += 1) {
      await step(setting, draw, course);
      const { kept, counted, keptIssues, issues } = await bothOf(setting);
      expect(kept).toEqual(counted);
      expect(keptIssues).toEqual(issues);
    }
    while ((await readAnew()) > 0);
    const { kept, counted, words, said } = await bothOf(setting);
    expect([...course.did].toSorted()).toEqual(["delete", "judge", "merge", "move", "split", "undo"]);
    expect(kept).toEqual(counted);
    expect(words).toEqual(said);
  },
  60_000,
);

test("what is kept of issues is what counting them says, whoever changes and folds them at the same time", async () => {
  const setting = await aReported();
  const ids: string[] = [];
  for (let n = 0; n < 8; n += 1) ids.push((await setting.report(`tool ${n}`)).issue.id);
  const grow = (id: string, on: boolean) =>
    ingest(system, (tx) =>
      tx.feedbackIssue.updateMany({ where: { tenantId: setting.tenant.id, id }, data: { growing: on } }),
    );
  await Promise.all([
    ...ids.slice(0, 4).map((id) => bringTo(setting.person, id, ["accept"])),
    ...ids.slice(4, 6).map((id) => grow(id, true)),
    ...Array.from({ length: 4 }, foldIssueCounts),
    setting.report("tool 9"),
    setting.report("tool 0"),
  ]);
  for (const id of ids.slice(2, 4)) await grow(id, true);
  await grow(ids[5] ?? "", false);
  await ingest(
    system,
    (tx) =>
      tx.$executeRaw`delete from feedback_submissions where tenant_id = ${setting.tenant.id}::uuid and issue_id = ${ids[7] ?? ""}::uuid`,
  );
  await ingest(
    system,
    (tx) =>
      tx.$executeRaw`delete from feedback_issues where tenant_id = ${setting.tenant.id}::uuid and id = ${ids[7] ?? ""}::uuid`,
  );
  const { keptIssues, issues } = await bothOf(setting);
  expect(keptIssues).toEqual([
    { state: "accepted", growing: false, issues: 2 },
    { state: "accepted", growing: true, issues: 2 },
    { state: "new", growing: false, issues: 3 },
    { state: "new", growing: true, issues: 1 },
  ]);
  expect(keptIssues).toEqual(issues);
  while ((await foldIssueCounts()) > 0) {
    const [{ fresh } = { fresh: 0 }] = await read(
      system,
      (tx) => tx.$queryRaw<{ fresh: number }[]>`
        select count(*)::int as fresh from feedback_issue_counts where tenant_id = ${setting.tenant.id}::uuid and not folded`,
    );
    if (fresh === 0) break;
  }
  expect((await bothOf(setting)).keptIssues).toEqual(issues);
  const stranger = await aPerson([await aTenant()], "triager");
  expect(await read(stranger, (tx) => tx.feedbackIssueCount.count())).toBe(0);
});

test("a pass says that more tenants wait, so that those which come last do not wait for good", async () => {
  const tenants = Array.from({ length: 150 }, () => newId());
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      insert into feedback_issue_counts (tenant_id, state, growing, issues)
      select id, 'new', false, 1 from unnest(${tenants}::uuid[]) id cross join generate_series(1, 3)`,
  );
  const { signal } = new AbortController();
  while ((await feedbackFigures.runOnce(signal)) === true);
  const kept = await read(system, (tx) =>
    tx.feedbackIssueCount.findMany({
      where: { tenantId: { in: tenants } },
      select: { issues: true, folded: true },
    }),
  );
  expect(kept).toHaveLength(150);
  expect(kept.every(({ issues, folded }) => issues === 3 && folded)).toBe(true);
});

test("the figures are the same before and after the sums were added up, and nobody else's", async () => {
  const setting = await aReported();
  for (const tool of ["mail", "mail", "crm"])
    await setting.report(tool, { agent: "cursor", severity: "high" });
  const figures = (scope = setting.person) => getFeedbackFigures(scope, undefined, new Date());
  const before = await figures();
  expect(before).toMatchObject({
    reports: 3,
    severities: { low: 0, med: 0, high: 3 },
    tools: [
      { name: "mail", reports: 2 },
      { name: "crm", reports: 1 },
    ],
    agents: [{ name: "cursor", reports: 3 }],
  });
  const fresh = () =>
    read(system, (tx) => tx.feedbackCount.count({ where: { tenantId: setting.tenant.id, folded: false } }));
  expect(await fresh()).toBeGreaterThan(0);
  // Other tests may fold at the same time, so repeat until our counts are folded.
  while ((await fresh()) > 0) await foldCounts();
  expect(await figures()).toEqual(before);
  const stranger = await aPerson([await aTenant()], "triager");
  expect(await figures(stranger)).toMatchObject({ reports: 0, tools: [], agents: [] });
});

test("a word whose reports were moved is found at the other issue", async () => {
  const setting = await aReported();
  const { person, report } = setting;
  const { issue, id } = await report("crm", { rationale: "The marmalade is missing." });
  await report("crm");
  const other = await report("mail");
  await moveReports(person, {
    into: other.issue.id,
    item: await itemOf(person, issue.id),
    reports: [id],
  });
  while ((await readAnew()) > 0);
  const { words, said } = await bothOf(setting);
  expect(words).toEqual(said);
  await bringTo(person, issue.id, ["accept"]);
  expect((await bothOf(setting)).words).toEqual(said);
});
