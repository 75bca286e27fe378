// `npm run test:cluster`: two instances behind HAProxy, on PgBouncer and three Postgres servers
// under Patroni, while servers and instances are killed under load. Separate from `npm test`,
// because it needs Debian packages and some minutes.
import { randomBytes } from "node:crypto";
import { accessSync, chmodSync, constants, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { checkLedger } from "./cluster/checks.mjs";
import { serverPrograms, startDatabase } from "./cluster/database.mjs";
import { Load } from "./cluster/load.mjs";
import { endAll, killAll, until } from "./cluster/processes.mjs";
import { startProduct } from "./cluster/product.mjs";
import { startReceiver } from "./cluster/receiver.mjs";
import { ensurePackages } from "./install.mjs";

const PACKAGES = {
  haproxy: "haproxy",
  pgbouncer: "pgbouncer",
  patroni: "patroni",
  patronictl: "patroni",
  etcd: "etcd-server",
};
// Required, but only recommended by Debian's packages.
const MODULE = { file: "/usr/lib/python3/dist-packages/etcd/__init__.py", package: "python3-etcd" };
// Debian keeps server programs outside an ordinary account's path.
process.env.PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

const HELD = "the cluster held";
const AWAY = /^503|^cut$/;
// Hard limit of the run.
const RUN_MS_MAX = 20 * 60_000;

const began = performance.now();
let folder = "";
const say = (line) =>
  console.log(`[${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s] ${line}`);

function isThere(program) {
  return process.env.PATH.split(":").some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function missingPackages() {
  const missing = new Set(
    Object.keys(PACKAGES)
      .filter((program) => !isThere(program))
      .map((program) => PACKAGES[program]),
  );
  if (!existsSync(MODULE.file)) missing.add(MODULE.package);
  if (!serverPrograms()) missing.add("postgresql");
  return [...missing];
}

/** Each failure to cause, and the recovery to expect. */
function trials({ cluster }, { instances }) {
  const [left, right] = instances;
  const whole = (former) => cluster.isWholeWithout(former);
  return [
    {
      name: "an operator hands the primary over (patronictl failover)",
      act: () => cluster.failover(),
      back: whole,
    },
    {
      name: "the primary's machine loses its power (SIGKILL of Patroni and Postgres)",
      act: () => cluster.powerCut(),
      mend: (node) => node.start(),
      back: whole,
    },
    {
      name: "one instance is killed (SIGKILL)",
      act: () => left.kill(),
      mend: () => left.start(),
      back: async () => (await left.isReady()) + (await left.isWhole()) >= 0,
    },
    {
      name: "the other is rolled (SIGTERM, then started again)",
      act: () => right.stop(),
      mend: () => right.start(),
      back: async () => (await right.isReady()) + (await right.isWhole()) >= 0,
    },
  ];
}

/**
 * Causes one failure under load. Recovered means that requests of every kind, started afterwards,
 * were stored.
 */
async function run({ name, act, mend, back }, load) {
  const before = load.fine;
  await until("answers", () => load.fine > before + 20);
  const at = performance.now();
  say(name);
  const what = await act();
  await until("answers after it", () => load.healthySince(at), 90);
  const refusals = () => load.ledger.times.filter((one) => one.at > at && AWAY.test(one.status));
  const away = (((refusals().at(-1)?.at ?? at) - at) / 1_000).toFixed(1);
  await mend?.(what);
  await until(`${name}: everything back`, () => back(what), 120);
  const counts = new Map();
  for (const { status } of refusals()) counts.set(status, (counts.get(status) ?? 0) + 1);
  const told = [...counts].map(([status, n]) => `${status} × ${n}`).join(", ");
  say(`  healthy again ${away} s after it, whole again; ${told || "nothing refused"}`);
}

async function main() {
  const missing = missingPackages();
  if (missing.length > 0) {
    console.error(`Not run: these Debian packages are missing. Install them with

  apt-get install --no-install-recommends ${missing.join(" ")}

They need not run as services: stop and disable what apt starts.`);
    return "not run";
  }
  if (await ensurePackages(say)) say("packages installed");
  const { ensureBuild } = await import("./build.mjs");
  if (await ensureBuild(undefined, say)) say("built");
  folder = mkdtempSync(path.join(os.tmpdir(), "countersign-cluster-"));
  chmodSync(folder, 0o755); // the servers' account has to traverse it
  let failed;
  try {
    failed = await rehearse();
  } finally {
    await endAll();
    killPostgres();
  }
  if (failed.length > 0) {
    for (const line of failed) console.error(`FAIL ${line}`);
    console.error(`the logs are in ${folder}`);
    return "the cluster did not hold";
  }
  rmSync(folder, { recursive: true, force: true });
  return HELD;
}

/** @returns {Promise<string[]>} problems found */
async function rehearse() {
  const gateway = {
    secret: `whsec_${randomBytes(32).toString("base64")}`,
    key: `csk_${randomBytes(32).toString("base64url")}`,
  };
  const receiver = await startReceiver(gateway.secret);
  const database = await startDatabase(path.join(folder, "database"));
  say(
    "three Postgres servers under Patroni, one of them a synchronous standby; HAProxy and PgBouncer in front",
  );
  const product = await startProduct(path.join(folder, "product"), database.environment, {
    ...gateway,
    url: receiver.url,
  });
  say("two instances behind HAProxy");
  const load = new Load({ url: product.url, key: gateway.key, token: product.token });
  await load.prepare();
  load.start();
  try {
    for (const trial of trials(database, product)) await run(trial, load);
  } finally {
    await load.stop();
  }
  const owed = () => database.ask("select 1 from deliveries where state in ('waiting', 'sending') limit 1");
  await until("all callbacks", async () => (await owed()).length === 0, 90);
  await load.readFeed();
  const { failed, lines } = await checkLedger(load.ledger, database.ask, receiver, load.told);
  for (const line of lines) say(line);
  const answers = [...load.ledger.answers].sort().map(([status, n]) => `${status} × ${n}`);
  say(`answers: ${answers.join(", ")}; ${load.lists} lists read after a write, each with what was written`);
  say(`lists read from the replica: ${await listsFromReplica(product)}`);
  receiver.close();
  return failed;
}

/** Each instance has a count since its start. */
async function listsFromReplica({ instances }) {
  const counts = instances.map(async ({ name, figure }) => {
    const [there, not] = [
      await figure('countersign_lists_total{source="replica"}'),
      await figure('countersign_lists_total{source="primary"}'),
    ];
    return `${name} ${there} of ${there + not} since its start`;
  });
  return (await Promise.all(counts)).join("; ");
}

/** Postgres survives the killed Patroni. */
function killPostgres() {
  for (const name of ["one", "two", "three"]) {
    const data = path.join(folder, "database", `data-${name}`);
    const file = path.join(data, "postmaster.pid");
    if (!existsSync(file)) continue;
    const [pid] = readFileSync(file, "utf8").split("\n");
    const command = `/proc/${pid}/cmdline`;
    if (existsSync(command) && readFileSync(command, "utf8").includes(data))
      process.kill(Number(pid), "SIGKILL");
  }
}

setTimeout(() => {
  console.error("the run took too long");
  process.exit(1);
}, RUN_MS_MAX).unref();
process.on("exit", () => {
  killAll();
  killPostgres();
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

main().then(
  (result) => {
    console.log(result);
    process.exit(result === HELD ? 0 : 1);
  },
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
