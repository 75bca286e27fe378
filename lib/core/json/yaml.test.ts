import { expect, test } from "vitest";
import { JsonError, parseJson } from "./parse";
import { jsonOfYaml, yamlOf } from "./yaml";

test("YAML is the JSON that it stands for, with its numbers as they were written", () => {
  const text = "on: yes\nno: [1.10, 9007199254740993, 0x1f, ~, true]\n'1': '2'\ntext: |\n  a\n  b\n";
  expect(jsonOfYaml(text)).toBe(
    '{"on":"yes","no":[1.10,9007199254740993,31,null,true],"1":"2","text":"a\\nb\\n"}',
  );
  expect(jsonOfYaml("")).toBe("null");
});

const bomb = `a: &a [x, x]\n${Array.from({ length: 20 }, (_, at) => `b${at}: [*a, *a]`).join("\n")}`;

test.each([
  ["an alias", bomb],
  ["a tag", "a: !!binary aGk="],
  ["a tag of its own", "a: !mine x"],
  ["infinity", "a: .inf"],
  ["a list for a name", "? [a]\n: 1"],
  ["two documents", "a: 1\n---\nb: 2"],
  ["what is not YAML", "a: [1"],
  ["depth", `${"[".repeat(100)}${"]".repeat(100)}`],
  ["depth without end", "[".repeat(100_000)],
])("%s is refused", (_, text) => {
  expect(() => jsonOfYaml(text)).toThrow(JsonError);
});

test("the strict reader has the last word", () => {
  expect(() => parseJson(jsonOfYaml("__proto__: {a: 1}"))).toThrow(JsonError);
  expect(() => parseJson(jsonOfYaml("a: 1\na: 2"))).toThrow(JsonError);
});

test("what is written is read back as it was, also what looks like something else", () => {
  const value = {
    policies: [{ name: "on", values: ["yes", "1.10", "null", " a", "a: b", "#c", 1.5, true, null, ""] }],
    again: ["x".repeat(300), "line\nline", "*", "&a", "“quoted”"],
  };
  expect(JSON.parse(jsonOfYaml(yamlOf(value)))).toEqual(value);
});
