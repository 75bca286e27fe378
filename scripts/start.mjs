// `npm start` and `npm run dev`: from a fresh clone to a running product.
import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigurationError, environment } from "./environment.mjs";
import { ensurePackages } from "./install.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DRAIN_MS = 10_000;
const RESTART_MS = { first: 500, most: 30_000 };
const began = performance.now();

const say = (line) => console.log(`[${((performance.now() - began) / 1_000).toFixed(1)} s] ${line}`);

/** The processes of one start; a crashed one is started again, ever more slowly. */
class Children {
  #running = new Map();
  #stopping = false;

  start(name, args, env, wait = RESTART_MS.first) {
    const preload = ["--import", path.join(ROOT, "scripts", "with-launcher.mjs")];
    const child = spawn(process.execPath, [...preload, ...args], {
      cwd: ROOT,
      env,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const since = Date.now();
    this.#running.set(name, child);
    child.on("exit", (code, signal) => {
      this.#running.delete(name);
      if (this.#stopping) return;
      const next =
        Date.now() - since > RESTART_MS.most ? RESTART_MS.first : Math.min(wait * 2, RESTART_MS.most);
      say(`the ${name} process ended (${signal ?? code}); starting it again in ${wait} ms`);
      setTimeout(() => this.#stopping || this.start(name, args, env, next), wait);
    });
  }

  /** Ends all of them: politely, and after ten seconds for certain. */
  async stop() {
    this.#stopping = true;
    const all = [...this.#running.values()];
    const ended = Promise.all(all.map((child) => new Promise((resolve) => child.once("exit", resolve))));
    for (const child of all) child.kill("SIGTERM");
    const late = setTimeout(() => all.map((child) => child.kill("SIGKILL")), DRAIN_MS);
    await ended;
    clearTimeout(late);
  }
}

function runCli(args, env) {
  const done = spawnSync(process.execPath, ["--import", "tsx", "scripts/cli/main.ts", ...args, "--json"], {
    cwd: ROOT,
    env,
    encoding: "utf8",
  });
  if (done.status !== 0) throw new Error(`${done.stderr || done.stdout}`.trim());
  const line = done.stdout.trim().split("\n").at(-1);
  return line ? JSON.parse(line) : {};
}

function startChildren(children, settings, env, dev) {
  const next = "node_modules/next/dist/bin/next";
  if (settings.role !== "worker") {
    const verb = dev ? "dev" : "start";
    children.start("web", [next, verb, "-p", String(settings.port), "-H", settings.host], {
      ...env,
      NODE_ENV: dev ? "development" : "production",
    });
  }
  if (settings.role !== "web") {
    const watch = dev ? ["--watch", "--watch-preserve-output"] : [];
    children.start("worker", [...watch, "--import", "tsx", "scripts/worker.ts"], {
      ...env,
      NODE_ENV: "production",
    });
  }
}

async function untilHealthy(settings) {
  const host = ["0.0.0.0", "::"].includes(settings.host) ? "127.0.0.1" : settings.host;
  for (;;) {
    const ok = await fetch(`http://${host}:${settings.port}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function greet(settings, setup) {
  say(`ready: ${settings.publicUrl}`);
  if (setup.url) console.log(`\n  First visit? This link makes the first admin, once:\n  ${setup.url}\n`);
  console.log(`  Let a gateway in:  npm run countersign -- gateway create --name my-gateway --tenants acme
                     npm run countersign -- key create --gateway my-gateway --tenants acme
  Then ask:

  curl -sS ${settings.publicUrl}/api/v1/authorize -H "Authorization: Bearer $COUNTERSIGN_KEY" -H 'Content-Type: application/json' \\
    -d '{"tenant":"acme","tool":"send-broadcast","arguments":{"segment":"all"},"risk":"high","summary":"Send the broadcast to 10,412 contacts","rationale":"The product owner asked to announce the new tiers."}'
`);
}

async function main() {
  const dev = process.argv.includes("--dev");
  const settings = environment();
  if (ensurePackages()) say("packages installed");
  const { openDatabase } = await import("./database.mjs");
  const { ensureBuild, ensureClient } = await import("./build.mjs");
  const database = await openDatabase(settings, { exclusive: true, note: say });
  say(
    `database ready${database.reused && !settings.ownerUrl ? " (was still running)" : ""}, ${database.applied.length} migrations applied`,
  );
  const children = new Children();
  let ending;
  const end = (code) => {
    ending ??= children
      .stop()
      .then(() => database.close())
      .then(() => process.exit(code));
    return ending;
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => end(0));
  try {
    if (dev ? ensureClient() : settings.role !== "worker" ? ensureBuild() : ensureClient())
      say(dev ? "client generated" : "built");
    const env = { ...settings.env, DATABASE_URL: database.appUrl };
    delete env.DATABASE_APP_URL;
    runCli(["init"], env);
    if (ending) return;
    startChildren(children, settings, env, dev);
    if (settings.role === "worker") return say("the worker runs");
    await untilHealthy(settings);
    greet(settings, runCli(["setup-link", "--if-needed"], env));
  } catch (error) {
    console.error(error.message);
    await end(1);
  }
}

main().catch((error) => {
  console.error(error instanceof ConfigurationError || !process.env.DEBUG ? error.message : error);
  process.exit(1);
});
