import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { judgeMeaning } from "./rules";

type Said = { tool: string; arguments: object | null; rationale: string; sessions?: number };
type Set = { meaningful: Said[]; empty: Said[] };

function measure(name: string) {
  const file = path.join(import.meta.dirname, "..", "testing", `meaning-${name}.json`);
  const set: Set = JSON.parse(readFileSync(file, "utf8"));
  const keeps = ({ tool, arguments: args, rationale, sessions = 1 }: Said) =>
    judgeMeaning(
      { provider: null, tool, rationale, argumentsText: args && JSON.stringify(args), sessions },
      new Map(),
    ).meaningful;
  const lost = set.meaningful.filter((one) => !keeps(one));
  const missed = set.empty.filter(keeps);
  return {
    kept: 1 - lost.length / set.meaningful.length,
    caught: 1 - missed.length / set.empty.length,
    wrong: [...lost, ...missed].map(({ tool, rationale }) => `${tool}: ${rationale}`),
  };
}

test.each(["tuning", "held-out"])(
  "of the %s set, the meaningful are kept and the empty are caught",
  (name) => {
    const { kept, caught, wrong } = measure(name);
    expect(kept, wrong.join("\n")).toBeGreaterThanOrEqual(0.92);
    expect(caught, wrong.join("\n")).toBeGreaterThanOrEqual(0.85);
  },
);
