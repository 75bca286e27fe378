import { spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { noteAddress } from "./environment.mjs";
import * as postgres from "./postgres.mjs";
import { join } from "./shared-server.mjs";

// The command line as an operator runs it, in separate processes with their own data directories.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let folder;
const used = [];

/** The server of the shared data directory; otherwise each command would start and stop it. */
let here;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "operator-"));
  await countersign("here", "init", {
    COUNTERSIGN_INIT_GATEWAY: "kept",
    COUNTERSIGN_INIT_GATEWAY_TENANTS: "acme",
  });
  here = await join(path.join(folder, "here", "pg"));
});

afterAll(async () => {
  await here?.leave();
  for (const name of used) await postgres.remove(path.join(folder, name, "pg"));
  rmSync(folder, { recursive: true, force: true });
});

function countersign(name, line, env = {}) {
  const own = Object.entries(process.env).filter(
    ([key]) => !/^(DATABASE_|AUTH_SECRET|COUNTERSIGN_|PORT$|HOST$)/.test(key),
  );
  if (!used.includes(name)) used.push(name);
  const child = spawn(process.execPath, ["scripts/cli.mjs", ...line.split(" "), "--json"], {
    env: { ...Object.fromEntries(own), COUNTERSIGN_DATA_DIR: path.join(folder, name), ...env },
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  child.stdin.end();
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err })));
}

const there = (name) => existsSync(path.join(folder, name));

test.concurrent("no verb but those that set up an installation makes a database, also where it would write", async () => {
  const lines = [
    "--help",
    "doctor --help",
    "user list",
    "doctor",
    "backup x.backup",
    "user create --email a@acme.example --role admin",
    "gateway create --name other --tenants acme",
    "sample load",
    "no such verb",
  ];
  const answers = await Promise.all(
    lines.map(async (line) => ({ line, ...(await countersign("nothing", line)) })),
  );
  for (const { line, code, out, err } of answers) {
    expect(code, line).toBe(line.includes("help") ? 0 : line === "no such verb" ? 2 : 1);
    expect(out + err).toContain(
      line.includes("help")
        ? "npm run countersign -- doctor"
        : line === "no such verb"
          ? "There is no"
          : `${path.join(folder, "nothing")} (COUNTERSIGN_DATA_DIR) holds no database yet. Nothing was done; set COUNTERSIGN_DATA_DIR`,
    );
    expect(there("nothing"), line).toBe(false);
  }
});

test.concurrent("init sets up an installation, which other verbs then find", async () => {
  const made = await countersign("new", "init");
  expect(made).toMatchObject({ code: 0, err: expect.stringContaining("a new, empty one is made") });
  const gateway = await countersign("new", "gateway create --name other --tenants acme");
  expect(gateway).toMatchObject({ code: 0, err: expect.not.stringContaining("holds no database") });
});

test.concurrent("what an upgrade would do is read from the embedded database, and none is made for it", async () => {
  const [kept, nothing] = await Promise.all([
    countersign("here", "upgrade --check"),
    countersign("unmade", "upgrade --check"),
  ]);
  expect({ code: kept.code, ...JSON.parse(kept.out) }).toMatchObject({
    code: 0,
    database: { state: "current", pending: [] },
    backup: { made: false, dir: path.join(folder, "here", "backups") },
  });
  expect({ code: nothing.code, ...JSON.parse(nothing.out) }).toMatchObject({
    code: 0,
    database: { state: "none" },
  });
  expect(there("unmade")).toBe(false);
});

test.concurrent("links name the port that the product was started on, unless the environment names another", async () => {
  noteAddress({
    dataDir: path.join(folder, "here"),
    ownerUrl: null,
    port: 3_117,
    publicUrl: "http://localhost:3117",
  });
  const link = async (env) => JSON.parse((await countersign("here", "setup-link", env)).out).url;
  const links = await Promise.all([link({}), link({ PORT: "3200" })]);
  expect(links).toEqual([
    expect.stringMatching(/^http:\/\/localhost:3117\/setup\?token=/),
    expect.stringMatching(/^http:\/\/localhost:3200\/setup/),
  ]);
});

test.concurrent("backed up here, restored there: with its secret, into an empty data directory, once", async ({
  onTestFinished,
}) => {
  const file = path.join(folder, "all.backup");
  expect((await countersign("here", `backup ${file}`)).code).toBe(0);

  const cut = path.join(folder, "cut.backup");
  copyFileSync(file, cut);
  truncateSync(cut, readFileSync(file).length - 1);
  const [without, withoutItsEnd] = await Promise.all(
    [file, cut].map((from) => countersign("there", `restore ${from}`)),
  );
  expect(without).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("was made with an AUTH_SECRET"),
  });
  expect(withoutItsEnd.err).toContain("cut off or altered. Nothing was restored");
  expect(there("there")).toBe(false);

  mkdirSync(path.join(folder, "there"));
  copyFileSync(path.join(folder, "here", "auth-secret"), path.join(folder, "there", "auth-secret"));
  const { code, out, err } = await countersign("there", `restore ${file}`);
  expect({ code, err }).toMatchObject({ code: 0 });
  const server = await join(path.join(folder, "there", "pg"));
  onTestFinished(() => server.leave());
  expect(JSON.parse(out)).toMatchObject({ migrations: [], trail: { unbroken: true } });
  expect(out.trim().split("\n")).toHaveLength(1);
  const [list, again, doctor] = await Promise.all([
    countersign("there", "gateway list"),
    countersign("there", `restore ${file}`),
    countersign("here", "doctor"),
  ]);
  const { gateways } = JSON.parse(list.out);
  expect(gateways).toMatchObject([{ name: "kept", tenants: ["acme"] }]);
  expect(again.err).toContain("The database is not empty");
  const { checks } = JSON.parse(doctor.out);
  expect(checks).toContainEqual(
    expect.objectContaining({ name: "backups", ok: true, detail: expect.stringContaining(file) }),
  );
});
