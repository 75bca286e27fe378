import { expect, test } from "vitest";
import { breaches } from "./testing/plant.mjs";

const CORE = {
  "lib/core/db.ts": "export const change = 1;",
  "lib/activity/record.ts": "export const recordActivity = 1;\nexport const recordChange = 1;",
  "lib/tools/trail.ts":
    'import { recordActivity } from "@/lib/activity/record";\n' +
    "export const told = (tx) => recordActivity(tx);\nexport const untold = (tx) => tx;",
};
const IMPORTS =
  'import { change } from "@/lib/core/db";\nimport { recordChange } from "@/lib/activity/record";\n' +
  'import { told, untold } from "./trail";\n';
const rule = (text) => breaches("activity-rows", { ...CORE, "lib/tools/commands.ts": IMPORTS + text });

test.each([
  ["the work itself", "const a = () => change(s, async (tx) => recordChange(tx));"],
  [
    "a function of the file",
    "const a = () => change(s, (tx) => b(tx));\nfunction b(tx) { return recordChange(tx); }",
  ],
  [
    "a function that is handed on",
    "const a = () => change(s, b);\nconst b = (tx) => [1].map(c);\nconst c = () => recordChange();",
  ],
  ["an imported function", "const a = () => change(s, (tx) => told(tx));"],
])("%s records", (_, text) => {
  expect(rule(text)).toEqual([]);
});

test.each([
  ["nothing records", "const a = () => change(s, (tx) => tx);"],
  [
    "only another function of the file does",
    "const a = () => change(s, (tx) => tx);\nconst b = () => recordChange();",
  ],
  ["only another imported function does", "const a = () => change(s, (tx) => untold(tx));"],
  [
    "it is recorded in another transaction",
    "const a = async () => { await change(s, (tx) => tx); await told(); };",
  ],
  ["one of two changes does", "const a = () => [change(s, told), change(s, (tx) => tx)];"],
])("a breach if %s", (_, text) => {
  expect(rule(text)).toEqual([
    "lib/tools/commands.ts:4: changes rows without recordActivity; take-ins from machines use ingest",
  ]);
});

test("a function of another kind may be called change", () => {
  const text = "const change = (next) => next;\nexport const a = change(1);";
  expect(breaches("activity-rows", { "components/a.ts": text })).toEqual([]);
});
