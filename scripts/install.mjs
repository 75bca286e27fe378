// Installs packages of package-lock.json. Uses only Node, because nothing else may be installed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { inTurn } from "./folder-lock.mjs";
import { slowStep } from "./slow-step.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Uses a temporary npm cache if the home folder is not writable. */
function cacheElsewhere() {
  try {
    accessSync(os.homedir(), constants.W_OK);
    return {};
  } catch {
    return { npm_config_cache: process.env.npm_config_cache ?? path.join(os.tmpdir(), "countersign-npm") };
  }
}

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

/**
 * Whether every locked package is installed in its version. Development packages may be missing in
 * an image.
 */
export function isComplete() {
  const installed = packagesOf(path.join(ROOT, "node_modules", ".package-lock.json"));
  const production = process.env.NODE_ENV === "production" && Object.keys(installed).length > 0;
  return Object.entries(packagesOf(path.join(ROOT, "package-lock.json"))).every(([place, wanted]) => {
    const there = installed[place];
    if (there) return there.version === wanted.version;
    return place === "" || wanted.optional || ((wanted.dev || wanted.devOptional) && production);
  });
}

/**
 * Installs packages that are missing or differ from the lock file. Returns whether it did.
 * @param {(line: string) => void} [note] called before it starts, and once a minute
 */
export async function ensurePackages(note = () => undefined) {
  if (isComplete()) return false;
  return inTurn(
    async () => {
      if (isComplete()) return false;
      note("installing packages, up to a minute or two the first time");
      await slowStep("installing packages", note, install);
      return true;
    },
    { waits: note },
  );
}

async function install() {
  const npm = process.env.npm_execpath ? [process.execPath, [process.env.npm_execpath]] : ["npm", []];
  const args = [...npm[1], "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const child = spawn(npm[0], args, {
    cwd: ROOT,
    env: { ...process.env, ...cacheElsewhere() },
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  const [status] = await once(child, "exit");
  if (status !== 0)
    throw new Error("the packages could not be installed (npm ci failed); see the lines above");
}
