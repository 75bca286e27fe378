// Programs that read rationales: a worker with some jobs, and one that reads and groups all calls
// of a tenant.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundled, ensurePrograms, WITH_PACKAGES } from "../scripts/build.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** A program of bench/ as one file below the root, so that its packages resolve. */
export async function programOf(name) {
  await ensurePrograms();
  const folder = path.join(ROOT, "lib/generated");
  mkdirSync(folder, { recursive: true });
  const own = mkdtempSync(path.join(folder, "bench-programs-"));
  const { outputFiles } = await bundled(build, {
    ...WITH_PACKAGES,
    entryPoints: [`bench/${name}.ts`],
    outdir: own,
    conditions: ["react-server"],
  });
  const file = path.join(own, `${name}.mjs`);
  for (const { contents } of outputFiles) writeFileSync(file, contents);
  const start = (args, env, stdio) => spawn(process.execPath, [file, ...args], { cwd: ROOT, env, stdio });
  return { start, remove: () => rmSync(own, { recursive: true, force: true }) };
}

const ended = (child) => new Promise((resolve) => child.once("close", resolve));

export async function groupAll(env, tenantId) {
  const { start, remove } = await programOf("group-rationales");
  try {
    const child = start([tenantId], env, ["ignore", "pipe", "inherit"]);
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      printed += text;
    });
    const code = await ended(child);
    if (code !== 0) throw new Error(`the grouping ended with ${code}`);
    return JSON.parse(printed.trim().split("\n").at(-1));
  } finally {
    remove();
  }
}

/**
 * Prepares workers with only these jobs, or without them. A started worker can be held, so that it
 * takes no processor time, and let go.
 * @param {NodeJS.ProcessEnv} env
 */
export async function workersOf(env) {
  const { start, remove } = await programOf("some-jobs");
  const worker = (args) => {
    const child = start(args, env, ["ignore", "inherit", "inherit"]);
    const gone = ended(child);
    const stop = async () => {
      if (child.exitCode !== null) throw new Error(`a worker ended by itself with ${child.exitCode}`);
      child.kill("SIGCONT");
      child.kill("SIGTERM");
      await gone;
    };
    return { hold: () => child.kill("SIGSTOP"), letGo: () => child.kill("SIGCONT"), stop };
  };
  return {
    only: (...jobs) => worker(["only", ...jobs]),
    without: (...jobs) => worker(["without", ...jobs]),
    remove,
  };
}
