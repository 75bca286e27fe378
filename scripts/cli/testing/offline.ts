import { spawn } from "node:child_process";

/** The command in a new process with an unreachable database and no other settings. */
export function offline(args: string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, ["scripts/cli.mjs", ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: "test", DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" },
  });
  let out = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (out += chunk.toString()));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out })));
}
