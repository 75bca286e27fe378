// How soon gateways learn of a decision, at rising rates and with a backlog, while one gateway
// never answers.
import http from "node:http";
import { figure } from "../figure.mjs";
import { at, pause, SECONDS } from "../load.mjs";
import { ask, hold, makeDecider, makeGateway, ownData, startProduct, workerOf } from "../product.mjs";

const RATES = [10, 25, 50];
const BACKLOG = Number(process.env.BENCH_BACKLOG ?? 2_000);
const POLLS = 50;
const AT_ONCE = 16;
/** Several people, because one decides more slowly. */
const DECIDERS = 10;

/** Records callback arrival times by approval. Paths under `/hangs` are never answered. */
function receiver() {
  const arrived = new Map();
  const waiting = new Map();
  const server = http.createServer(async (request, response) => {
    if (request.url === "/hangs") return;
    const now = performance.now();
    let text = "";
    for await (const part of request) text += part;
    const { approval_id } = JSON.parse(text).data;
    arrived.set(approval_id, now);
    waiting.get(approval_id)?.(now);
    response.writeHead(204).end();
  });
  const of = (id) =>
    new Promise((resolve) => (arrived.has(id) ? resolve(arrived.get(id)) : waiting.set(id, resolve)));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () =>
      resolve({ arrived, of, close, url: (path) => `http://127.0.0.1:${server.address().port}${path}` }),
    );
  });
}

/** Runs work for every item, with limited concurrency. */
async function forEach(items, work, atOnce = AT_ONCE) {
  const left = [...items];
  const next = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

async function holdMany(gateway, count) {
  const ids = [];
  await forEach(Array(count).fill(gateway), async (one) => ids.push(await hold(one)));
  return ids;
}

function deciderOf(origin, tokens, callbacks) {
  let turn = 0;
  const decide = async (id) => {
    turn += 1;
    const token = tokens[turn % tokens.length];
    const { revision, arguments_sha256 } = await ask(origin, `/api/v1/approvals/${id}`, {
      credential: token,
    });
    const began = performance.now();
    const body = { revision, arguments_sha256, seen: {} };
    await ask(origin, `/api/v1/approvals/${id}/approve`, { method: "POST", credential: token, body });
    return began;
  };
  const timed = async (id) => {
    const began = await decide(id);
    return (await callbacks.of(id)) - began;
  };
  return { decide, timed };
}

async function atRate(rate, gateway, { timed }) {
  const ids = await holdMany(gateway, rate * SECONDS);
  const began = performance.now();
  const open = [];
  for (const [n, id] of ids.entries()) {
    await pause(Math.max(0, began + (n * 1_000) / rate - performance.now()));
    open.push(timed(id));
  }
  const times = await Promise.all(open);
  const achieved = times.length / ((performance.now() - began) / 1_000);
  return { p50: at(times, 0.5), p99: at(times, 0.99), achieved };
}

/** Callbacks per second from a backlog of a stopped worker, while another gateway never answers. */
async function drained(product, { called, stuck }, decider, callbacks) {
  const worker = workerOf(product);
  process.kill(worker, "SIGSTOP");
  const ids = await holdMany(called, BACKLOG);
  try {
    await forEach([...ids, ...(await holdMany(stuck, BACKLOG / 10))], decider.decide);
  } finally {
    process.kill(worker, "SIGCONT");
  }
  const began = performance.now();
  await Promise.all(ids.map((id) => callbacks.of(id)));
  return BACKLOG / ((performance.now() - began) / 1_000);
}

async function waited(gateway, decider) {
  const ids = await holdMany(gateway, POLLS);
  const times = [];
  await forEach(
    ids,
    async (id) => {
      const answered = ask(gateway.origin, `/api/v1/approvals/${id}?wait=20`, {
        credential: gateway.key,
      }).then(() => performance.now());
      await pause(100);
      const began = await decider.decide(id);
      times.push((await answered) - began);
    },
    4,
  );
  return at(times, 0.95);
}

export async function measure() {
  const { dataDir, remove } = ownData();
  const callbacks = await receiver();
  const product = await startProduct(dataDir);
  try {
    const gateway = async (name, path) => ({
      origin: product.origin,
      key: await makeGateway(dataDir, name, callbacks.url(path)),
    });
    const gateways = { called: await gateway("called", "/hook"), stuck: await gateway("stuck", "/hangs") };
    const tokens = [];
    while (tokens.length < DECIDERS) tokens.push(await makeDecider(dataDir));
    const decider = deciderOf(product.origin, tokens, callbacks);
    await atRate(RATES[0], gateways.called, decider);
    const rows = [];
    for (const rate of RATES) {
      const { p50, p99, achieved } = await atRate(rate, gateways.called, decider);
      const goals = rate === RATES.at(-1) ? [{ most: 10 }, { most: 40 }] : [{}, {}];
      rows.push(
        figure(`decision to callback at ${rate} a second, p50`, { value: p50, unit: "ms", ...goals[0] }),
        figure(`decision to callback at ${rate} a second, p99`, { value: p99, unit: "ms", ...goals[1] }),
        figure(`of ${rate} decisions a second, made and called back`, { value: achieved, unit: "/s" }),
      );
    }
    const poll = await waited(gateways.called, decider);
    rows.push(figure("decision to a waiting request, p95", { value: poll, unit: "ms", most: 100 }));
    // 10,000 in 20 seconds.
    const rate = await drained(product, gateways, decider, callbacks);
    rows.push(
      figure(`backlog of ${BACKLOG} callbacks, one gateway hanging`, { value: rate, unit: "/s", least: 500 }),
    );
    return rows;
  } finally {
    await product.stop();
    callbacks.close();
    await remove();
  }
}
