import { expect, test } from "vitest";
import { saveView } from "@/lib/approvals/queue/saved-views";
import { listWaiting } from "@/lib/approvals/queue/waiting";
import { savePreferences } from "@/lib/auth/people/preferences";
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
