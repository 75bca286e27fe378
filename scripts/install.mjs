// Packages as package-lock.json names them. Uses nothing but Node, because nothing else may be there yet.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Installs when packages are missing or older than the lock file. Answers whether it did. */
export function ensurePackages() {
  const installed = path.join(ROOT, "node_modules", ".package-lock.json");
  const lock = path.join(ROOT, "package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return false;
  const npm = process.env.npm_execpath ? [process.execPath, [process.env.npm_execpath]] : ["npm", []];
  const args = [...npm[1], "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const done = spawnSync(npm[0], args, {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (done.status !== 0)
    throw new Error("the packages could not be installed (npm ci failed); see the lines above");
  return true;
}
