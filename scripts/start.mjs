// `npm start` and `npm run dev`: from a new clone to a running product.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConfigurationError, databaseUrls, environment, noteAddress, servesPages } from "./environment.mjs";
import { ensurePackages } from "./install.mjs";
import { whenNpmIsGone } from "./npm-parent.mjs";
import { unknownNames } from "./settings.mjs";

const NEXT = "node_modules/next/dist/bin/next";
const HEALTH_POLL_MS = 50;
// Ten seconds for the processes and the rest for the database; then the launcher exits anyway.
const END_MS_MAX = 20_000;
const began = performance.now();

const STARTING = {
  all: "starting the web server and a worker",
  web: "starting the web server",
  api: "starting the API without pages",
  worker: "starting the worker",
};

const hasWorker = ({ role }) => role === "all" || role === "worker";

const say = (line) => console.log(`[${((performance.now() - began) / 1_000).toFixed(1)} s] ${line}`);

/** Checked before any build: otherwise a used port would only show as a crashing web process. */
async function assertPortFree({ port, host }) {
  const server = net.createServer().listen({ port, host });
  try {
    await once(server, "listening");
  } catch (error) {
    const reason = error.code === "EADDRINUSE" ? "is taken" : `cannot be used (${error.code})`;
    throw new ConfigurationError(`PORT ${port} on HOST ${host} ${reason}: expected an address that is free`);
  }
  server.close();
  await once(server, "close");
}

async function runCli(args, env, signal) {
  const { runNode } = await import("./run.mjs");
  const { programFile } = await import("./build.mjs");
  const { ok, stdout, output } = await runNode([programFile("cli"), ...args, "--json"], { env, signal });
  if (!ok) throw new Error(output.trim());
  const line = stdout.trim().split("\n").at(-1);
  return line ? JSON.parse(line) : {};
}

async function openDatabase(settings, signal) {
  say(
    settings.ownerUrl
      ? "opening the database of DATABASE_URL"
      : `opening the database in ${settings.dataDir}`,
  );
  const database = await (await import("./database.mjs")).openDatabase(settings, {
    exclusive: true,
    note: say,
    signal,
  });
  const { reused, applied } = database;
  say(`database ready${reused ? " (was still running)" : ""}, ${applied.length} migrations applied`);
  return database;
}

async function prepare(settings, dev, signal) {
  const { ensureBuild, ensurePrograms } = await import("./build.mjs");
  if (dev || !servesPages(settings)) {
    if (await ensurePrograms(signal, say)) say("programs built");
  } else if (await ensureBuild(signal, say)) say("built");
}

/** Setup from the environment. Long-running processes do not get its passwords and keys. */
async function initialize(settings, database, env, signal) {
  const asked = Object.keys(env).filter((name) => name.startsWith("COUNTERSIGN_INIT_"));
  if (asked.length === 0) return;
  const { oneAtATime } = await import("./database.mjs");
  if (settings.role !== "worker") await oneAtATime(database.ownerUrl, () => runCli(["init"], env, signal));
  for (const name of asked) delete env[name];
}

/** The link for the first administrator. Most starts skip the program that creates it. */
async function firstVisit({ ownerUrl }, env, signal) {
  const { hasPeople } = await import("./database.mjs");
  return (await hasPeople(ownerUrl)) ? {} : runCli(["setup-link", "--if-needed"], env, signal);
}

/** The private socket of the pages process. */
function aPlace(opened) {
  if (process.platform === "win32") return `\\\\.\\pipe\\countersign-${randomUUID()}`;
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-"));
  opened.push(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, "pages");
}

// Objects of a batch live as long as its statement. With Node's default of 16 MiB most are copied
// twice, a quarter of the process's time. Unneeded memory is not allocated.
const ROOMY = "--max-semi-space-size=64";

async function startChildren(children, settings, { env, place }) {
  const { programFile } = await import("./build.mjs");
  const own = { ...env, ...(place ? { COUNTERSIGN_PAGES: place } : {}), NODE_ENV: "production" };
  if (settings.role !== "worker") children.start("api", [ROOMY, programFile("api")], own);
  if (place) children.start("pages", ["scripts/pages.mjs"], own, { behind: "api" });
  if (hasWorker(settings)) children.start("worker", [programFile("worker")], own);
}

/** Development: Next serves everything, and the worker restarts on changes. */
function startDeveloping(children, settings, { env }) {
  if (settings.role !== "worker") {
    const at = ["-p", String(settings.port), "-H", settings.host];
    children.start("web", [NEXT, "dev", ...at], { ...env, NODE_ENV: "development" });
  }
  if (!hasWorker(settings)) return;
  children.start("worker", ["--import", "tsx", "scripts/worker.ts"], { ...env, NODE_ENV: "production" });
  children.restartOnChange("worker", "lib");
}

/** Whether the URL answers with 200. */
async function isUp(asked, signal) {
  const request = http.get({ ...asked, agent: false, signal });
  try {
    const [answer] = await once(request, "response");
    answer.resume();
    return answer.statusCode === 200;
  } catch {
    return false;
  }
}

/**
 * Checks each process directly, because the API logs requests that it cannot pass to the pages yet.
 */
async function untilHealthy(settings, place, signal) {
  const { host, port } = settings;
  const api = { host: { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host, port };
  const asked = [{ ...api, path: "/api/health" }];
  if (servesPages(settings)) asked.push({ ...(place ? { socketPath: place } : api), path: "/icon.svg" });
  for (;;) {
    signal.throwIfAborted();
    const up = await Promise.all(asked.map((address) => isUp(address, signal)));
    if (up.every(Boolean)) return;
    await new Promise((resolve) => setTimeout(resolve, HEALTH_POLL_MS));
  }
}

function greet(settings, setup) {
  say(`ready: ${settings.publicUrl}`);
  if (setup.url) console.log(`\n  First visit? This link makes the first admin, once:\n  ${setup.url}\n`);
  const command = settings.env.COUNTERSIGN_COMMAND;
  console.log(`  Let a gateway in:  ${command} gateway create --name my-gateway --tenants acme
                     ${command} key create --gateway my-gateway --tenants acme
                     export COUNTERSIGN_KEY=csk_…   (the key that was printed)
  Then ask:

  curl -sS ${settings.publicUrl}/api/v1/authorize -H "Authorization: Bearer $COUNTERSIGN_KEY" -H 'Content-Type: application/json' \\
    -d '{"tenant":"acme","provider":"resend","tool":"send-broadcast","risk":"high","arguments":{"segmentId":"seg_all","subject":"Pricing changes"},
         "summary":"Send the broadcast to 10,412 contacts","facts":{"how_many":10412,"undo":"impossible"},
         "rationale":"The product owner asked to announce the new tiers."}'
`);
}

/** Starts everything and runs until the signal. Adds each opened resource to `opened` at once. */
async function launch(settings, dev, signal, opened) {
  for (const line of unknownNames(process.env)) say(`warning: ${line}`);
  if (settings.role !== "worker") await assertPortFree(settings);
  if (await ensurePackages(say)) say("packages installed");
  // A failed build must leave the schema to the running version.
  await prepare(settings, dev, signal);
  const database = await openDatabase(settings, signal);
  opened.push(() => database.close());
  noteAddress(settings);
  const env = databaseUrls(settings.env, database.appUrl);
  await initialize(settings, database, env, signal);
  const { Children } = await import("./children.mjs");
  const place = servesPages(settings) && !dev ? aPlace(opened) : null;
  const children = new Children(say);
  opened.push(() => children.stop());
  say(STARTING[settings.role]);
  await (dev ? startDeveloping : startChildren)(children, settings, { env, place });
  if (settings.role === "worker") say("the worker runs");
  else {
    const [setup] = await Promise.all([
      firstVisit(database, env, signal),
      untilHealthy(settings, place, signal),
    ]);
    greet(settings, setup);
  }
  if (!signal.aborted) await once(signal, "abort");
}

async function main() {
  if (process.argv[2] === "--version") {
    const file = new URL("../package.json", import.meta.url);
    return console.log(JSON.parse(readFileSync(file, "utf8")).version);
  }
  const dev = process.argv.includes("--dev");
  const stop = new AbortController();
  const end = () => {
    stop.abort();
    setTimeout(() => process.exit(1), END_MS_MAX).unref();
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, end);
  whenNpmIsGone(end);
  const opened = [];
  let code = 0;
  try {
    await launch(environment(), dev, stop.signal, opened);
  } catch (error) {
    if (!stop.signal.aborted) {
      console.error(process.env.DEBUG && !(error instanceof ConfigurationError) ? error : error.message);
      code = 1;
    }
  }
  for (const close of opened.reverse()) await close();
  process.exit(code);
}

main();
