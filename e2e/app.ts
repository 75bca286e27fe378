import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { migrate } from "../scripts/migrate.mjs";
import * as postgres from "../scripts/postgres.mjs";

/** What the tests need to know of the running app; written by the global set-up, read by every worker. */
export type AppInfo = {
  url: string;
  dataDir: string;
  admin: { email: string; password: string };
  gateway: { name: string; key: string; secret: string; callbackUrl: string; callbackPort: number };
  /** The product's own login, and the secret of its cookies and seals. */
  database: { url: string; secret: string };
  /** The line `npm start` printed for the first visit; null once somebody can sign in. */
  output: string;
};

const INFO_FILE = path.join(process.cwd(), "test-results", "app.json");

export function appInfo(): AppInfo {
  return JSON.parse(readFileSync(INFO_FILE, "utf8")) as AppInfo;
}

export function saveAppInfo(info: AppInfo): void {
  writeFileSync(INFO_FILE, JSON.stringify(info));
}

/** A free port of this machine's loopback interface. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}

const FOLDER = "COUNTERSIGN_E2E_FOLDER";

/** Makes the one folder under which the specs keep what they make. Their processes inherit where it is. */
export function makeFolder(): void {
  process.env[FOLDER] = mkdtempSync(path.join(tmpdir(), "countersign-e2e-"));
}

/** An empty folder that is gone after the run. */
export function aFolder(name: string): string {
  return mkdtempSync(path.join(process.env[FOLDER] ?? tmpdir(), `${name}-`));
}

/** Takes all of it away, and the databases that a killed app left running. */
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
  output: () => string;
  stop: () => Promise<number | null>;
};

// An answer of the API that is not as its route declares is an error, whichever spec asked for it and however.
const CHECKED = { COUNTERSIGN_CHECK_ANSWERS: "on" };

/**
 * Starts the product as a user would, `npm start`, on a data directory of its own.
 * @throws Error with the output when it is not ready within three minutes
 */
export async function startApp(env: Record<string, string> = {}): Promise<RunningApp> {
  const port = Number(env.PORT ?? (await freePort()));
  const dataDir = env.COUNTERSIGN_DATA_DIR ?? aFolder("data");
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { ...cleanEnv(), PORT: String(port), COUNTERSIGN_DATA_DIR: dataDir, ...CHECKED, ...env },
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
  const deadline = Date.now() + 180_000;
  while (!(await isReady(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`the app did not start:\n${text}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { child, url, dataDir, output: () => text, stop };
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/ready`)).ok;
  } catch {
    return false; // not listening yet
  }
}

/** This process's environment without what would configure the app by accident. */
function cleanEnv(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(DATABASE_|AUTH_SECRET|COUNTERSIGN_|OIDC_|PORT$|PUBLIC_URL|NEXT)/.test(name),
  );
  return { ...Object.fromEntries(kept), NODE_ENV: "production" } as NodeJS.ProcessEnv;
}

/** Runs the operator's command line against the app's data directory; answers its JSON lines. */
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

/** The database of a running app as the product itself enters it, and its secret. */
export async function databaseOf(dataDir: string): Promise<{ url: string; secret: string }> {
  const secret = readFileSync(path.join(dataDir, "auth-secret"), "utf8").trim();
  const { appUrl } = await migrate(await databaseOwnerUrl(dataDir), { secret });
  return { url: appUrl, secret };
}

/** The database of a running app, as its owner: for what only time or an operator could bring about. */
export async function databaseOwnerUrl(dataDir: string): Promise<string> {
  return (await postgres.start(path.join(dataDir, "pg"))).ownerUrl;
}

/** A gateway key and a signing secret in the contract's forms. */
export const newKey = () => `csk_${randomBytes(32).toString("base64url")}`;
export const newSecret = () => `whsec_${randomBytes(24).toString("base64")}`;

/** Whether a process still runs. */
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
