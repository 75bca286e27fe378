// Computes the environment of everything the launcher starts. lib/core/env.ts validates it again.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { secretFile } from "./secret-file.mjs";
import { wrongSettings } from "./settings.mjs";

export class ConfigurationError extends Error {}

const BACKUPS_KEPT = 7;

/**
 * Replaces each `X_FILE` by an `X` with the file's content; collects unreadable ones in `wrong`.
 */
function readSecretFiles(env) {
  const filled = { ...env };
  const wrong = [];
  for (const [name, file] of Object.entries(env)) {
    if (!name.startsWith("COUNTERSIGN_INIT_") || !name.endsWith("_FILE") || !file) continue;
    const target = name.slice(0, -"_FILE".length);
    if (existsSync(file)) filled[target] ||= readFileSync(file, "utf8").trim();
    else wrong.push(`${name} is malformed: expected the path of a readable file`);
  }
  return { filled, wrong };
}

function generatedSecret(dataDir) {
  try {
    mkdirSync(dataDir, { recursive: true });
    return secretFile(path.join(dataDir, "auth-secret"), 32);
  } catch (error) {
    throw new ConfigurationError(
      `COUNTERSIGN_DATA_DIR is unusable (${error.code}: ${dataDir}): expected a folder that this account may write, or DATABASE_URL and AUTH_SECRET`,
    );
  }
}

function keptSecret(dataDir) {
  const file = path.join(dataDir, "auth-secret");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : null;
}

const addressFile = (dataDir) => path.join(dataDir, "address.json");

const externalFile = (dataDir) => path.join(dataDir, "external-database");

/** Stores the address of the last start, for links and the database of later commands. */
export function noteAddress({ dataDir, ownerUrl, port, publicUrl }) {
  if (!ownerUrl) {
    writeFileSync(addressFile(dataDir), JSON.stringify({ PORT: String(port), PUBLIC_URL: publicUrl }));
    rmSync(externalFile(dataDir), { force: true });
    return;
  }
  // Keeps the embedded database's address, because several products may share a folder. A
  // container's folder may be read-only.
  try {
    mkdirSync(dataDir, { recursive: true });
    const { host, pathname } = new URL(ownerUrl);
    writeFileSync(externalFile(dataDir), `${host}${pathname}`);
  } catch {}
}

/**
 * @throws ConfigurationError if the product of the data directory uses a database that the
 * environment does not name
 */
function assertDatabaseNamed({ DATABASE_URL, COUNTERSIGN_DATA_DIR }) {
  const dataDir = path.resolve(COUNTERSIGN_DATA_DIR || ".data");
  const file = externalFile(dataDir);
  const isEmbeddedRunning = existsSync(path.join(dataDir, "pg", "postmaster.pid"));
  if (DATABASE_URL || isEmbeddedRunning || !existsSync(file)) return;
  throw new ConfigurationError(
    `DATABASE_URL is missing: Countersign was last started from ${dataDir} with the database ${readFileSync(file, "utf8")}. Set DATABASE_URL and AUTH_SECRET as for that start, or COUNTERSIGN_DATA_DIR to the folder of another installation. To go back to the embedded database of this folder, start Countersign once without DATABASE_URL. Nothing was done.`,
  );
}

/**
 * The shell command for an installation, up to its verb. Secrets stay in the caller's environment.
 */
function commandFor(given, dataDir) {
  const fromShell = ["DATABASE_URL", "DATABASE_DIRECT_URL", "AUTH_SECRET", "COUNTERSIGN_RECEIPT_KEY"]
    .filter((name) => given[name])
    .map((name) => `${name}="\${${name}:?set it as for npm start}"`);
  const isElsewhere = !given.DATABASE_URL && dataDir !== path.resolve(".data");
  const folder = isElsewhere ? [`COUNTERSIGN_DATA_DIR='${dataDir.replaceAll("'", "'\\''")}'`] : [];
  return [...folder, ...fromShell, "npm run countersign --"].join(" ");
}

/** Address of the last start; empty if unknown or set by the environment. */
function lastAddress({ PORT, PUBLIC_URL, DATABASE_URL, COUNTERSIGN_DATA_DIR }) {
  const file = addressFile(path.resolve(COUNTERSIGN_DATA_DIR || ".data"));
  if (PORT || PUBLIC_URL || DATABASE_URL || !existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {}; // partly written by a killed start
  }
}

/**
 * The environment of a command, with the product's address by default.
 * @throws ConfigurationError also if the database is ambiguous
 */
export function commandEnvironment(source = process.env, options = {}) {
  assertDatabaseNamed(source);
  return environment({ ...source, ...lastAddress(source) }, options);
}

/**
 * Owner mark of backups in a shared folder. Without the embedded database's port, which changes.
 */
function backupMark(ownerUrl, dataDir) {
  let place = dataDir;
  if (ownerUrl) {
    const { hostname, port, pathname, searchParams } = new URL(ownerUrl);
    place = JSON.stringify([searchParams.get("host") ?? hostname, port || "5432", pathname]);
  }
  return createHash("sha256").update(place).digest("hex").slice(0, 8);
}

/**
 * @param {NodeJS.ProcessEnv} source
 * @param {{ make?: boolean }} [options] without `make`, a missing data directory and its secret
 * stay missing
 * @returns {{ dataDir: string, port: number, host: string, publicUrl: string, role: string,
 * ownerUrl: string | null, secret: string | null, backups: { dir: string, mark: string, keep:
 * number, beforeMigrations: boolean }, env: NodeJS.ProcessEnv }} `ownerUrl` is DATABASE_DIRECT_URL
 * or DATABASE_URL, null for the embedded database; `env` lacks the product's URLs, which
 * `databaseUrls` adds
 * @throws ConfigurationError with one line per wrong setting: its name and the expected form
 */
export function environment(source = process.env, { make = true } = {}) {
  const { filled: given, wrong: unreadable } = readSecretFiles(source);
  const wrong = [...unreadable, ...wrongSettings(given)];
  if (wrong.length > 0) throw new ConfigurationError(wrong.join("\n"));
  const port = Number(given.PORT || 3000);
  const host = given.HOST || "127.0.0.1";
  const publicUrl = given.PUBLIC_URL || (port === 80 ? "http://localhost" : `http://localhost:${port}`);
  const role = given.COUNTERSIGN_ROLE || "all";
  // Migrations, locks and backups need session connections.
  const ownerUrl = given.DATABASE_DIRECT_URL || given.DATABASE_URL || null;
  const dataDir = path.resolve(given.COUNTERSIGN_DATA_DIR || ".data");
  const backups = {
    dir: path.resolve(given.BACKUP_DIR || path.join(dataDir, "backups")),
    mark: backupMark(given.DATABASE_URL || null, dataDir),
    keep: Number(given.BACKUP_KEEP || BACKUPS_KEPT),
    beforeMigrations: given.BACKUP_BEFORE_MIGRATIONS !== "off",
  };
  const secret = given.AUTH_SECRET || (make ? generatedSecret(dataDir) : keptSecret(dataDir));
  const env = {
    ...given,
    PORT: String(port),
    HOST: host,
    PUBLIC_URL: publicUrl,
    COUNTERSIGN_ROLE: role,
    COUNTERSIGN_COMMAND: commandFor(given, dataDir),
    BACKUP_DIR: backups.dir,
    BACKUP_MARK: backups.mark,
    ...(secret ? { AUTH_SECRET: secret, NEXTAUTH_SECRET: secret } : {}),
    NEXTAUTH_URL: publicUrl,
    NEXT_TELEMETRY_DISABLED: "1",
  };
  return { dataDir, port, host, publicUrl, role, ownerUrl, secret, backups, env };
}

export const servesPages = ({ role }) => role === "all" || role === "web";

const DATABASE_URLS = ["DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL"];

/**
 * The environment of a process of the product: its database URLs with the product's login.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} appUrl a URL with that login
 * @returns {NodeJS.ProcessEnv}
 */
export function databaseUrls(env, appUrl) {
  const { DATABASE_APP_URL: given, ...rest } = env;
  const { username, password } = new URL(appUrl);
  const asApp = (text) => Object.assign(new URL(text), { username, password }).toString();
  const urls = DATABASE_URLS.filter((name) => env[name]).map((name) => [name, asApp(env[name])]);
  return {
    ...rest,
    DATABASE_URL: appUrl,
    ...Object.fromEntries(urls),
    ...(given ? { DATABASE_URL: given } : {}),
  };
}
