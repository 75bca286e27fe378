// The cost of open browsers, waiting gateways and open streams while calls arrive, with a separate
// data directory.
import http from "node:http";
import { figure } from "../figure.mjs";
import { at, pause, SECONDS } from "../load.mjs";
import { cpuSeconds, hold, megabytes, ownData, signIn, startProduct } from "../product.mjs";

const BROWSERS = 50;
const CALLS_A_SECOND = 10;
const WAITING = 200;
const POLLS = 2_000;
const STREAMS = 1_000;
/** New waiters at the same time, one per millisecond. */
const AT_ONCE = 100;
/** The limit for one person. */
const STREAMS_A_PERSON = 20;
const TOLD = 10;
const SETTLING_MS = 5_000;
/** The same as our pages. */
const READ_EVERY_MS = 2_000;

const agent = () => new http.Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

/** An open stream of changes; `onTold` gets the ids of changed calls. */
function stream({ origin }, cookie, onTold, of = agent()) {
  const headers = { cookie, accept: "text/event-stream" };
  const request = http.get(`${origin}/api/live`, { agent: of, headers });
  const opened = new Promise((resolve, reject) => {
    request.on("error", reject);
    request.on("response", (answer) => {
      answer.setEncoding("utf8");
      answer.on("data", (text) =>
        onTold([...text.matchAll(/"topic":"approval","id":"([^"]+)"/g)].map(([, id]) => id)),
      );
      answer.on("error", () => undefined);
      resolve();
    });
  });
  return { opened, close: () => request.destroy() };
}

/** Simulates a queue page: reads changes at intervals. */
function browser(product, cookie) {
  let [ids, began, timer] = [new Set(), Number.NEGATIVE_INFINITY, undefined];
  let closed = false;
  const read = async () => {
    began = performance.now();
    const query = new URLSearchParams([["list", "?view=all"], ...[...ids].map((id) => ["id", id])]);
    ids = new Set();
    const answer = await fetch(`${product.origin}/api/live/changes?${query}`, { headers: { cookie } });
    await answer.text();
    if (!answer.ok) throw new Error(`a browser was answered with ${answer.status}`);
    timer = undefined;
    plan();
  };
  const plan = () => {
    if (timer || closed || ids.size === 0) return;
    timer = setTimeout(
      read,
      Math.max(0, began + READ_EVERY_MS * (1 + Math.random() / 4) - performance.now()),
    );
  };
  const { opened, close } = stream(product, cookie, (told) => {
    for (const id of told) ids.add(id);
    plan();
  });
  return {
    opened,
    close: () => {
      closed = true;
      clearTimeout(timer);
      close();
    },
  };
}

/** CPU use of the product's processes during the work, in percent of a core. */
async function share(product, meanwhile) {
  const [cpu, began] = [cpuSeconds(product), performance.now()];
  await meanwhile();
  return ((cpuSeconds(product) - cpu) / ((performance.now() - began) / 1_000)) * 100;
}

const calling = (product) => async () => {
  const until = performance.now() + SECONDS * 1_000;
  while (performance.now() < until) {
    const began = performance.now();
    await hold(product);
    await pause(Math.max(0, 1_000 / CALLS_A_SECOND - (performance.now() - began)));
  }
};

async function withBrowsers(product, cookies) {
  const without = await share(product, calling(product));
  const open = Array.from({ length: BROWSERS }, (_, n) => browser(product, cookies[n % cookies.length]));
  await Promise.all(open.map(({ opened }) => opened));
  await pause(SETTLING_MS);
  const together = await share(product, calling(product));
  for (const { close } of open) close();
  await pause(1_000);
  return together - without;
}

/** Gateways that wait for one decision while nothing happens. */
async function withPolls(product) {
  const id = await hold(product);
  const [before, idle] = [megabytes(product), await share(product, () => pause(SETTLING_MS))];
  const of = agent();
  const where = `${product.origin}/api/v1/approvals/${id}?wait=55`;
  const open = [];
  while (open.length < POLLS) {
    open.push(http.get(where, { agent: of, headers: product.headers }).on("error", () => undefined));
    if (open.length % AT_ONCE === 0) await pause(AT_ONCE);
  }
  await pause(SETTLING_MS);
  const grown = megabytes(product) - before;
  const cost = (await share(product, () => pause(SECONDS * 1_000))) - idle;
  for (const request of open) request.destroy();
  await pause(1_000);
  return { cost, kilobytes: (grown * 1_024) / POLLS };
}

/** From the answer for a held call to the last stream that reports it. */
async function withStreams(product, cookies) {
  const before = megabytes(product);
  const told = new Map();
  const note = (ids) => {
    for (const id of ids) told.set(id, [...(told.get(id) ?? []), performance.now()]);
  };
  const of = agent();
  const open = Array.from({ length: STREAMS }, (_, n) =>
    stream(product, cookies[n % cookies.length], note, of),
  );
  await Promise.all(open.map(({ opened }) => opened));
  await pause(SETTLING_MS);
  const kilobytes = ((megabytes(product) - before) * 1_024) / STREAMS;
  const delays = [];
  for (let n = 0; n < TOLD; n += 1) {
    const id = await hold(product);
    const answered = performance.now();
    while ((told.get(id)?.length ?? 0) < STREAMS) await pause(1);
    delays.push(...told.get(id).map((time) => Math.max(0, time - answered)));
  }
  for (const { close } of open) close();
  await pause(1_000);
  return { kilobytes, delay: at(delays, 0.95) };
}

async function signedIn(product, count) {
  const cookies = [];
  while (cookies.length < count) {
    const visit = await signIn(product);
    cookies.push((await visit("/docs")).cookie);
  }
  return cookies;
}

/** On new processes, because a grown heap would distort the next measurement. */
async function onProduct(dataDir, work) {
  const product = await startProduct(dataDir);
  try {
    return await work(product, await signedIn(product, STREAMS / STREAMS_A_PERSON));
  } finally {
    await product.stop();
  }
}

export async function measure() {
  const { dataDir, remove } = ownData();
  try {
    const browsers = await onProduct(dataDir, async (product, cookies) => {
      for (let n = 0; n < WAITING; n += 1) await hold(product);
      return withBrowsers(product, cookies);
    });
    const polls = await onProduct(dataDir, withPolls);
    const streams = await onProduct(dataDir, withStreams);
    const core = "% of a core";
    return [
      figure(`${BROWSERS} open browsers at ${CALLS_A_SECOND} calls a second`, {
        value: browsers,
        unit: core,
        most: 10,
      }),
      figure(`${POLLS} waiting requests at rest`, { value: polls.cost, unit: core, most: 2 }),
      figure(`memory of a waiting request`, { value: polls.kilobytes, unit: "kB", most: 25 }),
      figure(`memory of an open stream, ${STREAMS} of them`, {
        value: streams.kilobytes,
        unit: "kB",
        most: 25,
      }),
      figure(`a held call to ${STREAMS} streams, p95`, { value: streams.delay, unit: "ms", most: 100 }),
    ];
  } finally {
    await remove();
  }
}
