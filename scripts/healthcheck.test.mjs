import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(path.join(tmpdir(), "countersign-health-"));
const alive = path.join(folder, "countersign-worker-alive");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The exit code of the container's health check. */
function healthOf(role, port = 1) {
  const env = { ...process.env, COUNTERSIGN_ROLE: role, PORT: String(port), TMPDIR: folder };
  return spawnSync(process.execPath, ["scripts/healthcheck.mjs"], { env }).status;
}

test("a worker is healthy while it renews its file, and not before or long after", () => {
  expect(healthOf("worker")).toBe(1);
  writeFileSync(alive, "");
  expect(healthOf("worker")).toBe(0);
  const earlier = Date.now() / 1_000 - 3_600;
  utimesSync(alive, earlier, earlier);
  expect(healthOf("worker")).toBe(1);
});

test("a process that listens is healthy while it answers", () => {
  expect(healthOf("api")).toBe(1);
  const child = `
    const server = require("node:http").createServer((_, response) => response.end());
    server.listen(0, "127.0.0.1", () => {
      const env = { ...process.env, COUNTERSIGN_ROLE: "api", PORT: String(server.address().port) };
      require("node:child_process").spawn(process.execPath, ["scripts/healthcheck.mjs"], { env }).once("exit", (code) => process.exit(code));
    });`;
  expect(spawnSync(process.execPath, ["-e", child]).status).toBe(0);
});
