import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const read = (file) => readFileSync(path.join(ROOT, file), "utf8");
const FILE = "docker-compose.yml";
const { services } = parse(read(FILE), { merge: true });
const dockerfile = read("Dockerfile");

// A full version for people, and the digest of the multi-architecture index for Docker.
const PINNED = /^[a-z0-9./-]+:\d+\.\d[\w.-]*@sha256:[0-9a-f]{64}$/;

test("every image that is not built here is pinned by version and digest", () => {
  const stages = [...dockerfile.matchAll(/^FROM (\S+)(?: AS (\S+))?$/gm)];
  const names = stages.map(([, , name]) => name);
  const bases = stages.map(([, image]) => image).filter((image) => !names.includes(image));
  const images = Object.values(services)
    .filter(({ build }) => build === undefined)
    .map(({ image }) => image);
  expect([bases.length, images.length]).toEqual([1, 1]);
  for (const image of [...bases, ...images]) expect(image).toMatch(PINNED);
});

test("no container receives .env as a whole", () => {
  const files = Object.values(services).flatMap(({ env_file }) => env_file ?? []);
  expect(files).toHaveLength(2);
  for (const file of files) expect(file).toEqual({ path: "countersign.env", required: false });
});

test("every container keeps as much of its log as the documentation says", () => {
  expect(Object.keys(services)).toEqual(["postgres", "web", "worker"]);
  for (const [name, { logging }] of Object.entries(services)) {
    expect([name, logging?.driver]).toEqual([name, "json-file"]);
    const { "max-size": size, "max-file": count } = logging.options;
    expect(Number(/^(\d+)m$/.exec(size)?.[1]) * Number(count)).toBe(100);
  }
  expect(read("docs/operating.md")).toContain("100 MB a container");
});

test("the head of the file names every variable that it takes from .env", () => {
  const text = read(FILE);
  const head = /^(?:#.*\n)+/.exec(text)?.[0] ?? "";
  const taken = [...new Set([...text.matchAll(/(?<!\$)\$\{?(\w+)/g)].map(([, name]) => name))];
  expect(taken.length).toBeGreaterThan(3);
  expect(taken.filter((name) => !new RegExp(`\\b${name}\\b`).test(head))).toEqual([]);
});

test("every container has a health check, and that of the worker fails once its sign of life is old", () => {
  const [, command] = /^HEALTHCHECK [^\n]*\\\n\s+CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  for (const { build, healthcheck } of Object.values(services))
    if (build === undefined) expect(healthcheck.test[0]).toBe("CMD-SHELL");
    else expect([healthcheck, command]).toEqual([undefined, expect.any(String)]);
  const { environment, read_only, tmpfs } = services.worker;
  // The check reads a file that the worker writes, so its folder must be writable.
  expect([read_only, tmpfs]).toEqual([true, expect.arrayContaining(["/tmp"])]);
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-compose-"));
  try {
    const [program, ...args] = JSON.parse(command);
    const env = { PATH: process.env.PATH, TMPDIR: folder, COUNTERSIGN_ROLE: environment.COUNTERSIGN_ROLE };
    const health = () => spawnSync(program, args, { cwd: ROOT, env }).status;
    expect(health()).toBe(1);
    const alive = path.join(folder, "countersign-worker-alive");
    writeFileSync(alive, "");
    expect(health()).toBe(0);
    const earlier = Date.now() / 1_000 - 3_600;
    utimesSync(alive, earlier, earlier);
    expect(health()).toBe(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("docker compose takes the file with the two required variables, and names one that is missing", () => {
  const compose = (args, env = {}) =>
    spawnSync("docker", ["compose", ...args], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      encoding: "utf8",
    });
  const plugin = compose(["version"]);
  if (plugin.status !== 0) {
    console.warn(
      `docker compose is not installed: it did not check ${FILE}. The other tests of this file read it.`,
    );
    return;
  }
  // Ignores the clone's own .env.
  const config = (env) => compose(["--env-file", "/dev/null", "-f", FILE, "config", "--quiet"], env);
  const required = { POSTGRES_PASSWORD: "0a1b2c", AUTH_SECRET: "made up for the test" };
  const taken = config(required);
  expect([taken.status, taken.stderr]).toEqual([0, ""]);
  for (const name of Object.keys(required)) {
    const refused = config({ ...required, [name]: "" });
    expect(refused.status).not.toBe(0);
    expect(refused.stderr).toContain(name);
  }
});
