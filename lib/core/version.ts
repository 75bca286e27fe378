import "server-only";
import { readFileSync } from "node:fs";
import path from "node:path";
import { version } from "@/package.json";
import { env } from "./env";

const SHORT = 12;

export { version };

let found: string | null | undefined;

/**
 * The running commit as 12 hex digits: `COUNTERSIGN_COMMIT`, or the clone's at startup; null if
 * unknown.
 */
export function commit(): string | null {
  // Read once, because the clone may be updated while the process runs.
  if (found === undefined) found = named()?.slice(0, SHORT) ?? commitOf(path.join(process.cwd(), ".git"));
  return found;
}

/** From the configuration. `--version` and the doctor also work without one. */
function named(): string | undefined {
  try {
    return env().COUNTERSIGN_COMMIT;
  } catch {
    return undefined;
  }
}

/** Version and commit for people: `0.1.0 (e9eb9d7e0c71)`. */
export function versionText(): string {
  const known = commit();
  return known ? `${version} (${known})` : version;
}

export function commitOf(folder: string): string | null {
  try {
    const head = readFileSync(path.join(folder, "HEAD"), "utf8").trim();
    const ref = /^ref: (.+)$/.exec(head)?.[1];
    const full = ref ? (loose(folder, ref) ?? packed(folder, ref)) : head;
    return full && /^[0-9a-f]{40,64}$/.test(full) ? full.slice(0, SHORT) : null;
  } catch {
    return null; // an image or an archive, not a clone
  }
}

function loose(folder: string, ref: string): string | null {
  try {
    return readFileSync(path.join(folder, ref), "utf8").trim();
  } catch {
    return null;
  }
}

function packed(folder: string, ref: string): string | null {
  const lines = readFileSync(path.join(folder, "packed-refs"), "utf8").split("\n");
  return lines.find((line) => line.endsWith(` ${ref}`))?.split(" ", 1)[0] ?? null;
}
