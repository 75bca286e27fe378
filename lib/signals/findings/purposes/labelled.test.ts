import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { judgePurpose } from "./rules";

type Labelled = {
  provider: string;
  tools: { name: string; description: string; used_for: string | null; rationales: string[] }[];
};

function readSet(name: string): Labelled[] {
  const file = path.join(import.meta.dirname, "..", "testing", `${name}.json`);
  return JSON.parse(readFileSync(file, "utf8"));
}

const describedBy = ({ name, description }: Labelled["tools"][number]) => ({ id: name, name, description });

const NONE_FITS = "other";

/** Results on a set: false accusations of healthy tools, and true findings by kind. */
function measure(set: readonly Labelled[], everything = false) {
  const count = { healthy: 0, accused: [] as string[], beside: 0, besideFound: 0, odd: 0, oddFound: 0 };
  const described = new Map(set.flatMap(({ tools }) => tools).map((tool) => [tool, describedBy(tool)]));
  for (const { tools } of set)
    for (const tool of tools.filter(({ rationales }) => rationales.length > 0)) {
      const all = everything ? [...described.keys()] : tools;
      const beside = all.flatMap((one) => (one === tool ? [] : (described.get(one) ?? [])));
      const said = tool.rationales.map((rationale, at) => ({
        ...{ callId: String(at), occurredAt: new Date(), session: `s${at}`, rationale },
      }));
      const found = judgePurpose({ tool: describedBy(tool), beside, said });
      if (tool.used_for === null) {
        count.healthy += 1;
        if (found) count.accused.push(tool.name);
      } else if (tool.used_for === NONE_FITS) {
        count.odd += 1;
        count.oddFound += Number(found !== null);
      } else {
        count.beside += 1;
        count.besideFound += Number(found?.better === tool.used_for);
      }
    }
  return count;
}

// The first two sets were used for tuning. docs/decisions/0020 has the recall for purposes that no
// tool describes.
test.each([
  ["purposes", { healthy: 22, beside: 9, odd: 6 }, 1],
  ["purposes-second", { healthy: 10, beside: 5, odd: 5 }, 1],
  ["purposes-held-out", { healthy: 10, beside: 5, odd: 4 }, 0.8],
])(
  "of %s no healthy tool is accused, and the tools that do what others are for are found",
  (name, of, least) => {
    const count = measure(readSet(name));
    expect(count).toMatchObject({ ...of, accused: [] });
    expect(count.besideFound / count.beside).toBeGreaterThanOrEqual(least);
  },
);

test("no healthy tool is accused beside the tools of all servers together either", () => {
  const sets = ["purposes", "purposes-second", "purposes-held-out"].flatMap(readSet);
  expect(measure(sets, true)).toMatchObject({ healthy: 42, accused: [] });
});

test("jobs that agents do with whatever is at hand are found where they are known", () => {
  expect(measure(readSet("purposes")).oddFound).toBeGreaterThanOrEqual(5);
});
