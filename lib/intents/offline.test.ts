import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import { expect, test } from "vitest";

// A network namespace with only a loopback that is down, so nothing is reachable.
const UNSHARED = ["--map-root-user", "--net", "--"];

const mayUnshare = spawnSync("unshare", [...UNSHARED, "true"]).status === 0;

/** Without permission for namespaces, the process refuses every socket and name lookup instead. */
const REFUSING = `data:text/javascript,${encodeURIComponent(`
  import net from "node:net"; import dns from "node:dns"; import dgram from "node:dgram"; import { syncBuiltinESMExports } from "node:module";
  const refuse = () => { throw Object.assign(new Error("there is no network here"), { code: "ENETUNREACH" }); };
  net.Socket.prototype.connect = refuse; dgram.Socket.prototype.bind = refuse; dgram.Socket.prototype.send = refuse;
  for (const name of ["lookup", "resolve"]) { dns[name] = refuse; dns.promises[name] = async () => refuse(); }
  syncBuiltinESMExports();`)}`;

const program = path.join(process.env.TEST_PROGRAMS ?? "", "lib/intents/testing/offline-process.mjs");

function start(port: number) {
  const env = { ...process.env, TEST_PORT: String(port) };
  const silent = { cwd: process.cwd(), env, silent: true };
  if (!mayUnshare) return fork(program, { ...silent, execArgv: ["--import", REFUSING] });
  const args = [...UNSHARED, process.execPath, program];
  return fork(args[0] ?? "", args.slice(1), { ...silent, execPath: "unshare", execArgv: [] });
}

const where = mayUnshare
  ? "a network namespace without an interface"
  : "a process whose sockets and look-ups are refused, for this machine allows no network namespaces,";

test(`in ${where} vectors are made and rationales grouped as anywhere`, async () => {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const child = start((server.address() as AddressInfo).port);
  let wrong = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    wrong += chunk;
  });
  const gone = once(child, "exit").then(() => Promise.reject(new Error(`it ended before it said: ${wrong}`)));
  const [found] = await Promise.race([once(child, "message"), gone]);
  server.close();
  // The process's own attempts prove that there is no network.
  expect(found.connecting).toMatch(/^E(?:NETUNREACH|CONNREFUSED|ADDRNOTAVAIL)$/);
  expect(found.lookingUp).toMatch(/^E(?:NETUNREACH|AI_AGAIN|NOTFOUND)$/);
  expect(new Set(found.numbers)).toEqual(new Set([512]));
  expect(found.numbers.length).toBeGreaterThan(40);
  expect(found.agreement).toBeGreaterThan(0.7);
});
