import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ACTION_GROUPS, SAYS, sentenceOf } from "./activity-says";

/** The actions that the product records, as they stand in its source. Those that are put together there are not among them. */
function recorded(): string[] {
  const files = readdirSync("lib", { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !/test|generated/.test(file),
  );
  return files.flatMap((file) => {
    const source = readFileSync(`lib/${file}`, "utf8");
    const calls = [...source.matchAll(/recordActivity\(([^;]*?)\);/gs)].map(([, args]) => args ?? "");
    const deeds = source.includes("recordActivities(")
      ? [...source.matchAll(/action: "[^"]+"/g)].map(([deed]) => deed)
      : [];
    return [...calls, ...deeds].flatMap((text) => /"([a-z_]+\.[a-z_]+)"/.exec(text)?.[1] ?? []);
  });
}

test("every act that is recorded has a sentence, and its group can be chosen", () => {
  const actions = recorded();
  expect(actions.length).toBeGreaterThan(30);
  expect(actions.filter((action) => !(action in SAYS))).toEqual([]);
  const groups = new Set(ACTION_GROUPS.map(({ value }) => value));
  expect(Object.keys(SAYS).filter((action) => !groups.has(action.split(".")[0] ?? ""))).toEqual([]);
});

test("a sentence that needs what the row has not is replaced by the plain one", () => {
  expect(sentenceOf("user.role_changed", { from: "viewer", to: "admin" })).toBe(
    "changed the role of {it} from {from} to {to}",
  );
  expect(sentenceOf("user.role_changed", {})).toBe("changed the role of {it}");
  expect(sentenceOf("tenant.renamed", { from: { a: 1 }, to: "b" })).toBe("renamed {it}");
});

test("an act of another version is named as it is", () => {
  expect(sentenceOf("robot.danced", {})).toBe("did “robot.danced” to {it}");
});
