import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import * as lock from "./folder-lock.mjs";

const { inTurn } = lock;

const LOCK = fileURLToPath(new URL("folder-lock.mjs", import.meta.url));

/** A process that holds a folder's lock until it is killed. */
async function holder(folder) {
  const program = `import { inTurn } from ${JSON.stringify(LOCK)};
    await inTurn(() => { console.log("held"); setInterval(() => undefined, 1_000); return new Promise(() => undefined); },
      { folder: ${JSON.stringify(folder)}, waits: () => console.log("waits"), longMs: 600_000 });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await once(child.stdout, "data");
  return { child, said: String(said).trim() };
}

test("one process at a time; a killed one leaves nothing in the way, and one after the other gets its turn", async () => {
  const folder = path.join("/", randomUUID());
  const first = await holder(folder);
  expect(first.said).toBe("held");
  const second = await holder(folder);
  expect(second.said).toBe("waits");
  let waited = 0;
  const third = inTurn(async () => "done", { folder, waits: () => (waited += 1) });
  const next = once(second.child.stdout, "data");
  first.child.kill("SIGKILL");
  const held = await Promise.race([next.then(String), third]);
  if (held === "done") await next;
  second.child.kill("SIGKILL");
  expect(await third).toBe("done");
  expect(waited).toBe(1);
});

test.runIf(process.platform === "linux")("two accounts have a lock each", () => {
  const folder = path.join("/", randomUUID());
  const own = lock.addressOf(folder);
  const getuid = vi.spyOn(process, "getuid").mockReturnValue(process.getuid() + 1);
  expect(lock.addressOf(folder)).not.toBe(own);
  getuid.mockRestore();
  expect(lock.addressOf(folder)).toBe(own);
});

test("whoever waits long is told again what for", async () => {
  const folder = path.join("/", randomUUID());
  const first = await holder(folder);
  const lines = [];
  const waits = (line) => {
    lines.push(line);
    if (lines.length === 3) first.child.kill("SIGKILL");
  };
  expect(await inTurn(async () => "done", { folder, waits, longMs: 10 })).toBe("done");
  expect(lines[0]).toContain("another process installs or builds");
  expect(lines[1]).toContain(lock.addressOf(folder).replace("\0", ""));
});

test("work within work has its turn already", async () => {
  const folder = path.join("/", randomUUID());
  expect(await inTurn(() => inTurn(async () => 1, { folder }), { folder })).toBe(1);
});
