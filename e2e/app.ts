import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { freePort } from "../scripts/free-port.mjs";
import { migrate } from "../scripts/migrate.mjs";
import * as postgres from "../scripts/postgres.mjs";

/** The running app; the global set-up writes it, every worker reads it. */
export type AppInfo = {
  url: string;
  dataDir: string;
  admin: { email: string; password: string };
  gateway: { name: string; key: string; secret: string; callbackUrl: string; callbackPort: number };
  /** The product's own login, and the secret of its cookies and seals. */
  database: { url: string; secret: string };
  /** The line `npm start` printed for the first visit; null once an account exists. */
  output: string;
};

const INFO_FILE = path.join(process.cwd(), "test-results", "app.json");

const OWN_INFO = "COUNTERSIGN_E2E_APP";

export function appInfo(): AppInfo {
  return JSON.parse(readFileSync(process.env[OWN_INFO] ?? INFO_FILE, "utf8")) as AppInfo;
}

export function saveAppInfo(info: AppInfo): void {
  writeFileSync(INFO_FILE, JSON.stringify(info));
}

/** Makes another app the running one for this process. */
function setAppInfo(info: AppInfo): void {
  const file = path.join(aFolder("app"), "app.json");
  writeFileSync(file, JSON.stringify(info));
  process.env[OWN_INFO] = file;
}

const FOLDER = "COUNTERSIGN_E2E_FOLDER";

/** Creates the folder for everything the specs create. Child processes inherit its path. */
export function makeFolder(): void {
  process.env[FOLDER] = mkdtempSync(path.join(tmpdir(), "countersign-e2e-"));
}

/** An empty folder, removed after the run. */
export function aFolder(name: string): string {
  return mkdtempSync(path.join(process.env[FOLDER] ?? tmpdir(), `${name}-`));
}

/** Removes the folder, and databases left by a killed app. */
export async function removeFolder(): Promise<void> {
  const folder = process.env[FOLDER];
  if (!folder) return;
  for (const name of readdirSync(folder)) await postgres.remove(path.join(folder, name, "pg"));
  rmSync(folder, { recursive: true, force: true });
}

export type RunningApp = {
  child: ChildProcess;
  url: string;
  dataDir: string;
  /** The environment with which another start, or the command line, finds the same database. */
  again: Record<string, string>;
  output: () => string;
  stop: () => Promise<number | null>;
};

// Any API response that violates its declared schema becomes an error, in every spec. Push services of tests are local.
const CHECKED = { COUNTERSIGN_CHECK_ANSWERS: "on", PUSH_ALLOW_CIDRS: "127.0.0.0/8" };

// Each connection plans each statement up to six times. Few connections finish that sooner, and two
// tests need no more.
const FEW = { DATABASE_POOL: "4" };

const TEMPLATE = "COUNTERSIGN_E2E_TEMPLATE";

/**
 * Creates the database to copy for specs with their own app: a server for each would take seconds.
 */
export async function makeTemplate(dataDir: string): Promise<void> {
  const { superUrl, ownerUrl } = await postgres.start(path.join(dataDir, "pg"));
  await statement(superUrl, "create database template_of_apps owner countersign_owner");
  await migrate(inDatabase(ownerUrl, "template_of_apps"), { secret: newSecret() });
  process.env[TEMPLATE] = JSON.stringify({ superUrl, ownerUrl });
}

/** A new database in the running app's server, migrated and empty. */
async function aDatabase(): Promise<Record<string, string>> {
  const { superUrl, ownerUrl } = JSON.parse(process.env[TEMPLATE] ?? "{}") as Record<string, string>;
  if (!superUrl || !ownerUrl) return {};
  const name = `app_${randomBytes(5).toString("hex")}`;
  await statement(superUrl, `create database ${name} template template_of_apps owner countersign_owner`);
  return { DATABASE_URL: inDatabase(ownerUrl, name), AUTH_SECRET: newSecret(), DATABASE_POOL: "5" };
}

function inDatabase(base: string, database: string): string {
  const url = new URL(base);
  url.pathname = `/${database}`;
  return url.href;
}

async function statement(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

/**
 * Starts Next alone, as `next start` does, on the database of a running or former app.
 * @param database the product's login, and its secret
 */
export async function startNextAlone(
  database: { url: string; secret: string },
  env: Record<string, string> = {},
): Promise<{ child: ChildProcess; url: string; stop: () => Promise<number | null> }> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const own = {
    DATABASE_URL: database.url,
    AUTH_SECRET: database.secret,
    NEXTAUTH_SECRET: database.secret,
    NEXTAUTH_URL: url,
    PUBLIC_URL: url,
    PORT: String(port),
  };
  const args = ["node_modules/next/dist/bin/next", "start", "-p", String(port), "-H", "127.0.0.1"];
  const child = spawn(process.execPath, args, {
    env: { ...cleanEnv(), ...CHECKED, ...FEW, ...own, ...env },
    stdio: "ignore",
  });
  const ended = new Promise<number | null>((resolve) => child.on("exit", (code) => resolve(code)));
  const stop = async () => {
    if (child.exitCode === null) child.kill("SIGTERM");
    return ended;
  };
  for (const deadline = Date.now() + 60_000; !(await isReady(port)); ) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error("Next did not start");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { child, url, stop };
}

/**
 * Starts the product with `npm start`, on the data directory or database in `env`, or on a new
 * empty database.
 * @throws Error with the output when it is not ready within a quarter of an hour
 */
export async function startApp(env: Record<string, string> = {}): Promise<RunningApp> {
  const port = Number(env.PORT ?? (await freePort()));
  const dataDir = env.COUNTERSIGN_DATA_DIR ?? aFolder("data");
  const own = env.COUNTERSIGN_DATA_DIR || env.DATABASE_URL ? {} : await aDatabase();
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: {
      ...cleanEnv(),
      PORT: String(port),
      COUNTERSIGN_DATA_DIR: dataDir,
      ...CHECKED,
      ...FEW,
      ...own,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const url = env.PUBLIC_URL ?? `http://localhost:${port}`;
  const ended = new Promise<number | null>((resolve) => child.on("exit", (code) => resolve(code)));
  const stop = async () => {
    if (child.exitCode === null) child.kill("SIGTERM");
    return ended;
  };
  const deadline = Date.now() + 900_000;
  while (!(await isReady(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`the app did not start:\n${text}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const again = { ...own, COUNTERSIGN_DATA_DIR: dataDir };
  return { child, url, dataDir, again, output: () => text, stop };
}

/** Starts the app with an administrator, and a gateway of two tenants with a callback URL. */
export async function startWithGateway(
  env: Record<string, string> = {},
): Promise<{ app: RunningApp; info: Omit<AppInfo, "database" | "output"> }> {
  const callbackPort = await freePort();
  const admin = { email: "admin@example.test", password: "correct horse battery staple" };
  const gateway = {
    name: "e2e-gateway",
    key: newKey(),
    secret: newSecret(),
    callbackPort,
    callbackUrl: `http://127.0.0.1:${callbackPort}/hooks/countersign`,
  };
  const app = await startApp({
    COUNTERSIGN_INIT_ADMIN_EMAIL: admin.email,
    COUNTERSIGN_INIT_ADMIN_PASSWORD: admin.password,
    COUNTERSIGN_INIT_GATEWAY: gateway.name,
    COUNTERSIGN_INIT_GATEWAY_KEY: gateway.key,
    COUNTERSIGN_INIT_GATEWAY_SECRET: gateway.secret,
    COUNTERSIGN_INIT_GATEWAY_CALLBACK_URL: gateway.callbackUrl,
    COUNTERSIGN_INIT_GATEWAY_TENANTS: "acme,globex",
    ...env,
  });
  return { app, info: { url: app.url, dataDir: app.dataDir, admin, gateway } };
}

/** Starts an app on its own database and makes it the running one for this process. */
export async function startOwnApp(env: Record<string, string> = {}): Promise<RunningApp> {
  const { app, info } = await startWithGateway(env);
  const { DATABASE_URL: owner = "", AUTH_SECRET: secret = "" } = app.again;
  const { appUrl } = await migrate(owner, { secret });
  setAppInfo({ ...info, database: { url: appUrl, secret }, output: app.output() });
  return app;
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/ready`)).ok;
  } catch {
    return false; // not listening yet
  }
}

/** This process's environment without variables that would configure the app by accident. */
function cleanEnv(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(DATABASE_|AUTH_SECRET|COUNTERSIGN_|OIDC_|PORT$|PUBLIC_URL|NEXT)/.test(name),
  );
  return { ...Object.fromEntries(kept), NODE_ENV: "production" } as NodeJS.ProcessEnv;
}

/** Runs the operator's command line on the app's data directory; returns its JSON lines. */
export function cli(
  dataDir: string,
  args: readonly string[],
  input = "",
  env: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["scripts/cli.mjs", ...args, "--json"], {
      env: { ...cleanEnv(), COUNTERSIGN_DATA_DIR: dataDir, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    child.on("exit", (code) => {
      const line = out.trim().split("\n").at(-1) ?? "";
      if (code === 0) resolve(line ? (JSON.parse(line) as Record<string, unknown>) : {});
      else reject(new Error(`countersign ${args.join(" ")} ended with ${code}: ${out}${err}`));
    });
    child.stdin.end(input);
  });
}

/** The running app's database with the product's login, and its secret. */
export async function databaseOf(dataDir: string): Promise<{ url: string; secret: string }> {
  const secret = readFileSync(path.join(dataDir, "auth-secret"), "utf8").trim();
  const { appUrl } = await migrate(await databaseOwnerUrl(dataDir), { secret });
  return { url: appUrl, secret };
}

/** The processes that a process started. */
export function childrenOf(pid: number | undefined): number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  return stdout.trim().split(/\s+/).map(Number);
}

/**
 * The running app's database with the owner's login: for changes that only time or an operator
 * makes.
 */
export async function databaseOwnerUrl(dataDir: string): Promise<string> {
  return (await postgres.start(path.join(dataDir, "pg"))).ownerUrl;
}

/** A gateway key and a signing secret in the contract's forms. */
export const newKey = () => `csk_${randomBytes(32).toString("base64url")}`;
export const newSecret = () => `whsec_${randomBytes(24).toString("base64")}`;

export function alive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) || tryKill(pid);
}

function tryKill(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // no such process
  }
}
