import { expect, test } from "vitest";
import { submitCorrection } from "@/lib/calls/corrections";
import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { inboxList } from "@/lib/feedback/inbox/list";
import { getIssueView, listInbox } from "@/lib/feedback/inbox/queries";
import { mergeIssues } from "@/lib/feedback/triage/merge";
import { aReported, itemOf } from "@/lib/feedback/triage/testing/issues";
import { getIssueEvidence } from "./queries";
import { noteSignals } from "./worker";

const system = systemScope("tests");

const inbox = (person: UserScope, search: Record<string, string>) =>
  listInbox(person, inboxList.parse(search).filter);

test("each issue has the signal that its page counts, its duplicates included, and no other change for it", async () => {
  const { tenant, gateway, person, report } = await aReported();
  const now = new Date();
  const [crm, mail, old] = [await report("crm"), await report("mail"), await report("old")];
  await report("mail");
  for (let n = 0; n < 2; n += 1)
    await submitCorrection(
      gateway.scope,
      { tenant: tenant.key, tool: "crm", utterance: "No, the other deal." },
      { tenantId: tenant.id, key: null, bodySha256: newId() },
    );
  const longAgo = new Date(now.getTime() - 200 * 86_400_000);
  await ingest(system, (tx) =>
    tx.feedbackSubmission.updateMany({
      where: { tenantId: tenant.id, id: old.id },
      data: { createdAt: longAgo },
    }),
  );
  await mergeIssues(person, { into: crm.issue.id, items: [await itemOf(person, mail.issue.id)] });
  const seen = await itemOf(person, crm.issue.id);
  // Reports count at once, actions of people from the next pass.
  await report("mail");
  const before = await inbox(person, { view: "all", sort: "signal" });
  expect(before.rows.map(({ tool, signal }) => [tool, signal])).toEqual([
    ["mail", 3],
    ["crm", 2],
    ["old", 1],
  ]);
  await noteSignals(now);
  expect(await itemOf(person, crm.issue.id)).toEqual(seen);
  const { rows } = await inbox(person, { view: "all", sort: "signal" });
  expect(rows.map(({ tool, signal }) => [tool, signal])).toEqual([
    ["crm", 10],
    ["mail", 3],
    ["old", 0],
  ]);
  for (const { id, signal } of rows) {
    const evidence = await getIssueEvidence(person, await getIssueView(person, id), null, now);
    expect(evidence.signal.total).toBe(signal);
  }
});

test("the most signal comes first, page after page, each issue once", async () => {
  const { tenant, person, report } = await aReported();
  const made: { id: string; signal: number }[] = [];
  for (let n = 0; n < 60; n += 1) {
    const { issue } = await report(`tool ${n}`);
    made.push({ id: issue.id, signal: (n * 7) % 20 });
  }
  for (const { id, signal } of made)
    await ingest(system, (tx) =>
      tx.feedbackIssue.updateMany({ where: { tenantId: tenant.id, id }, data: { signal } }),
    );
  const first = await inbox(person, { sort: "signal" });
  const second = await inbox(person, { sort: "signal", cursor: first.nextCursor ?? "" });
  const shown = [...first.rows, ...second.rows].map(({ id, signal }) => ({ id, signal }));
  expect(second.nextCursor).toBeNull();
  expect(shown).toEqual(made.toSorted((a, b) => b.signal - a.signal || (a.id < b.id ? 1 : -1)));
});
