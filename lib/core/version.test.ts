import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { commitOf } from "./version";

const COMMIT = "0d2f7a41c6be5983e1a40d2f7a41c6be5983e1a4";
const folder = mkdtempSync(path.join(tmpdir(), "version-"));

afterAll(() => rmSync(folder, { recursive: true }));

function aClone(files: Record<string, string>): string {
  const clone = mkdtempSync(path.join(folder, "clone-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(clone, name)), { recursive: true });
    writeFileSync(path.join(clone, name), text);
  }
  return clone;
}

test.each([
  ["a branch", { HEAD: "ref: refs/heads/main\n", "refs/heads/main": `${COMMIT}\n` }],
  [
    "a packed branch",
    { HEAD: "ref: refs/heads/main\n", "packed-refs": `# pack-refs\n${COMMIT} refs/heads/main\n` },
  ],
  ["a detached head", { HEAD: `${COMMIT}\n` }],
])("the commit of %s", (_, files) => {
  expect(commitOf(aClone(files))).toBe("0d2f7a41c6be");
});

test.each([
  ["no clone", {}],
  ["a branch without a commit", { HEAD: "ref: refs/heads/main\n" }],
  ["something else", { HEAD: "what is this\n" }],
])("%s has none", (_, files: Record<string, string>) => {
  expect(commitOf(aClone(files))).toBeNull();
});

test("package.json and package-lock.json name the same version", () => {
  const versionIn = (file: string) => (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
  expect(versionIn("package-lock.json")).toBe(versionIn("package.json"));
});
