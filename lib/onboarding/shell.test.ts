import { expect, test } from "vitest";
import { saveView } from "@/lib/approvals/queue/saved-views";
import { listWaiting } from "@/lib/approvals/queue/waiting";
import { savePreferences } from "@/lib/auth/people/preferences";
import { saveInboxView } from "@/lib/feedback/inbox/saved-views";
import { aReported } from "@/lib/feedback/triage/testing/issues";
import { readFrame } from "@/lib/insights/frame";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { countStatements } from "@/lib/testing/statements";
import { readShell } from "./shell";

test("the frame of a page is one statement, and a second one for the views that somebody keeps", async () => {
  const person = await aPerson([await aTenant()]);
  await savePreferences(person, { theme: "dark" });
  const plain = countStatements();
  const shell = await readShell(person).finally(plain.stop);
  expect(plain.texts).toHaveLength(1);
  expect(shell).toMatchObject({ preferences: { theme: "dark" }, saved: [], issues: 0, sample: null });
  expect({ ...shell.waiting, asOf: 0 }).toEqual({ ...(await listWaiting(person)), asOf: 0 });
  const { id } = await saveView(person, { name: "Refunds", query: "view=all&q=refund&gateway=edge" });
  await saveView(person, { name: "Risky", query: "view=high" });
  const kept = countStatements();
  const { saved } = await readFrame(person).finally(kept.stop);
  expect(kept.texts).toHaveLength(2);
  expect(saved).toMatchObject([
    { id, name: "Refunds", count: 0 },
    { name: "Risky", count: 0 },
  ]);
});

test("twelve views of the inbox, with a tenant and with words, take no more statements than one", async () => {
  const { person, report, tenant } = await aReported();
  await report("crm");
  await report("mail");
  const other = await aTenant();
  const queries = [
    `view=new&tenant=${tenant.key}`,
    `view=new&tool=crm&tenant=${tenant.key}`,
    `view=new&tenant=${other.key}`,
    `view=new&q=mail&tenant=${tenant.key}`,
  ];
  for (let at = 0; at < 12; at += 1)
    await saveInboxView(person, {
      name: `View ${at}`,
      query: `${queries[at % 4]}&since=2026-01-${String(at + 1).padStart(2, "0")}`,
    });
  const kept = countStatements();
  const { saved } = await readFrame(person).finally(kept.stop);
  expect(kept.texts).toHaveLength(2);
  expect(saved.map(({ count }) => count)).toEqual(Array.from({ length: 3 }, () => [2, 1, 0, null]).flat());
});
