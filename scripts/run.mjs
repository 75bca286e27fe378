import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Runs a program in the project's folder to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, signal?: AbortSignal }} [options] `env` is complete; default:
 * this process's
 * @returns {Promise<{ ok: boolean, stdout: string, output: string }>} `output` has both streams in
 * order
 * @throws AbortError if the signal ended it
 */
export function run(command, args, { env = process.env, signal } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, env, signal, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8");
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
      output += chunk;
    });
    child.stderr.on("data", (chunk) => (output += chunk));
    let failure;
    child.on("error", (error) => (failure = error));
    child.on("close", (code) => {
      if (failure?.name === "AbortError") return reject(failure);
      resolve({ ok: code === 0 && !failure, stdout, output: failure ? `${failure.message}\n` : output });
    });
  });
}

export function runNode(args, options) {
  return run(process.execPath, args, options);
}
