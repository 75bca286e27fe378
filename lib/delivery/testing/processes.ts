import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A real process of its own that runs a TypeScript file of this repository. */
export type TestProcess = {
  child: ChildProcess;
  /** What it wrote so far, both streams. */
  output: () => string;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string | null>;
};

/** Starts `file` (relative to the repository) with this process's environment and `env`. */
export function aProcess(file: string, env: Record<string, string | undefined> = {}): TestProcess {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const child = fork(file, {
    cwd: root,
    env: { ...process.env, ...env },
    execArgv: ["--import", "tsx"],
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

/** Resolves with its first message; rejects when it ends before. */
export function itsFirstMessage({ child, ended, output }: TestProcess): Promise<unknown> {
  return Promise.race([
    new Promise((resolve) => child.once("message", resolve)),
    ended.then((code) => Promise.reject(new Error(`it ended (${code}): ${output()}`))),
  ]);
}
