import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { IssueView } from "@/lib/feedback/inbox/types";
import { signalOf } from "@/lib/signals/evidence/rules";
import type { IssueEvidence } from "@/lib/signals/evidence/types";
import { PeopleSaid } from "./team-notes";

function saidOf(parts: { reports: number; corrections: number }): string {
  const signal = signalOf({ ...parts, rejections: 0, edits: 0 });
  const evidence = { signal, corrections: [], rejections: [], edits: [] } as unknown as IssueEvidence;
  const issue = { tool: "crm" } as IssueView;
  return renderToStaticMarkup(<PeopleSaid issue={issue} evidence={evidence} />).replace(/<[^>]*>/g, "");
}

test("reports are counted to the last one", () => {
  const said = saidOf({ reports: 1_234, corrections: 2 });
  expect(said).toContain("Signal 1,240");
  expect(said).not.toContain("or more");
  expect(said).toContain("1,234 reports + 3 × (2 corrections");
});

test("where counting stopped, the part and the signal say that there may be more", () => {
  const said = saidOf({ reports: 1, corrections: 1_000 });
  expect(said).toContain("Signal 3,001 or more");
  expect(said).toContain("1 report + 3 × (1,000 or more corrections");
});
