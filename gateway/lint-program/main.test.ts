import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { EVALUATION_TOOLS } from "../lint/testing/evaluation-server";
import { FINDING_CODES } from "../lint/types";
import { temporaryDirectory } from "../testing/harness";
import { readTools } from "./input";
import { lineFinder } from "./lines";

const HERE = dirname(fileURLToPath(import.meta.url));

const ROOT = join(HERE, "..", "..");

const PACKAGE = join(ROOT, "dist", "countersign-lint");

const PROGRAM = join(PACKAGE, "countersign-lint.mjs");

type Ended = { code: number | null; out: string; err: string };

function run(command: string, args: readonly string[], piped = "", cwd = ROOT): Promise<Ended> {
  const child = spawn(command, args, { cwd, stdio: ["pipe", "pipe", "pipe"] });
  const ended = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    ended.out += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    ended.err += chunk;
  });
  child.stdin.end(piped);
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, ...ended })));
}

const lint = (args: readonly string[], piped = "") => run(process.execPath, [PROGRAM, ...args], piped);

const LISTED = JSON.stringify({ tools: EVALUATION_TOOLS });

const CLEAN = JSON.stringify([
  {
    name: "get_note",
    description: "Returns the text of one note.",
    inputSchema: {
      type: "object",
      properties: { title: { type: "string", description: "The note's title" } },
    },
    annotations: { readOnlyHint: true },
  },
]);

describe("the program", () => {
  test("shows people what agents fail at, with the line and a proposal, and ends with 1", async () => {
    const { code, out, err } = await lint([], LISTED);
    expect(err).toBe("");
    expect(code).toBe(1);
    expect(out).toMatch(/^5 tools: \d+ warnings, \d+ remarks\n\n/);
    expect(out).toContain("create_test_set_bulk\n  warning  ");
    expect(out).toContain("warning  empty_list_allowed  line 1, /tools/1/inputSchema/properties/tests");
    expect(out).toContain('Proposal: enum: ["numeric", "categorical"]');
  });

  test.each([
    ["a list", CLEAN],
    ["a result", `{"tools":${CLEAN}}`],
    ["a response", `\uFEFF{"jsonrpc":"2.0","id":1,"result":{"tools":${CLEAN}}}`],
    ["no tools", "[]"],
  ])("ends with 0 for %s that has no warnings", async (_, text) => {
    expect(await lint([], text)).toMatchObject({
      code: 0,
      err: "",
      out: expect.stringMatching(/^\d tools?: 0 warnings, 0 remarks\n$/),
    });
  });

  test("lets through as many warnings as it is told to, and reads a file", async () => {
    const file = join(temporaryDirectory(), "tools.json");
    writeFileSync(file, LISTED);
    const { warnings } = JSON.parse((await lint([file, "--format", "json"])).out);
    expect(warnings).toBeGreaterThan(5);
    expect((await lint([file, `--max-warnings=${warnings}`])).code).toBe(0);
    expect((await lint([file, "--max-warnings", String(warnings - 1)])).code).toBe(1);
    expect((await lint([file, "--max-warnings", "-1"])).code).toBe(0);
  });

  test("takes the author's own names of what the server fills in", async () => {
    const tools = JSON.stringify([
      {
        name: "create_note",
        description: "Makes a note.",
        inputSchema: { properties: { workspace: { type: "string", description: "Where" } } },
      },
    ]);
    expect((await lint(["--format=json"], tools)).out).not.toContain("server_managed");
    expect((await lint(["--format=json", "--server-managed", "region,workspace"], tools)).out).toContain(
      "server_managed",
    );
  });

  test.each([
    ["nothing", [], "", "nothing to read"],
    ["no JSON", [], "{", "This is not JSON"],
    ["no list", [], '{"tool":1}', "no list of tools"],
    ["a list of something else", [], "[1]", "Item 0 of the list is no tool"],
    ["an unknown format", ["--format", "xml"], "[]", '"xml"'],
    ["an unknown option", ["--strict"], "[]", "--strict"],
    ["a number that is none", ["--max-warnings", "many"], "[]", '"many"'],
    ["two files", ["a", "b"], "[]", "One file at a time"],
    ["a file that is not there", ["gone.json"], "", "gone.json cannot be read"],
  ])("ends with 2 and one line for %s", async (_, args, text, says) => {
    const { code, out, err } = await lint(args, text);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^countersign-lint: [^\n]+\n$/);
    expect(err).toContain(says);
  });

  test("tells how it is used, and its version", async () => {
    expect(await lint(["--help"])).toMatchObject({ code: 0, out: expect.stringContaining("--max-warnings") });
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    expect(await lint(["--version"])).toMatchObject({ code: 0, out: `${version}\n` });
  });

  test("moves no cursor for a tool whose name holds control characters", async () => {
    const { out } = await lint([], JSON.stringify([{ name: "x\u001b[2J\u202E", description: "" }]));
    expect(out).toContain("x\\u{1b}[2J\\u{202e}");
    expect(out).not.toMatch(/[\u001b\u202E]/);
  });
});

describe("SARIF", () => {
  const text = readFileSync(join(HERE, "testing", "sarif-2.1.0.json"), "utf8");
  // zod takes a relative reference for a broken address.
  const schema = z.fromJSONSchema(
    JSON.parse(text, (key, value) => (key === "format" && value === "uri-reference" ? undefined : value)),
  );

  test("is valid by its schema, names every rule and the place of each finding", async () => {
    const file = join("sample", "catalogues", "gmail.json");
    const { code, out } = await run(process.execPath, [PROGRAM, file, "--format", "sarif"]);
    expect(code).toBe(1);
    const log = JSON.parse(out);
    expect(schema.safeParse(log).error?.issues).toBeUndefined();
    const [{ tool, results }] = log.runs;
    expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(FINDING_CODES);
    expect(results.length).toBeGreaterThan(10);
    const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
    for (const { locations, ruleId, ruleIndex } of results) {
      expect(FINDING_CODES[ruleIndex]).toBe(ruleId);
      const { artifactLocation, region } = locations[0].physicalLocation;
      expect(artifactLocation.uri).toBe("sample/catalogues/gmail.json");
      expect(lines[region.startLine - 1]?.trim()).not.toBe("");
    }
  });

  test("what the schema forbids would be seen", async () => {
    const log = JSON.parse((await lint(["--format", "sarif"], LISTED)).out);
    expect(schema.safeParse(log).success).toBe(true);
    expect(schema.safeParse({ ...log, version: "2.0.0" }).success).toBe(false);
    expect(
      schema.safeParse({ ...log, runs: [{ ...log.runs[0], results: [{ level: "bad" }] }] }).success,
    ).toBe(false);
  });
});

describe("lines", () => {
  test("are those on which values begin", () => {
    const text =
      '{\n  "tools": [\n    { "name": "a:,{", "x": [1,\n 2] },\n    {\n      "na/me": null\n    }\n  ]\n}';
    const lineOf = lineFinder(text);
    expect(
      ["", "/tools", "/tools/0", "/tools/0/x/1", "/tools/1", "/tools/1/na~1me", "/tools/1/gone/deep"].map(
        lineOf,
      ),
    ).toEqual([1, 2, 3, 4, 5, 6, 5]);
  });

  test("are found in every published list", () => {
    const text = readFileSync(join(ROOT, "sample", "catalogues", "notion.json"), "utf8");
    const { tools, lineOf } = readTools(text);
    const lines = text.split("\n");
    for (const { definition, pointer } of tools)
      expect(lines[lineOf(`${pointer}/name`) - 1]).toContain(JSON.stringify(definition.name));
  });
});

test("packed, it runs from an empty folder with npx, and brings nothing else along", async () => {
  const home = temporaryDirectory();
  const folder = join(home, "empty");
  mkdirSync(folder);
  const cache = ["--cache", join(home, "cache"), "--offline", "--no-update-notifier", "--loglevel=error"];
  const packed = await run("npm", ["pack", PACKAGE, "--json", ...cache], "", folder);
  const [{ filename, files }] = JSON.parse(packed.out);
  expect(files.map(({ path }: { path: string }) => path).sort()).toEqual([
    "LICENSE",
    "README.md",
    "countersign-lint.mjs",
    "package.json",
  ]);
  writeFileSync(join(folder, "tools.json"), LISTED);
  const npx = await run("npx", ["--yes", ...cache, `./${filename}`, "tools.json"], "", folder);
  expect(npx.out).toMatch(/5 tools: \d+ warnings/);
  expect(npx.code).toBe(1);
});
