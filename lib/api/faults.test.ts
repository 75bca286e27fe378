import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { closeDatabase, read } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { pause } from "@/lib/core/pause";
import { systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { createKey } from "@/lib/gateways/keys";
import { aGateway, aTenant, type TestTenant, unique } from "@/lib/testing/factories";
import { randomOf } from "@/lib/testing/random";
import { timeForTrials, trials } from "@/lib/testing/trials";
import { aCommitTrap } from "./testing/commit-trap";
import { anApiProcess } from "./testing/listener";

// API processes are killed, stopped and raced while they store groups: every answer has a row, and
// every id one row.

const KILLS = trials(2, 60);
const IDS = trials(2, 40);
const AT_ONCE = 50;

vi.setConfig({ testTimeout: timeForTrials(60_000) });

type ApiProcess = Awaited<ReturnType<typeof anApiProcess>>;
type Answer = { status: number; json: Record<string, unknown>; id: string };

const system = systemScope("tests");
const open: { close: () => Promise<unknown> }[] = [];
let drop: () => Promise<void>;
let tenant: TestTenant;
let authorization: string;
// Shared processes that no test harms, because starting one is slow.
let first: ApiProcess;
let second: ApiProcess;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  authorization = `Bearer ${(await createKey(system, gateway.id, [tenant.key])).key}`;
  // A tenant's first rows are stored alone.
  [first, second] = await Promise.all([anApiProcess(), anApiProcess()]);
  for (const way of WAYS) await settled(first, way, way.body(unique("first")));
});
afterEach(end);
afterAll(async () => {
  await Promise.all([first, second].map((one) => one?.close()));
  await closeDatabase();
  await drop();
});

async function end(): Promise<void> {
  await Promise.all(open.splice(0).map((one) => one.close()));
}

async function started(more: Record<string, string> = {}): Promise<ApiProcess> {
  const api = await anApiProcess(more);
  open.push(api);
  return api;
}

type Body = Record<string, unknown>;
type Way = {
  name: string;
  path: string;
  body: (id: string) => Body;
  idOf: (json: Answer["json"]) => unknown;
};

const call = (id: string): Body => ({
  id,
  tenant: tenant.key,
  tool: "send",
  rationale: "The tests need this call.",
  session_id: id,
});

// Concurrent requests to each of these paths share a transaction.
const WAYS: Way[] = [
  {
    name: "held approvals",
    path: "/api/v1/approvals",
    body: (id) => ({ ...call(id), risk: "high", arguments: { id } }),
    idOf: (json) => json.approval_id,
  },
  {
    name: "calls to authorize",
    path: "/api/v1/authorize",
    body: (id) => ({ ...call(id), risk: "high", arguments: { id } }),
    idOf: (json) => json.approval_id,
  },
  {
    name: "reported calls",
    path: "/api/v1/audit",
    body: (id) => ({ ...call(id), outcome: "ok", occurred_at: "2026-11-01T10:00:00Z" }),
    idOf: (json) => json.id,
  },
];

/** Sends once; null without a complete answer. */
async function sendOnce(api: ApiProcess, way: Way, body: Body): Promise<Answer | null> {
  try {
    const answer = await fetch(`http://127.0.0.1:${api.port}${way.path}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const json = (await answer.json()) as Answer["json"];
    return { status: answer.status, json, id: String(way.idOf(json)) };
  } catch {
    return null;
  }
}

/** Retries until the answer is final, like a gateway. */
async function settled(api: ApiProcess, way: Way, body: Body): Promise<Answer> {
  for (;;) {
    const answer = await sendOnce(api, way, body);
    if (!answer) throw new Error(`${way.path} broke off`);
    if (answer.json.retryable !== true) return answer;
    await pause(50, new AbortController().signal);
  }
}

async function rowsOf(ids: readonly string[]): Promise<number[]> {
  const where = { sessionId: { in: [...ids] } };
  const rows = await read(system, async (tx) => [
    ...(await tx.approval.findMany({ where, select: { sessionId: true } })),
    ...(await tx.toolCall.findMany({ where, select: { sessionId: true } })),
  ]);
  return ids.map((id) => rows.filter(({ sessionId }) => sessionId === id).length);
}

const many = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name}-${n}`);
const one = (ids: readonly string[]) => ids.map(() => 1);

describe.each(WAYS)("$name", (way) => {
  test("stored, and the process killed before it could say so: sent again, each is the row that is there", async () => {
    const trap = await aCommitTrap(env().DATABASE_URL);
    open.push(trap);
    const dying = await started({ DATABASE_URL: trap.url });
    const ids = many(20, unique("killed"));
    trap.arm(ids[0] ?? "", () => dying.child.kill("SIGKILL"));
    const answers = await Promise.all(ids.map((id) => sendOnce(dying, way, way.body(id))));
    expect(await dying.ended).toBe("SIGKILL");
    const unclear = ids.filter((_, n) => answers[n] === null);
    const before = await rowsOf(unclear);
    // Otherwise this test would prove nothing.
    expect(before.filter((count) => count === 1).length).toBeGreaterThan(0);
    const again = await Promise.all(unclear.map((id) => settled(first, way, way.body(id))));
    expect(again.every(({ status }) => status < 300)).toBe(true);
    expect(await rowsOf(ids)).toEqual(one(ids));
  });

  test("each id sent many times at once to two processes is one row, and everybody is told the same", async () => {
    const ids = many(IDS, unique("raced"));
    for (const id of ids) {
      const told = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, n) => settled(n % 2 ? first : second, way, way.body(id))),
      );
      expect(new Set(told.map(({ status }) => Math.floor(status / 100)))).toEqual(new Set([2]));
      expect(new Set(told.map((answer) => answer.id)).size, JSON.stringify(told[0])).toBe(1);
      const other = await settled(first, way, { ...way.body(id), tool: "another" });
      expect([other.status, other.json.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
    }
    expect(await rowsOf(ids)).toEqual(one(ids));
  });

  test("accepted before the signal, answered after it, and the process ends by itself", async () => {
    const api = await started({ LOG_LEVEL: "info" });
    const ids = many(60, unique("drained"));
    const asked = await Promise.all(ids.map((id) => acceptedBy(api.port, way.path, way.body(id))));
    for (const { goOn } of asked) goOn();
    await pause(5, new AbortController().signal);
    api.child.kill("SIGTERM");
    const statuses = await Promise.all(asked.map(({ status }) => status));
    expect(new Set(statuses.map((status) => Math.floor(status / 100)))).toEqual(new Set([2]));
    expect(await api.ended).toBe(0);
    // A process that is cut off also exits with 0, but does not log this.
    expect(api.output()).toContain("api stopped");
    expect(await rowsOf(ids)).toEqual(one(ids));
  });
});

/** A request whose head was read, and whose body the test sends later. */
async function acceptedBy(port: number, path: string, body: Body) {
  const socket = connect(port, "127.0.0.1");
  socket.setEncoding("utf8");
  const text = JSON.stringify(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    "host: x",
    `authorization: ${authorization}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(text)}`,
    "expect: 100-continue",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  const [first] = (await once(socket, "data")) as [string];
  expect(first).toContain("100 Continue");
  const status = (async () => {
    let told = "";
    for await (const part of socket) told += part;
    return Number(/^HTTP\/1\.1 (\d+)/.exec(told)?.[1] ?? 0);
  })();
  return { goOn: () => socket.write(text), status };
}

/** Confirmed and unclear rows of everything sent while processes are killed. */
async function killedAtRandom(): Promise<{ fine: string[]; unclear: string[] }> {
  const [fine, unclear]: [string[], string[]] = [[], []];
  const random = randomOf(1);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const api = await started();
    let killed = false;
    const name = unique("random");
    const loop = async (writer: number) => {
      for (let n = 0; !killed; n += 1) {
        const id = `${name}-${writer}-${n}`;
        const way = WAYS[writer % WAYS.length] as Way;
        const answer = await sendOnce(api, way, way.body(id));
        if (answer === null) unclear.push(`${writer % WAYS.length} ${id}`);
        else if (answer.status < 300) fine.push(id);
      }
    };
    const loops = Array.from({ length: 12 }, (_, writer) => loop(writer));
    // On a busy machine the first answers are slow.
    const told = fine.length;
    while (fine.length < told + 2) await pause(10, new AbortController().signal);
    await pause(random() * 300, new AbortController().signal);
    api.child.kill("SIGKILL");
    await api.ended;
    killed = true;
    await Promise.all(loops);
  }
  return { fine, unclear };
}

test("processes killed at random: every answer has its row, and what is unclear is one row once it is sent again", async () => {
  const { fine, unclear } = await killedAtRandom();
  expect(fine.length).toBeGreaterThan(KILLS);
  expect(unclear.length).toBeGreaterThanOrEqual(KILLS);
  expect(await rowsOf(fine)).toEqual(one(fine));
  const ids: string[] = [];
  for (const entry of unclear) {
    const [way = "0", id = ""] = entry.split(" ");
    const which = WAYS[Number(way)] as Way;
    expect((await settled(second, which, which.body(id))).status).toBeLessThan(300);
    ids.push(id);
  }
  expect(await rowsOf(ids)).toEqual(one(ids));
});

test("a reported call without an id, sent again after it was stored, is two rows: it is the id that makes it one", async () => {
  const trap = await aCommitTrap(env().DATABASE_URL);
  open.push(trap);
  const dying = await started({ DATABASE_URL: trap.url });
  const way = WAYS[2] as Way;
  const id = unique("naive");
  const body = { ...way.body(id), id: undefined };
  trap.arm(id, () => dying.child.kill("SIGKILL"));
  expect(await sendOnce(dying, way, body)).toBeNull();
  await settled(first, way, body);
  expect(await rowsOf([id])).toEqual([2]);
});

test("a hundred equal calls to authorize at once without ids, at two processes, are one approval", async () => {
  const way = WAYS[1] as Way;
  const id = unique("equal");
  const body = { ...way.body(id), id: undefined };
  const told = await Promise.all(
    Array.from({ length: 100 }, (_, n) => settled(n % 2 ? first : second, way, body)),
  );
  expect(new Set(told.map((answer) => answer.id)).size).toBe(1);
  expect(await rowsOf([id])).toEqual([1]);
});
