// `npm run countersign -- upgrade --check`: what a start of this folder would do to the
// installation, without changes. Runs from here, because an upgrade may have to rebuild packages
// and programs.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { whatIsOutdated } from "./build.mjs";
import { servesPages } from "./environment.mjs";
import { isComplete } from "./install.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const LAST_BACKUP = `select file, finished_at as at, started_by as by from backup_runs
  where error is null and finished_at is not null order by started_at desc limit 1`;

/**
 * @param {ReturnType<import("./environment.mjs").commandEnvironment>} settings
 * @returns {Promise<{ json: Record<string, unknown>, lines: string[], code: number }>} like a
 * verb's outcome; `code` is 1 if something prevents the upgrade
 */
export async function checkUpgrade(settings) {
  const folder = checkFolder(settings);
  const database = await checkDatabase(settings);
  const backup = await checkBackup(settings, database);
  const obstacles = [...database.obstacles, ...backup.obstacles];
  const json = { ok: obstacles.length === 0, ...folder.json, ...database.json, ...backup.json, obstacles };
  const lines = [...folder.lines, ...database.lines, ...backup.lines, ...verdict(obstacles)];
  return { json, lines, code: obstacles.length === 0 ? 0 : 1 };
}

function verdict(obstacles) {
  if (obstacles.length === 0)
    return ["Nothing stops the upgrade: stop the running version, then `npm start` here."];
  return obstacles.map((line) => `FAIL ${line}`);
}

/** This version, and what has to be built before it starts. */
function checkFolder(settings) {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"));
  const commit = commitOf(settings.env);
  const packages = !isComplete();
  const outdated = whatIsOutdated();
  const programs = outdated.client || outdated.programs;
  const pages = servesPages(settings) && outdated.pages;
  const made = [packages && "packages", programs && "programs", pages && "pages"].filter(Boolean);
  const line =
    made.length === 0 ? "up to date" : `\`npm start\` makes the ${made.join(", ")} anew before it migrates`;
  return {
    json: { version, commit, make: { packages, programs, pages } },
    lines: [`version: ${version}${commit ? ` (${commit})` : ""}`, `build: ${line}`],
  };
}

/** `COUNTERSIGN_COMMIT`, or the clone's commit, as 12 hex digits; null if unknown. */
function commitOf({ COUNTERSIGN_COMMIT }) {
  if (COUNTERSIGN_COMMIT) return COUNTERSIGN_COMMIT.slice(0, 12);
  const git = spawnSync("git", ["--git-dir", path.join(ROOT, ".git"), "rev-parse", "HEAD"], {
    encoding: "utf8",
  });
  return git.status === 0 ? git.stdout.slice(0, 12) : null;
}

const found = (state, [line, ...listed], more = {}) => {
  const { obstacles = [], last = null, lastRun = null, ...json } = more;
  const database = { state, applied: 0, pending: [], changed: [], unknown: [], ...json };
  return {
    json: { database },
    lines: [`database: ${line}`, ...listed.map((name) => `  ${name}`)],
    obstacles,
    last,
    lastRun,
  };
};

async function checkDatabase(settings) {
  try {
    const { clusterOf } = await import("./database.mjs");
    if (!settings.ownerUrl && !existsSync(clusterOf(settings.dataDir)))
      return found("none", [`none in ${settings.dataDir}; \`npm start\` makes one`]);
    return described(await askDatabase(settings));
  } catch (error) {
    if (error.code === "ERR_MODULE_NOT_FOUND") {
      const missing = "the database was not asked, because packages are missing: run `npm ci` here first";
      return found("unknown", ["not asked"], { obstacles: [missing] });
    }
    const [reason] = error.message.split("\n");
    return found("unreachable", ["cannot be asked"], { obstacles: [reason], error: reason });
  }
}

/** The embedded server runs only during the query. */
async function askDatabase(settings) {
  if (settings.ownerUrl) return ask(settings.ownerUrl);
  const { openCluster } = await import("./database.mjs");
  const place = await openCluster(settings, false);
  try {
    return await ask(place.server.ownerUrl);
  } finally {
    await place.leave();
  }
}

async function ask(ownerUrl) {
  const { compareMigrations, connect } = await import("./migrate.mjs");
  const client = await connect(ownerUrl, () => undefined, undefined, 0);
  try {
    await client.query("begin read only");
    const compared = await compareMigrations(client);
    const { rows } = await client.query("select to_regclass('backup_runs') is not null as there");
    const runs = rows[0].there ? (await client.query(LAST_BACKUP)).rows : [];
    return { ...compared, lastRun: runs[0] ?? null };
  } finally {
    await client.end();
  }
}

function described({ last, applied, pending, changed, unknown, lastRun }) {
  const names = pending.map(({ name }) => name);
  const json = { applied: applied.length, pending: names, changed, unknown, last, lastRun };
  const notes = changed.map((name) => `${name} was changed after it was applied here`);
  if (unknown.length > 0) {
    const newer =
      "the database is newer than this version: start the newer version again, or restore a backup with the version that made it";
    return found("newer", ["has migrations that this version lacks:", ...unknown], {
      ...json,
      obstacles: [newer],
    });
  }
  if (last === null)
    return found("empty", [`empty; \`npm start\` applies all ${names.length} migrations`], json);
  const done = `${applied.length} migrations applied`;
  if (names.length === 0) return found("current", [`${done}, none pending`, ...notes], json);
  return found("pending", [`${done}; \`npm start\` applies ${names.length} more:`, ...names, ...notes], json);
}

async function checkBackup({ backups }, { json: { database }, lastRun }) {
  const { dir, beforeMigrations } = backups;
  const needed = database.state === "pending" && beforeMigrations;
  const { last, obstacles } = await lookInto(backups, lastRun, needed);
  const plan = ["none", "empty", "current"].includes(database.state)
    ? "none before the start, because it has nothing to migrate"
    : beforeMigrations
      ? `before the migrations, in ${dir}`
      : "none before the migrations (BACKUP_BEFORE_MIGRATIONS=off)";
  const before = last ? `the last was made ${last.at.toISOString()}: ${last.file}` : "none was made yet";
  return {
    json: {
      backup: {
        made: needed,
        before_migrations: beforeMigrations,
        dir,
        last: last && { at: last.at.toISOString(), file: last.file },
      },
    },
    lines: [`backup: ${plan}; ${before}`],
    obstacles,
  };
}

async function lookInto({ dir, mark }, lastRun, needed) {
  try {
    const { canKeepIn, listKept } = await import("./backup/keep.mjs");
    const kept = ["scheduled", "before-migrations"].flatMap((kind) => listKept({ dir, mark }, kind).made);
    const all = [...kept, ...(lastRun ? [lastRun] : [])].sort((a, b) => a.at - b.at);
    const obstacles =
      needed && !canKeepIn(dir)
        ? [`BACKUP_DIR ${dir} cannot be written: expected a folder that this account may write`]
        : [];
    return { last: all.at(-1) ?? null, obstacles };
  } catch (error) {
    if (error.code === "ERR_MODULE_NOT_FOUND") return { last: null, obstacles: [] };
    return { last: lastRun, obstacles: needed ? [`BACKUP_DIR ${dir} cannot be read (${error.code})`] : [] };
  }
}
