import { describe, expect, test } from "vitest";
import { csvHeader, csvLine } from "@/lib/core/export";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { exportIssues, listIssues } from "./issue-list";
import { issuesQuery } from "./schema";
import { mergeIssues } from "./triage/merge";
import { patchIssue } from "./triage/patch";
import { aReported, bringTo, itemOf } from "./triage/testing/issues";
import type { CountedIssue } from "./wire";
import { ISSUE_COLUMNS, issueRecordWire, wireIssueRecord } from "./wire";

const query = (search: Record<string, string> = {}) => issuesQuery.parse(search);

async function all(scope: Parameters<typeof exportIssues>[0], search: Record<string, string> = {}) {
  const steps: CountedIssue[][] = [];
  for await (const step of exportIssues(scope, query(search))) steps.push(step);
  return steps;
}

describe("issues as a file", () => {
  test("say what was decided and how many each hit, those merged into it included", async () => {
    const { person, report } = await aReported();
    const { issue } = await report("t", { sessionId: "s1", agent: "a", severity: "high" });
    const other = await report("u", { sessionId: "s2", agent: "b" });
    await mergeIssues(person, { into: issue.id, items: [await itemOf(person, other.issue.id)] });
    await patchIssue(person, issue.ref, {
      state: "resolved",
      fixed_in: "4",
      priority: "urgent",
      labels: ["crm", "schema"],
      assignee: person.actor.email,
      answer: { message: "The schema lists them now." },
    });
    const [step] = await all(person, { view: "closed", tool: "t" });
    const records = (step ?? []).map(wireIssueRecord);
    expect(records).toMatchObject([
      {
        ref: issue.ref,
        state: "resolved",
        severity: "high",
        priority: "urgent",
        assignee: person.actor.name,
        labels: ["crm", "schema"],
        reports: 2,
        sessions: 2,
        agents: 2,
        fixed_in: "4",
        answer: "The schema lists them now.",
        first_seen_at: expect.any(Date),
        last_seen_at: expect.any(Date),
      },
    ]);
    for (const record of records) issueRecordWire.parse(JSON.parse(JSON.stringify(record)));
  });

  test("tell a gateway null where their description says so, and nowhere else", async () => {
    const { person, gateway, report } = await aReported();
    const { issue } = await report("t");
    await patchIssue(person, issue.ref, {
      state: "declined",
      reason: "by_design",
      priority: "urgent",
      labels: ["crm"],
      assignee: person.actor.email,
      tracker: { url: "https://tracker.example/7" },
    });
    const read = async (scope: Parameters<typeof all>[0]) =>
      (await all(scope)).flat().map(wireIssueRecord)[0];
    const [told, withheld] = [await read(person), await read(gateway.scope)];
    const said = ISSUE_COLUMNS.filter((name) =>
      issueRecordWire.shape[name].description?.includes("Null for gateways."),
    );
    const differ = ISSUE_COLUMNS.filter((name) => told?.[name] !== null && withheld?.[name] === null);
    // Only a resolved issue has a fix time, and only a polled tracker item has a state.
    expect([...differ, "fixed_at", "tracker_state"].toSorted()).toEqual(said.toSorted());
  });

  test("hold no formula", async () => {
    const { person, report } = await aReported();
    await report('=HYPERLINK("https://evil.example")');
    const [step] = await all(person);
    const [record] = (step ?? []).map(wireIssueRecord);
    const line = record && csvLine(ISSUE_COLUMNS, record);
    expect(csvHeader(ISSUE_COLUMNS)).toMatch(/^id,ref,tenant,title,state,severity,mark,priority/);
    expect(line).toContain(`"'=HYPERLINK(""https://evil.example"")`);
    expect(line).not.toMatch(/(^|,)"?=/);
  });

  test("come a hundred at a time, each once, in the filters of the inbox", async () => {
    const { person, report } = await aReported();
    const letters = "abcdefghijkl";
    for (let at = 0; at < 102; at += 1) await report(`${letters[at % 12]}-${letters[Math.floor(at / 12)]}-x`);
    const steps = await all(person);
    expect(steps.map(({ length }) => length)).toEqual([100, 2]);
    expect(new Set(steps.flat().map(({ id }) => id)).size).toBe(102);
    const [first] = steps.flat();
    await bringTo(person, first?.id ?? "", ["snooze"]);
    const refs = async (search: Record<string, string>) =>
      (await all(person, search)).flat().map(({ ref }) => ref);
    expect(await refs({ view: "snoozed" })).toEqual([first?.ref]);
    expect(await refs({ q: first?.ref ?? "" })).toEqual([first?.ref]);
    expect(await refs({ severity: "high" })).toEqual([]);
    expect(await refs({ agent: "nobody" })).toEqual([]);
    expect(await refs({ since: "2100-01-01" })).toEqual([]);
    const { rows } = await listIssues(person, query({ view: "snoozed" }));
    expect(rows).toMatchObject([{ ref: first?.ref, state: "snoozed" }]);
  });

  test("tell a gateway nothing of what people decided, and look for no words of others for it", async () => {
    const { person, report, gateway } = await aReported();
    const { issue } = await report("t");
    await patchIssue(person, issue.ref, {
      priority: "low",
      labels: ["inside"],
      assignee: person.actor.email,
    });
    const [step] = await all(gateway.scope);
    expect((step ?? []).map(wireIssueRecord)).toMatchObject([
      { ref: issue.ref, priority: null, labels: null, assignee: null, claim: null },
    ]);
    const searches: Record<string, string>[] = [{ q: "deal" }, { agent: "a" }, { label: "crm" }];
    for (const search of searches)
      await expect(listIssues(gateway.scope, query(search))).rejects.toMatchObject({ code: "FORBIDDEN" });
    const stranger = await aPerson([await aTenant()], "admin");
    expect(await all(stranger)).toEqual([[]]);
  });
});
