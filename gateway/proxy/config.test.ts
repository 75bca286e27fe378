import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../testing/harness";
import { parseConfig } from "./config";

const SECRET = `whsec_${Buffer.from("x".repeat(32)).toString("base64")}`;
const ENV = {
  COUNTERSIGN_URL: "http://localhost:3000",
  COUNTERSIGN_KEY: "csk_abc",
  COUNTERSIGN_TENANT: "acme",
  PROVIDER: "files",
};
const COMMAND = ["--", "npx", "server", "--flag"];

test("reads the environment and the command after --", () => {
  const config = parseConfig(COMMAND, ENV);
  expect(config).toMatchObject({
    countersignUrl: "http://localhost:3000",
    mode: "callback",
    upstream: { command: "npx", args: ["server", "--flag"] },
    callback: null,
    listen: null,
    resume: false,
    waitSeconds: 50,
    waitSecondsWithProgress: null,
    ratings: {},
    trust: null,
  });
});

test("flags win over variables, in both spellings", () => {
  const config = parseConfig(["--tenant", "other", "--mode=reissue", ...COMMAND], ENV);
  expect(config).toMatchObject({ tenant: "other", mode: "reissue" });
});

test("reads the callback receiver with several secrets, and a listener", () => {
  const env = {
    ...ENV,
    CALLBACK_LISTEN: "0.0.0.0:8787",
    CALLBACK_SECRET: `${SECRET}, ${SECRET}`,
    LISTEN: "8080",
    WAIT_SECONDS: "3",
  };
  const config = parseConfig(["--upstream-url", "https://mcp.example/mcp"], env);
  expect(config.callback).toMatchObject({
    host: "0.0.0.0",
    port: 8787,
    path: "/hooks/countersign",
    secrets: [SECRET, SECRET],
  });
  expect(config).toMatchObject({
    listen: { host: "127.0.0.1", port: 8080 },
    resume: true,
    waitSeconds: 3,
    waitSecondsWithProgress: 3,
  });
  expect(config.upstream).toEqual({ url: "https://mcp.example/mcp", authorization: undefined });
});

test("the upstream's folder is resolved where the gateway was started, and has to be there", () => {
  const folder = temporaryDirectory();
  expect(parseConfig(["--cwd", folder, ...COMMAND], ENV).upstream).toMatchObject({ cwd: folder });
  expect(parseConfig(COMMAND, { ...ENV, UPSTREAM_CWD: "." }).upstream).toMatchObject({ cwd: process.cwd() });
  expect(parseConfig(COMMAND, ENV).upstream).toEqual({ command: "npx", args: ["server", "--flag"] });
});

test("reads ratings", () => {
  const file = join(temporaryDirectory(), "ratings.json");
  writeFileSync(file, '{"send": {"risk": "high", "requires_confirmation": true}}');
  expect(parseConfig(["--ratings", file, ...COMMAND], ENV).ratings.send?.risk).toBe("high");
  const ofDemo = parseConfig(["--ratings", "scripts/demo-ratings.json", ...COMMAND], ENV).ratings.write_file;
  expect(ofDemo).toMatchObject({ risk: "medium", requires_confirmation: true, summary: "Write {path}" });
  writeFileSync(file, '{"send": {"risk": "awful"}}');
  expect(() => parseConfig(["--ratings", file, ...COMMAND], ENV)).toThrow(/RATINGS_FILE .*send\.risk/);
});

test("agents are told of the known tools only where that is asked for, within a budget", () => {
  const told = (env: object) => parseConfig(COMMAND, { ...ENV, ...env }).knownTools;
  expect(told({})).toEqual({ as: "off", budget: 4_000 });
  expect(told({ KNOWN_TOOLS: "instructions", KNOWN_TOOLS_BUDGET: "900" })).toEqual({
    as: "instructions",
    budget: 900,
  });
  expect(() => told({ KNOWN_TOOLS: "yes" })).toThrow("KNOWN_TOOLS must be off, resource or instructions");
  for (const budget of ["10", "many", "3000000"])
    expect(() => told({ KNOWN_TOOLS_BUDGET: budget })).toThrow("KNOWN_TOOLS_BUDGET must be characters");
});

test.each([
  ["COUNTERSIGN_URL", { COUNTERSIGN_URL: undefined }],
  ["COUNTERSIGN_URL", { COUNTERSIGN_URL: "localhost:3000" }],
  ["COUNTERSIGN_KEY", { COUNTERSIGN_KEY: undefined }],
  ["COUNTERSIGN_KEY", { COUNTERSIGN_KEY: "cst_person" }],
  ["COUNTERSIGN_TENANT", { COUNTERSIGN_TENANT: "" }],
  ["PROVIDER", { PROVIDER: undefined }],
  ["GATEWAY_MODE", { GATEWAY_MODE: "push" }],
  ["WAIT_SECONDS", { WAIT_SECONDS: "a while" }],
  ["RESUME", { RESUME: "perhaps" }],
  ["LISTEN", { LISTEN: "host:port" }],
  ["LISTEN_TOKEN", { LISTEN: "0.0.0.0:8080" }],
  ["CALLBACK_SECRET", { CALLBACK_LISTEN: "8787" }],
  ["CALLBACK_SECRET", { CALLBACK_LISTEN: "8787", CALLBACK_SECRET: "hunter2" }],
  ["CALLBACK_PATH", { CALLBACK_LISTEN: "8787", CALLBACK_SECRET: SECRET, CALLBACK_PATH: "hooks" }],
  ["CALLBACK_LISTEN", { CALLBACK_LISTEN: "127.0.0.1:99999", CALLBACK_SECRET: SECRET }],
  ["UPSTREAM_URL", { UPSTREAM_URL: "http://localhost:1/mcp" }],
  ["RATINGS_FILE", { RATINGS_FILE: "missing.json" }],
  ["UPSTREAM_CWD", { UPSTREAM_CWD: "/no/such/folder" }],
  ["APPROVERS_FILE", { SIGNED_TOOLS: "delete-*" }],
  ["APPROVERS_FILE", { APPROVERS_FILE: "missing.json" }],
  ["SIGNED_MINIMUM", { APPROVERS_FILE: "missing.json", SIGNED_MINIMUM: "none" }],
])("a wrong %s is one line that names it: %j", (name, change) => {
  expect(() => parseConfig(COMMAND, { ...ENV, ...change })).toThrow(new RegExp(`^${name}[^\\n]*$`));
});

test("no upstream and unknown flags say what to type", () => {
  expect(() => parseConfig([], ENV)).toThrow("No upstream");
  expect(() => parseConfig(["--tool"], ENV)).toThrow("Unknown flag --tool");
  expect(() => parseConfig(["--cwd", "/"], { ...ENV, UPSTREAM_URL: "http://localhost:1/mcp" })).toThrow(
    "UPSTREAM_CWD is the folder of a command",
  );
  expect(() => parseConfig(["--tenant"], ENV)).toThrow("--tenant needs a value");
});
