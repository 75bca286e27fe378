import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { lexer } from "marked";
import { expect, onTestFinished, test } from "vitest";
import { readInfo } from "./examples";

// Runs the page's programs if their language is installed. They report an allow that has an
// approval, and an interrupted run as unknown.

const LANGUAGES = [
  {
    name: "Python",
    start: ["python3", "poll.py"],
    asks: "--version",
    cut: ['return {"sent": 10412}', 'raise TimeoutError("no answer")'],
    failed: ['return {"sent": 10412}', 'raise KeyError("segmentId")'],
  },
  {
    name: "Go",
    start: ["go", "run", "countersign.go", "main.go"],
    asks: "version",
    cut: ['return map[string]int{"sent": 10412}, nil', "return nil, os.ErrDeadlineExceeded"],
    failed: ['return map[string]int{"sent": 10412}, nil', 'panic("segmentId")'],
  },
] as const;

function saved(from: string, to: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-docs-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const token of lexer(readFileSync("docs/python-and-go.md", "utf8"))) {
    const file = token.type === "code" && readInfo(token.lang ?? "").settings.program;
    if (file) writeFileSync(path.join(folder, file), token.text.replace(from, to));
  }
  return folder;
}

/** Allows every call under an approval, and keeps the reports. */
async function anAllowing(): Promise<{ url: string; reports: Record<string, unknown>[] }> {
  const reports: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    if (request.url?.endsWith("/execution")) reports.push(JSON.parse(text));
    const allow = { decision: "allow", approval_id: "a1", execution_id: "e1", agent_message: "Run it now." };
    const ended = { decision: "approved", agent_message: "What came of it." };
    response.end(JSON.stringify(request.url === "/api/v1/authorize" ? allow : ended));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, reports };
}

test.each(LANGUAGES)("the program in $name has the lines that these tests change", ({ cut, failed }) => {
  const text = readFileSync("docs/python-and-go.md", "utf8");
  for (const [line] of [cut, failed]) expect(text).toContain(line);
});

const here = LANGUAGES.filter(({ start: [command], asks }) => spawnSync(command, [asks]).status === 0);
for (const { name, start, cut, failed } of here) {
  const [command, ...args] = start;
  test.each([
    { state: "succeeded", change: ["", ""] },
    { state: "failed", change: failed },
    { state: "unknown", change: cut },
  ])(`the gateway in ${name} reports an allowed call as $state`, { timeout: 120_000 }, async (row) => {
    const { url, reports } = await anAllowing();
    const env = { COUNTERSIGN_URL: url, COUNTERSIGN_KEY: "csk_x", COUNTERSIGN_TENANT: "acme" };
    const cwd = saved(row.change[0] ?? "", row.change[1] ?? "");
    const { stdout } = await promisify(execFile)(command, args, {
      cwd,
      env: { ...process.env, ...env },
    });
    expect(reports).toEqual([expect.objectContaining({ execution_id: "e1", state: row.state })]);
    expect(stdout).toContain("What came of it.");
    expect(stdout).not.toContain("Run it now.");
  });
}
