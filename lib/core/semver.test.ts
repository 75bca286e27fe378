import { expect, test } from "vitest";
import { compareVersions, readVersion } from "./semver";

const order = (a: string, b: string) => {
  const [one, other] = [readVersion(a), readVersion(b)];
  return one && other && Math.sign(compareVersions(one, other));
};

test.each([
  ["1.9", "v1.10"],
  ["1", "3"],
  ["2.9.9", "V3"],
  ["1.0.0-alpha", "1.0.0-alpha.1"],
  ["1.0.0-alpha.1", "1.0.0-alpha.beta"],
  ["1.0.0-rc.2", "1.0.0-rc.10"],
  ["1.0.0-rc.1", "1.0.0"],
  ["2.0rc1", "2.0"],
  ["2.0b2", "2.0rc1"],
  ["1.9.9", "2.0.0-beta"],
  ["9007199254740992", "9007199254740993"],
])("%s is older than %s", (a, b) => {
  expect(order(a, b)).toBe(-1);
  expect(order(b, a)).toBe(1);
});

test.each([
  ["1.2", "1.2.0"],
  ["v3", "3.0"],
  ["1.2.0+build.7", "1.2"],
  ["1.2-RC.1", "1.2-rc.1"],
])("%s is the same as %s", (a, b) => {
  expect(order(a, b)).toBe(0);
});

test.each(["", "v", "next", "version 2", "2.", "2..1", "1.2 or so", "2026-11-22x y", "latest-1"])(
  "“%s” is no version",
  (text) => {
    expect(readVersion(text)).toBeNull();
  },
);
