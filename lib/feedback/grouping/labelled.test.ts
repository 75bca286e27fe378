import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { feedbackFingerprint } from "../rules";
import { type Embedder, remembering } from "./embedder";
import { ATTACH_AT, likenesses, SUGGEST_AT, type Told } from "./likeness";
import { threadedEmbedder } from "./threaded";

/** A report of the labelled set: all were written and sorted apart from the grouping, which was not tuned on them. */
type Labelled = {
  issue: string;
  tool: string;
  attempted_action: string;
  expected_outcome: string;
  actual_outcome: string;
  error_seen?: string;
};

const LABELLED: Labelled[] = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "testing/labelled.json"), "utf8"),
);

const toldBy = (report: Labelled): Told => ({
  attemptedAction: report.attempted_action,
  expectedOutcome: report.expected_outcome,
  actualOutcome: report.actual_outcome,
  errorSeen: report.error_seen ?? null,
});

type Group = { tool: string; label: string; prints: Set<string>; reports: Labelled[] };

/** In an order of its own for each seed: what comes first opens the issue. */
function shuffled(seed: number): Labelled[] {
  let state = seed * 7_919;
  const next = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state;
  };
  return LABELLED.map((report) => ({ report, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ report }) => report);
}

/** Reports come one after the other; a person merges what is one but was not put together. */
async function sortAll(embed: Embedder | null) {
  const count = { print: 0, printRight: 0, attached: 0, attachedRight: 0, asked: 0, among3: 0, first: 0 };
  for (const seed of [1, 2, 3]) {
    const groups: Group[] = [];
    for (const report of shuffled(seed)) {
      const { tool, error_seen: errorSeen, actual_outcome: actualOutcome } = report;
      const print = feedbackFingerprint({ toolCalled: tool, errorSeen, actualOutcome });
      const equal = groups.find(({ prints }) => prints.has(print));
      if (equal) {
        count.print += 1;
        count.printRight += Number(equal.label === report.issue);
        continue;
      }
      const near = groups.filter((group) => group.tool === tool);
      const others = near.flatMap((group) => group.reports.map((one) => ({ group, one })));
      const scores = await likenesses(
        toldBy(report),
        others.map(({ one }) => toldBy(one)),
        embed,
      );
      const best = new Map<Group, number>();
      for (const [at, { group }] of others.entries())
        best.set(group, Math.max(best.get(group) ?? 0, scores[at]?.score ?? 0));
      const ranked = [...best].toSorted(([, a], [, b]) => b - a);
      const [top] = ranked;
      const right = near.find(({ label }) => label === report.issue);
      if (top && top[1] >= ATTACH_AT) {
        count.attached += 1;
        count.attachedRight += Number(top[0] === right);
      } else if (right) {
        count.asked += 1;
        const at = ranked.findIndex(([group, score]) => group === right && score >= SUGGEST_AT);
        count.among3 += Number(at >= 0 && at < 3);
        count.first += Number(at === 0);
      }
      const into = top && top[1] >= ATTACH_AT ? top[0] : right;
      if (into) {
        into.reports.push(report);
        into.prints.add(print);
      } else groups.push({ tool, label: report.issue, prints: new Set([print]), reports: [report] });
    }
  }
  return count;
}

// A rate that the next change must not fall below; docs/decisions says what was measured, and how far from its goal that is.
const AMONG_FIRST_3_MIN = 0.85;

test("what is put together by wording belongs together, and what belongs together is mostly suggested", async () => {
  const count = await sortAll(remembering(threadedEmbedder()));
  expect(count.attached).toBeGreaterThan(5);
  expect(count.attachedRight / count.attached).toBeGreaterThanOrEqual(0.97);
  expect(count.printRight).toBeGreaterThan(count.print / 2);
  expect(count.among3 / count.asked).toBeGreaterThanOrEqual(AMONG_FIRST_3_MIN);
});
