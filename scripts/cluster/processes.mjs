// Tracks every started process, so that each can be killed by its id.
import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import path from "node:path";

const END_MS_MAX = 15_000;
// Others may use this machine.
const NICE = 10;

/** @typedef {{ name: string, child: import("node:child_process").ChildProcess, ended: Promise<void>, log: string }} Program */

/** @type {Set<Program>} */
const running = new Set();

/** The account for servers that refuse to run as root; none without root. */
export function serverAccount() {
  if (process.getuid?.() !== 0) return {};
  const id = (flag) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

/**
 * Starts a long-running program in its own process group, with output to a file.
 * @returns {Program}
 */
export function start(name, command, args, { folder, env = {}, cwd = folder, account = {} }) {
  const log = path.join(folder, `${name}.log`);
  const out = openSync(log, "a");
  const child = spawn("nice", ["-n", String(NICE), command, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: folder, LANG: "C.UTF-8", ...env },
    stdio: ["ignore", out, out],
    detached: true,
    ...account,
  });
  closeSync(out);
  const program = { name, child, log, ended: undefined };
  program.ended = new Promise((resolve) => {
    child.on("error", (error) => {
      console.error(`${name}: ${error.message}`);
      resolve();
    });
    child.on("exit", resolve);
  }).then(() => void running.delete(program));
  running.add(program);
  return program;
}

export function signal({ child }, name) {
  try {
    process.kill(-child.pid, name);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

/** Stops the program: SIGTERM, then SIGKILL. */
export async function end(program) {
  if (!running.has(program)) return;
  program.child.kill("SIGTERM");
  const late = setTimeout(() => signal(program, "SIGKILL"), END_MS_MAX);
  await program.ended;
  clearTimeout(late);
  signal(program, "SIGKILL");
}

/** Stops everything, newest first. */
export async function endAll() {
  for (const program of [...running].reverse()) await end(program);
}

/** The same at once, for process exit. */
export function killAll() {
  for (const program of running) signal(program, "SIGKILL");
}

/** Waits for the condition; returns the milliseconds it took. */
export async function until(what, condition, seconds = 60) {
  const began = performance.now();
  for (;;) {
    if (await Promise.resolve(condition()).catch(() => false)) return Math.round(performance.now() - began);
    if (performance.now() - began > seconds * 1_000)
      throw new Error(`waited ${seconds} s in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
