import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** A process that runs a file of this repository, as scripts/vitest-setup.mjs bundled it. */
export type TestProcess = {
  child: ChildProcess;
  /** Output so far, both streams. */
  output: () => string;
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | string | null>;
};

/** Starts `file` (relative to the repository) with this process's environment and `env`. */
export function aProcess(file: string, env: Record<string, string | undefined> = {}): TestProcess {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const program = path.join(process.env.TEST_PROGRAMS ?? "", file.replace(/\.ts$/, ".mjs"));
  const child = fork(program, {
    cwd: root,
    env: { ...process.env, ...env },
    silent: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
  }
  const ended = new Promise<number | string | null>((resolve) => {
    child.on("exit", (code, signal) => resolve(signal ?? code));
  });
  return { child, output: () => output, ended };
}

/** Resolves with its first message; rejects if it ends before. */
export function itsFirstMessage({ child, ended, output }: TestProcess): Promise<unknown> {
  return Promise.race([
    new Promise((resolve) => child.once("message", resolve)),
    ended.then((code) => Promise.reject(new Error(`it ended (${code}): ${output()}`))),
  ]);
}
