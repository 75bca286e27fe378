import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { presentAction, readDetails } from "@/lib/activity/wire";
import { audienceOf } from "@/lib/notices/notices";
import { ACTION_GROUPS } from "./activity-groups";
import { SAYS, sentenceOf } from "./activity-says";

const GROUPS = ACTION_GROUPS.map(({ value }) => value);

/** Action names in the source; names built at run time are missing. */
function recorded(): string[] {
  const files = readdirSync("lib", { recursive: true, encoding: "utf8" }).filter((file) =>
    /^(?!.*(test|generated)).*\.ts$/.test(file),
  );
  const action = new RegExp(`"((?:${GROUPS.join("|")})\\.[a-z_]+)"`, "g");
  const sources = files.map((file) => readFileSync(`lib/${file}`, "utf8"));
  const unknownGroup = sources.flatMap((source) =>
    [...source.matchAll(/record(?:Activity|Change)\(([^;]*?)\);/gs)].flatMap(
      ([, args]) => /"([a-z_]+\.[a-z_]+)"/.exec(args ?? "")?.[1] ?? [],
    ),
  );
  return [
    ...sources.flatMap((source) => [...source.matchAll(action)].map(([, name]) => name ?? "")),
    ...unknownGroup,
  ];
}

test("every act that is recorded has a sentence, and its group can be chosen", () => {
  const actions = recorded();
  expect(actions.length).toBeGreaterThan(30);
  expect(actions.filter((action) => !(presentAction(action) in SAYS))).toEqual([]);
  expect(Object.keys(SAYS).filter((action) => !GROUPS.includes(action.split(".")[0] ?? ""))).toEqual([]);
});

test("of every act that is recorded, it is said who learns of it", () => {
  const acts = [...new Set([...recorded(), ...Object.keys(SAYS)])];
  expect(acts.filter((action) => audienceOf(action) === undefined)).toEqual([]);
});

test("a sentence that needs what the row has not is replaced by the plain one", () => {
  expect(sentenceOf("user.role_changed", { role: { from: "viewer", to: "admin" } })).toBe(
    "changed the role of {it} from {role.from} to {role}",
  );
  expect(sentenceOf("user.role_changed", {})).toBe("changed the role of {it}");
  expect(sentenceOf("tenant.renamed", { name: { from: { a: 1 }, to: "b" } })).toBe("renamed {it}");
  expect(sentenceOf("gateway.created", { name: "billing" })).toBe("registered the gateway {name}");
});

test("an act of another version is named as it is", () => {
  expect(sentenceOf("robot.danced", {})).toBe("did “robot.danced” to {it}");
});

test.each([
  [
    "user.role_changed",
    '{"from":"viewer","to":"admin"}',
    "changed the role of {it} from {role.from} to {role}",
  ],
  ["tenant.renamed", '{"from":"a","to":"b"}', "renamed {it} from {name.from} to {name}"],
  ["gateway.created", '{"name":"billing","tenants":["a"]}', "registered the gateway {name}"],
  ["view.renamed", '{"name":"b"}', "renamed a view"],
])("a row of %s that was written in the old form says what it said", (action, details, sentence) => {
  expect(sentenceOf(action, readDetails(action, details))).toBe(sentence);
});

test("moved and split reports are said with any number", () => {
  for (const reports of [1, 12]) {
    expect(sentenceOf("issue.moved", { reports })).toBe("moved reports of {it} to another issue ({reports})");
    expect(sentenceOf("issue.split", { reports })).toBe(
      "opened an issue for reports split off from {it} ({reports})",
    );
  }
});
