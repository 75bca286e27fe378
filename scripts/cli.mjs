// `npm run countersign -- …`: the operator's command line, on the same database as `npm start`,
// running or not.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigurationError, commandEnvironment, databaseUrls } from "./environment.mjs";
import { ensurePackages } from "./install.mjs";
import { unknownNames } from "./settings.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

// Standard output is for the result; progress goes to standard error.
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

/** Verbs that work on a file only, without setup or a running product. */
const OFFLINE = ["activity verify", "receipt verify"];
/** Verbs that set up an installation. Others belong to one, so a mistyped data directory must not become another. */
const BEGINNING = ["init", "restore"];

const among = (words, verbs) => verbs.some((verb) => `${words.join(" ")} `.startsWith(`${verb} `));

async function main() {
  const args = process.argv.slice(2);
  const words = args.filter((arg) => !arg.startsWith("-"));
  if (words.length === 0 || words[0] === "help" || args.includes("--help") || among(words, OFFLINE)) {
    if (await ensurePackages(note)) note("packages installed");
    return runMain(args, process.env);
  }
  for (const line of unknownNames(process.env)) note(`Warning: ${line}`);
  if (words[0] === "upgrade") return runUpgrade(args);
  const beginning = among(words, BEGINNING);
  const restores = among(words, ["restore"]);
  const settings = commandEnvironment(process.env, { make: beginning && !restores });
  if (await ensurePackages(note)) note("packages installed");
  const { clusterOf, openDatabase } = await import("./database.mjs");
  if (!settings.ownerUrl && !existsSync(clusterOf(settings.dataDir))) {
    const from = process.env.COUNTERSIGN_DATA_DIR
      ? "COUNTERSIGN_DATA_DIR"
      : "the default, because COUNTERSIGN_DATA_DIR is not set";
    const empty = `${settings.dataDir} (${from}) holds no database yet`;
    // Check the arguments first, in the program that knows them.
    if (!beginning)
      return runMain(args, { ...settings.env, DATABASE_URL: "", COUNTERSIGN_NO_DATABASE: empty });
    if (!restores)
      note(
        `${empty}: a new, empty one is made. If Countersign keeps its data elsewhere, stop and set COUNTERSIGN_DATA_DIR.`,
      );
  }
  if (restores) return runRestore(args, words, settings);
  const database = await openDatabase(settings, { note });
  try {
    return await runMain(args, databaseUrls(settings.env, database.appUrl));
  } finally {
    await database.close();
  }
}

/** The only verb that changes nothing, not even this folder, which a running product may use. */
async function runUpgrade(args) {
  const given = args.filter((arg) => arg !== "--json");
  if (given.join(" ") !== "upgrade --check") {
    note("Expected --check: the upgrade itself is `npm start`. Usage: upgrade --check");
    return 2;
  }
  const { checkUpgrade } = await import("./upgrade.mjs");
  const { json, lines, code } = await checkUpgrade(commandEnvironment(process.env, { make: false }));
  console.log(args.includes("--json") ? JSON.stringify(json) : lines.join("\n"));
  return code;
}

/** The only verb that takes its database unprepared. Checks the file before creating anything. */
async function runRestore(args, words, settings) {
  const { inspect, isOwnSecret } = await import("./backup/restore.mjs");
  const [, file] = words;
  if (file) {
    const head = await inspect(path.resolve(ROOT, file), settings.secret);
    if (!args.includes("--new-secret") && !isOwnSecret(head, settings.secret))
      throw new Error(otherSecret(settings));
  }
  const { ownerUrl, secret, env } = commandEnvironment();
  if (ownerUrl || !file) return runMain(args, { ...env, DATABASE_OWNER_URL: ownerUrl ?? "" });
  const { openCluster } = await import("./database.mjs");
  const place = await openCluster(settings, true);
  try {
    return await runMain(args, { ...env, AUTH_SECRET: secret, DATABASE_OWNER_URL: place.server.ownerUrl });
  } finally {
    await place.leave();
  }
}

function otherSecret({ secret, ownerUrl, dataDir }) {
  const place = ownerUrl
    ? "AUTH_SECRET"
    : `AUTH_SECRET, or put its file at ${path.join(dataDir, "auth-secret")}`;
  return `This backup was made with ${secret ? "another" : "an"} AUTH_SECRET, ${secret ? "" : "which is not here, "}and its signing secrets cannot be read without it. Nothing was restored; set ${place}, or give --new-secret and make new signing secrets afterwards.`;
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
