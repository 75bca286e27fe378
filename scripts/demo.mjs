// `npm run demo`: the product, the reference gateway in front of a real MCP server on a temporary
// folder, and a real MCP client as the agent. A person decides in the browser.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { GATEWAY_FILE } from "./build.mjs";
import { ensurePackages } from "./install.mjs";
import { whenNpmIsGone } from "./npm-parent.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PORTS = { web: 3_000, callback: 8_787 };
// How long the scripted agent waits for a person.
const PATIENCE_MS = 60 * 60 * 1_000;

// Long enough to decide, short enough to wait out, so that the agent sees an expiry.
const DECIDE_SECONDS = 300;

const say = (line = "") => console.log(line);

function credentials(dataDir) {
  const file = path.join(dataDir, "demo.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const made = {
    email: "demo@countersign.test",
    password: randomBytes(12).toString("base64url"),
    key: `csk_${randomBytes(32).toString("base64url")}`,
    secret: `whsec_${randomBytes(24).toString("base64")}`,
  };
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  return made;
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = net.createServer().once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

async function freeFrom(port) {
  for (let tried = port; ; tried += 1) if (await isFree(tried)) return tried;
}

/** Port of the pages. A requested port is never replaced. */
async function webPort(asked) {
  if (asked) return asked;
  const port = await freeFrom(PORTS.web);
  if (port !== PORTS.web) say(`Port ${PORTS.web} is taken; the demo runs on ${port}.`);
  return String(port);
}

function startProduct(dataDir, { port, callbackPort }, { email, password, key, secret }) {
  const env = {
    ...process.env,
    PORT: port,
    COUNTERSIGN_DATA_DIR: dataDir,
    COUNTERSIGN_INIT_ADMIN_EMAIL: email,
    COUNTERSIGN_INIT_ADMIN_PASSWORD: password,
    COUNTERSIGN_INIT_GATEWAY: "demo-files",
    COUNTERSIGN_INIT_GATEWAY_KEY: key,
    COUNTERSIGN_INIT_GATEWAY_SECRET: secret,
    COUNTERSIGN_INIT_GATEWAY_CALLBACK_URL: `http://127.0.0.1:${callbackPort}/hooks/countersign`,
    COUNTERSIGN_INIT_GATEWAY_TENANTS: "demo",
    LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
  };
  return spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function untilReady(product) {
  return new Promise((resolve, reject) => {
    product.once("exit", () => reject(new Error("the product did not start; see the lines above")));
    createInterface({ input: product.stdout }).on("line", (line) => {
      if (!line.startsWith("[")) return;
      say(`  ${line}`);
      if (line.includes("] ready: ")) resolve();
    });
  });
}

function shortenDeadlines(dataDir) {
  const args = ["scripts/cli.mjs", "tenant", "set", "demo", "--ttl-seconds", String(DECIDE_SECONDS)];
  const done = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, COUNTERSIGN_DATA_DIR: dataDir },
  });
  if (done.status !== 0) throw new Error(`the demo's tenant could not be set up: ${done.stderr}`);
}

async function connectAgent(url, { key, secret }, callbackPort, folder) {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
  const client = new Client({ name: "demo-agent", version: "1.0.0" });
  const server = ["node_modules/@modelcontextprotocol/server-filesystem/dist/index.js", folder];
  const env = {
    PATH: process.env.PATH,
    COUNTERSIGN_URL: url,
    COUNTERSIGN_KEY: key,
    COUNTERSIGN_TENANT: "demo",
    PROVIDER: "files",
    RATINGS_FILE: path.join(ROOT, "scripts/demo-ratings.json"),
    CALLBACK_LISTEN: `127.0.0.1:${callbackPort}`,
    CALLBACK_SECRET: secret,
    WAIT_SECONDS: String(PATIENCE_MS / 1_000),
  };
  const args = [GATEWAY_FILE, "--", process.execPath, ...server];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env, cwd: ROOT, stderr: "ignore" }),
  );
  return client;
}

/** One call of the scripted agent; prints its final answer. */
async function act(client, title, args) {
  say(`\n▶ The agent calls write_file: ${title}`);
  say("  … it waits until you decide in the browser; after five minutes without a decision it expires");
  const options = { timeout: PATIENCE_MS, resetTimeoutOnProgress: true };
  const result = await client.callTool({ name: "write_file", arguments: args }, undefined, options);
  const text = result.content.map((part) => part.text ?? "").join(" ");
  say(`${result.isError ? "✗" : "✓"} The agent received: ${text}`);
  say(
    `  On disk: ${existsSync(args.path) ? JSON.stringify(readFileSync(args.path, "utf8")) : "nothing was written"}`,
  );
}

async function main() {
  if (await ensurePackages(say)) say("packages installed");
  const port = await webPort(process.env.PORT);
  const callbackPort = await freeFrom(PORTS.callback);
  const url = `http://localhost:${port}`;
  const dataDir = path.resolve(process.env.COUNTERSIGN_DATA_DIR ?? ".data/demo");
  const own = credentials(dataDir);
  say("Starting Countersign");
  const product = startProduct(dataDir, { port, callbackPort }, own);
  let client;
  const end = (code) => {
    client?.close().catch(() => undefined);
    product.once("exit", () => process.exit(code));
    product.kill("SIGTERM");
    if (product.exitCode !== null) process.exit(code);
  };
  whenNpmIsGone(() => end(0));
  process.once("SIGINT", () => end(0));
  process.once("SIGTERM", () => end(0));
  try {
    await untilReady(product);
    shortenDeadlines(dataDir);
    const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-demo-"));
    client = await connectAgent(url, own, callbackPort, folder);
    say(
      `\nOpen ${url}/approvals\n  sign in as ${own.email} with the password ${own.password}\n  the agent's folder: ${folder}`,
    );
    const rationale = "The user asked me to keep a note of what was agreed in the meeting.";
    await act(client, "a note in its own folder. Approve it, edit it, or reject it.", {
      path: path.join(folder, "note.txt"),
      content: "We agreed to ship on Friday.",
      rationale,
    });
    await act(client, "a file outside its folder. Approve it, and see the server's real error.", {
      path: path.join(os.tmpdir(), "countersign-demo-outside.txt"),
      content: "This should not work.",
      rationale,
    });
    say("\nThat is the loop. Countersign keeps running; press Ctrl-C to stop.");
  } catch (error) {
    console.error(error.message);
    end(1);
  }
}

main();
