import { spawn } from "node:child_process";
import { watch } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DRAIN_MS = 10_000;
// Pause before restarting a crashed process, doubled each time.
const RESTART_MS = { first: 500, most: 30_000 };
// Editors write a file in several steps.
const SETTLE_MS = 200;

/** A log line in the processes' format, so that restarts appear in the log. */
function logRestart(name, fields, { LOG_LEVEL = "info" }) {
  if (!["trace", "debug", "info"].includes(LOG_LEVEL)) return;
  const line = { level: "info", time: new Date().toISOString(), process: "launcher", child: name, ...fields };
  process.stderr.write(`${JSON.stringify({ ...line, msg: "process restart" })}\n`);
}

/** Starts processes, restarts crashed ones with increasing pauses, and stops them all. */
export class Children {
  #running = new Map();
  // Processes that stop only after another one.
  #behind = new Map();
  #stopping = false;
  #watcher;
  #say;

  /** @param {(line: string) => void} say */
  constructor(say) {
    this.#say = say;
  }

  /**
   * @param {string} name used in messages
   * @param {string[]} args of Node
   * @param {NodeJS.ProcessEnv} env
   * @param {{ behind?: string, wait?: number }} [options] `behind`: the process that sends requests
   * to this one and has to stop first
   */
  start(name, args, env, { behind, wait = RESTART_MS.first } = {}) {
    if (this.#stopping) return;
    if (behind) this.#behind.set(name, behind);
    const preload = ["--import", path.join(ROOT, "scripts", "with-launcher.mjs")];
    const child = spawn(process.execPath, [...preload, ...args], {
      cwd: ROOT,
      env: { ...env, COUNTERSIGN_LAUNCHER: String(process.pid) },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const since = Date.now();
    this.#running.set(name, child);
    child.on("exit", (code, signal) => {
      this.#running.delete(name);
      if (this.#stopping) return;
      const steady = Date.now() - since > RESTART_MS.most;
      const pause = child.wantsRestart ? 0 : steady ? RESTART_MS.first : wait;
      const next = pause === 0 ? RESTART_MS.first : Math.min(pause * 2, RESTART_MS.most);
      if (pause > 0) {
        this.#say(`the ${name} process ended (${signal ?? code}); starting it again in ${pause} ms`);
        logRestart(name, { ended: String(signal ?? code), restart_in_ms: pause }, env);
      }
      setTimeout(() => this.start(name, args, env, { behind, wait: next }), pause);
    });
  }

  restartOnChange(name, folder) {
    let settled;
    this.#watcher = watch(path.join(ROOT, folder), { recursive: true }, (_, file) => {
      if (!file || !/\.ts$/.test(file) || /\.test\.ts$|(^|[\\/])generated[\\/]/.test(file)) return;
      clearTimeout(settled);
      settled = setTimeout(() => {
        const child = this.#running.get(name);
        if (!child) return;
        child.wantsRestart = true;
        child.kill("SIGTERM");
      }, SETTLE_MS);
    });
  }

  /** Stops all: SIGTERM, and after ten seconds SIGKILL. */
  async stop() {
    this.#stopping = true;
    this.#watcher?.close();
    const all = [...this.#running];
    const ends = new Map(
      all.map(([name, child]) => [name, new Promise((resolve) => child.once("exit", resolve))]),
    );
    const late = setTimeout(() => all.map(([, child]) => child.kill("SIGKILL")), DRAIN_MS);
    for (const [name, child] of all)
      void Promise.resolve(ends.get(this.#behind.get(name))).then(() => child.kill("SIGTERM"));
    await Promise.all(ends.values());
    clearTimeout(late);
  }
}
