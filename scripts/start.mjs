// `npm start` and `npm run dev`: from a fresh clone to a running product.
import { once } from "node:events";
import net from "node:net";
import { ConfigurationError, environment, noteAddress } from "./environment.mjs";
import { ensurePackages } from "./install.mjs";
import { whenNpmIsGone } from "./npm-parent.mjs";

const NEXT = "node_modules/next/dist/bin/next";
const HEALTH_POLL_MS = 50;
// Ten seconds for the processes, the rest for the database; then the launcher goes whatever hangs.
const END_MS_MAX = 20_000;
const began = performance.now();

const say = (line) => console.log(`[${((performance.now() - began) / 1_000).toFixed(1)} s] ${line}`);

/** Asked before anything is built: a taken port would only show as a web process that keeps crashing. */
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

/** Runs a verb of the command line and answers its JSON. */
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
  if (dev || settings.role === "worker") {
    if (await ensurePrograms(signal, say)) say("programs built");
  } else if (await ensureBuild(signal, say)) say("built");
}

/** What the environment asks to set up. The long-running processes do not get to see those passwords and keys. */
async function initialize(settings, database, env, signal) {
  const asked = Object.keys(env).filter((name) => name.startsWith("COUNTERSIGN_INIT_"));
  if (asked.length === 0) return;
  const { oneAtATime } = await import("./database.mjs");
  if (settings.role !== "worker") await oneAtATime(database.ownerUrl, () => runCli(["init"], env, signal));
  for (const name of asked) delete env[name];
}

async function startChildren(children, settings, env, dev) {
  if (settings.role !== "worker")
    children.start("web", [NEXT, dev ? "dev" : "start", "-p", String(settings.port), "-H", settings.host], {
      ...env,
      NODE_ENV: dev ? "development" : "production",
    });
  if (settings.role === "web") return;
  const { programFile } = await import("./build.mjs");
  // From its sources while those change.
  const worker = dev ? ["--import", "tsx", "scripts/worker.ts"] : [programFile("worker")];
  children.start("worker", worker, { ...env, NODE_ENV: "production" });
  if (dev) children.restartOnChange("worker", "lib");
}

async function untilHealthy({ host, port }, signal) {
  const name =
    host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host;
  for (;;) {
    signal.throwIfAborted();
    const ok = await fetch(`http://${name}:${port}/api/health`, { signal }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, HEALTH_POLL_MS));
  }
}

function greet(settings, setup) {
  say(`ready: ${settings.publicUrl}`);
  if (setup.url) console.log(`\n  First visit? This link makes the first admin, once:\n  ${setup.url}\n`);
  const there = process.env.COUNTERSIGN_DATA_DIR ? `COUNTERSIGN_DATA_DIR=${settings.dataDir} ` : "";
  console.log(`  Let a gateway in:  ${there}npm run countersign -- gateway create --name my-gateway --tenants acme
                     ${there}npm run countersign -- key create --gateway my-gateway --tenants acme
  Then ask:

  curl -sS ${settings.publicUrl}/api/v1/authorize -H "Authorization: Bearer $COUNTERSIGN_KEY" -H 'Content-Type: application/json' \\
    -d '{"tenant":"acme","tool":"send-broadcast","arguments":{"segment":"all"},"risk":"high","summary":"Send the broadcast to 10,412 contacts","rationale":"The product owner asked to announce the new tiers."}'
`);
}

/** Starts everything and stays until the signal. What it opened is in `opened` as soon as it is open. */
async function launch(settings, dev, signal, opened) {
  if (settings.role !== "worker") await assertPortFree(settings);
  if (await ensurePackages(say)) say("packages installed");
  const database = await openDatabase(settings, signal);
  opened.push(() => database.close());
  if (settings.role !== "worker") noteAddress(settings);
  await prepare(settings, dev, signal);
  const env = { ...settings.env, DATABASE_URL: database.appUrl };
  delete env.DATABASE_APP_URL;
  await initialize(settings, database, env, signal);
  const { Children } = await import("./children.mjs");
  const children = new Children(say);
  opened.push(() => children.stop());
  say(settings.role === "all" ? "starting the web server and a worker" : `starting the ${settings.role}`);
  await startChildren(children, settings, env, dev);
  if (settings.role === "worker") say("the worker runs");
  else {
    const link = runCli(["setup-link", "--if-needed"], env, signal);
    const [setup] = await Promise.all([link, untilHealthy(settings, signal)]);
    greet(settings, setup);
  }
  if (!signal.aborted) await once(signal, "abort");
}

async function main() {
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
