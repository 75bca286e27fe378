import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { browserTests, unitTests } from "./tests.mjs";

// The real test runners on a few generated tests.

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

let folder;
let options;

beforeEach(() => {
  mkdirSync(path.join(ROOT, "lib", "generated"), { recursive: true });
  folder = mkdtempSync(path.join(ROOT, "lib", "generated", "test-runner-"));
  options = { scratch: folder, env: { ...process.env, MARKS: folder }, strict: false };
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name, text) => writeFileSync(path.join(folder, name), text);
const inFolder = (name) => path.join(path.relative(ROOT, folder), name);

/** Passes from the second process. */
const LATER = `
import { existsSync, writeFileSync } from "node:fs";
export function later(name) {
  const mark = process.env.MARKS + "/" + name;
  if (existsSync(mark)) return;
  writeFileSync(mark, "");
  throw new Error("not at once\\nbut later");
}
`;

function vitest(files) {
  put("later.mjs", LATER);
  const config = { test: { include: [inFolder("*.test.mjs")], pool: "forks", maxWorkers: 1 } };
  put("vitest.config.mjs", `export default ${JSON.stringify(config)};`);
  for (const [name, body] of Object.entries(files))
    put(
      `${name}.test.mjs`,
      `import { beforeAll, test } from "vitest"; import { later } from "./later.mjs"; ${body}`,
    );
  return { ...options, more: [`--config=${inFolder("vitest.config.mjs")}`] };
}

const FINE = 'test("fine", () => {});';
const ONCE = 'test("bad once", () => later("once"));';
const NEVER = 'test("bad", () => { throw new Error("never"); });';

test("a unit test that failed once is run again in a new process, counts as passed and is told", async () => {
  const read = [];
  const all = vitest({
    once: `${FINE} ${ONCE}`,
    hook: `beforeAll(() => later("hook")); ${FINE}`,
    fine: FINE,
  });
  const result = await unitTests({ ...all, onProgress: (how) => read.push(how) });
  expect(result).toMatchObject({ ok: true, count: { passed: 4, failed: 0 }, failures: [] });
  expect(result.flaky.toSorted()).toEqual([
    `${inFolder("hook.test.mjs")}: not at once | but later`,
    `${inFolder("once.test.mjs")} > bad once: not at once | but later`,
  ]);
  expect(result.durations.map(([file]) => file).toSorted()).toEqual(
    ["fine", "hook", "once"].map((name) => inFolder(`${name}.test.mjs`)),
  );
  expect(read[0]()).toMatch(/^4 tests in \d of 3 files, 2 failed$/);
});

test("one that fails twice fails the run, and the others count", async () => {
  const result = await unitTests(
    vitest({ never: `${FINE} ${NEVER}`, skipped: 'test.skip("left out", () => {});' }),
  );
  expect(result).toMatchObject({ ok: false, count: { passed: 1, failed: 2 }, flaky: [] });
  expect(result.failures.toSorted()).toEqual([
    `${inFolder("never.test.mjs")} > bad: never`,
    `${inFolder("skipped.test.mjs")} > left out: did not run`,
  ]);
  expect(result.output).toContain("never");
});

test("where there is no second try, one bad moment fails the run", async () => {
  const result = await unitTests({ ...vitest({ once: `${FINE} ${ONCE}` }), strict: true });
  expect(result).toMatchObject({ ok: false, count: { passed: 1, failed: 1 }, flaky: [] });
});

test("an error that belongs to no test fails the run", async () => {
  const stray = 'test("fine", async () => { Promise.reject(new Error("nobody waited")); });';
  const result = await unitTests(vitest({ stray }));
  expect(result).toMatchObject({ ok: false, failures: ["nobody waited"] });
});

function playwright(body) {
  put("later.mjs", LATER);
  put("playwright.config.mjs", "export default { workers: 1 };");
  put("a.spec.mjs", `import { test } from "@playwright/test"; import { later } from "./later.mjs"; ${body}`);
  return { ...options, more: [`--config=${inFolder("playwright.config.mjs")}`] };
}

test("the same holds for the tests in a browser", async () => {
  const all = playwright(`${FINE} test.describe("part", () => { ${ONCE} });`);
  const result = await browserTests(all);
  expect(result).toMatchObject({ ok: true, count: { passed: 2, failed: 0 }, failures: [] });
  expect(result.flaky).toEqual([
    expect.stringMatching(/a\.spec\.mjs > part > bad once: Error: not at once \| but later/),
  ]);
  rmSync(path.join(folder, "once"));
  expect(await browserTests({ ...all, strict: true })).toMatchObject({
    ok: false,
    count: { passed: 1, failed: 1 },
  });
});

test("a browser test that fails twice, or is left out, fails the run", async () => {
  const result = await browserTests(playwright(`${FINE} ${NEVER} test.skip("left out", () => {});`));
  expect(result).toMatchObject({ ok: false, count: { passed: 1, failed: 2 }, flaky: [] });
});
