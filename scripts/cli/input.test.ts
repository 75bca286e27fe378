import { expect, test } from "vitest";
import { readFlags, UsageError } from "./input";

const FLAGS = { "key-id": "text", tenant: "text", all: "switch" } as const;

test.each(["-dXGYOTtvhEEDOU4a-raTt0f0zJfkDV-tA7vm-GrG7E", "--GYOTtvhEEDOU4a", "-"])(
  "a value may begin with a hyphen: %s",
  (id) => {
    expect(readFlags(["--key-id", id, "--all"], FLAGS).values).toEqual({ "key-id": id, all: true });
    expect(readFlags([`--key-id=${id}`], FLAGS).values).toEqual({ "key-id": id });
  },
);

test.each([
  ["a flag in the place of a value", ["--key-id", "--all"]],
  ["a mistyped flag in the place of a value", ["--key-id", "--tennant", "acme"]],
  ["a value for a switch", ["--all", "-x"]],
  ["no value", ["--key-id"]],
])("%s is refused, and the valid flags are named", (_, args) => {
  expect(() => readFlags(args, FLAGS, { words: true })).toThrow(UsageError);
  expect(() => readFlags(args, FLAGS, { words: true })).toThrow(
    /Valid flags: --key-id, --tenant, --all, --json/,
  );
});
