import { expect, test } from "vitest";
import { judgedOf, labelled } from "../testing/meaning";
import { judgeMeaning } from "./rules";

function measure(name: string) {
  const { meaningful, empty } = labelled(name);
  const keeps = (said: (typeof empty)[number]) => judgeMeaning(judgedOf(said), new Map()).meaningful;
  const lost = meaningful.filter((one) => !keeps(one));
  const missed = empty.filter(keeps);
  return {
    kept: 1 - lost.length / meaningful.length,
    caught: 1 - missed.length / empty.length,
    wrong: [...lost, ...missed].map(({ tool, rationale }) => `${tool}: ${rationale}`),
  };
}

test.each(["tuning", "tuning-second", "held-out", "second", "third"])(
  "of the %s set, the meaningful are kept and the empty are caught",
  (name) => {
    const { kept, caught, wrong } = measure(name);
    expect(kept, wrong.join("\n")).toBeGreaterThanOrEqual(0.92);
    expect(caught, wrong.join("\n")).toBeGreaterThanOrEqual(0.85);
  },
);
