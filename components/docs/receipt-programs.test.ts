import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { lexer } from "marked";
import { expect, onTestFinished, test } from "vitest";
import { readInfo } from "./examples";

// Runs the page's programs over the published vectors, if their language is installed.
// lib/approvals/evidence/vectors.test.ts runs the command over them everywhere.

const FOLDER = path.resolve("public/docs/vectors/receipts");

type Vector = { file: string; trusted: string[] | null; refused: string[] };

const { vectors } = JSON.parse(readFileSync(path.join(FOLDER, "index.json"), "utf8")) as {
  vectors: Vector[];
};

function saved(program: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-docs-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const token of lexer(readFileSync("docs/receipts.md", "utf8")))
    if (token.type === "code" && readInfo(token.lang ?? "").settings.program === program)
      writeFileSync(path.join(folder, program), token.text);
  return folder;
}

type Ran = { code: number; out: string };

function ran(cwd: string, command: string, ...args: string[]): Promise<Ran> {
  return promisify(execFile)(command, args, { cwd }).then(
    ({ stdout }) => ({ code: 0, out: stdout.trim() }),
    (error: { code: number; stdout: string }) => ({ code: error.code, out: error.stdout.trim() }),
  );
}

/** What the program prints and returns for a vector. */
const expected = ({ refused }: Vector): Ran =>
  refused.length === 0 ? { code: 0, out: "proven" } : { code: 1, out: refused.join("\n") };

const isHere = (command: string, asks: string) => spawnSync(command, [asks]).status === 0;

// One process for all of them: Python takes longer to start than to verify.
const ALL = `
import json, sys
from verify_receipt import reasons
with open(sys.argv[1] + "/index.json", encoding="utf-8") as index:
    for vector in json.load(index)["vectors"]:
        with open(sys.argv[1] + "/" + vector["file"], encoding="utf-8", newline="") as source:
            print(json.dumps(sorted(reasons(source.read(), vector["trusted"]))))
`;

test.runIf(isHere("python3", "--version"))(
  "the program in Python says of each vector what its index says",
  {
    timeout: 120_000,
  },
  async () => {
    const cwd = saved("verify_receipt.py");
    const { out } = await ran(cwd, "python3", "-c", ALL, FOLDER);
    const said = out.split("\n").map((line): unknown => JSON.parse(line));
    expect(vectors.map(({ file }, at) => ({ file, refused: said[at] }))).toEqual(
      vectors.map(({ file, refused }) => ({ file, refused })),
    );
    const program = (...args: string[]) => ran(cwd, "python3", "verify_receipt.py", ...args);
    for (const name of ["approved.json", "arguments-changed.json", "another-key.json"]) {
      const vector = vectors.find(({ file }) => file === name) as Vector;
      expect(await program(path.join(FOLDER, name), ...(vector.trusted ?? []))).toEqual(expected(vector));
    }
    expect(await program()).toEqual({ code: 2, out: "" });
    expect(await program(path.join(FOLDER, "approved.json"), "no key")).toEqual({ code: 2, out: "" });
  },
);

test.runIf(isHere("go", "version"))(
  "the program in Go says of each vector what its index says",
  {
    timeout: 120_000,
  },
  async () => {
    const cwd = saved("verify_receipt.go");
    await promisify(execFile)("go", ["build", "-o", "verify", "verify_receipt.go"], { cwd });
    const program = (...args: string[]) => ran(cwd, "./verify", ...args);
    for (const vector of vectors) {
      const answer = await program(path.join(FOLDER, vector.file), ...(vector.trusted ?? []));
      expect({ file: vector.file, ...answer }).toEqual({ file: vector.file, ...expected(vector) });
    }
    expect(await program()).toEqual({ code: 2, out: "" });
    expect(await program(path.join(FOLDER, "approved.json"), "no key")).toEqual({ code: 2, out: "" });
  },
);
