// `npm run countersign -- …`: the operator's command line, on the same database as `npm start`, whether that runs or not.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ConfigurationError, environment } from "./environment.mjs";
import { ensurePackages } from "./install.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

// Standard output belongs to the result; what happens on the way goes to standard error.
const note = (line) => console.error(line);

async function runMain(args, env) {
  const { ensurePrograms, programFile } = await import("./build.mjs");
  await ensurePrograms();
  const child = spawn(process.execPath, [programFile("cli"), ...args], {
    cwd: ROOT,
    env,
    stdio: "inherit",
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

/** Verbs that work on a file alone: anywhere, with nothing set up and nothing running. */
const OFFLINE = [["activity", "verify"]];

async function main() {
  const words = process.argv.slice(2).filter((arg) => !arg.startsWith("-"));
  if (OFFLINE.some((verb) => verb.every((word, index) => words[index] === word))) {
    if (ensurePackages()) note("packages installed");
    return runMain(process.argv.slice(2), process.env);
  }
  const settings = environment();
  if (ensurePackages()) note("packages installed");
  const { clusterOf, openDatabase } = await import("./database.mjs");
  // A person who forgets the variable would otherwise look for everything in an empty database.
  if (!settings.ownerUrl && !existsSync(clusterOf(settings.dataDir)))
    note(
      `${settings.dataDir} holds no database yet: a new, empty one is made. If Countersign keeps its data elsewhere, stop and set COUNTERSIGN_DATA_DIR.`,
    );
  const database = await openDatabase(settings, { note });
  try {
    const env = { ...settings.env, DATABASE_URL: database.appUrl };
    delete env.DATABASE_APP_URL;
    return await runMain(process.argv.slice(2), env);
  } finally {
    await database.close();
  }
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    console.error(error instanceof ConfigurationError || !process.env.DEBUG ? error.message : error);
    process.exitCode = 1;
  },
);
