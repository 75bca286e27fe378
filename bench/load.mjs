// Sends loads of equal requests. The client shares the machine with the server, so it is as cheap
// as possible.
import { Pool } from "undici";

export const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const BODIES = 500;

const round = (value, digits = 1) => Math.round(value * 10 ** digits) / 10 ** digits;

export function at(times, share) {
  const sorted = times.toSorted((a, b) => a - b);
  return round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
}

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends one request and returns its status, without a stream for the answer. */
function send(pool, { path, method = "POST", headers, body }) {
  return new Promise((resolve, reject) => {
    let status = 0;
    pool.dispatch(
      { path, method, headers: { "content-type": "application/json", ...headers }, body },
      {
        onRequestStart() {},
        onResponseStart(_controller, code) {
          status = code;
        },
        onResponseData() {},
        onResponseEnd: () => resolve(status),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

/**
 * Sends requests for some seconds, at full speed over the connections or `perSecond` on schedule.
 * @param {{ origin: string, path: string, headers?: object, body: () => unknown }} asked `body` is
 * called for each request if `fresh`, else for the first 500
 * @returns requests per second, percentiles in milliseconds (from the planned time, if scheduled),
 * and failures
 */
export async function load(asked, { connections = 32, seconds = SECONDS, perSecond, fresh = true } = {}) {
  const { origin, path, headers, body } = asked;
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const bodies = fresh ? [] : Array.from({ length: BODIES }, () => JSON.stringify(body()));
  const text = (n) => bodies[n % BODIES] ?? JSON.stringify(body());
  const began = performance.now();
  const until = began + seconds * 1_000;
  const times = [];
  let [failed, sent] = [0, 0];
  const one = async (planned) => {
    const status = await send(pool, { path, headers, body: text(sent++) });
    if (status >= 200 && status < 300) times.push(performance.now() - planned);
    else failed += 1;
  };
  if (perSecond === undefined) {
    const loop = async () => {
      while (performance.now() < until) await one(performance.now());
    };
    await Promise.all(Array.from({ length: connections }, loop));
  } else {
    const open = [];
    for (let planned = began; planned < until; planned += 1_000 / perSecond) {
      const early = planned - performance.now();
      if (early > 0) await pause(early);
      open.push(one(planned));
    }
    await Promise.all(open);
  }
  await pool.destroy();
  return {
    perSecond: round(times.length / seconds, 0),
    p50: at(times, 0.5),
    p95: at(times, 0.95),
    p99: at(times, 0.99),
    failed,
  };
}

/**
 * Runs the named loads in turns, so that all have the same conditions. The first turn is a warm-up.
 * Returns medians by name.
 */
export async function inTurns(loads, rounds = ROUNDS) {
  const results = Object.fromEntries(Object.keys(loads).map((name) => [name, []]));
  for (let turn = 0; turn <= rounds; turn += 1)
    for (const [name, run] of Object.entries(loads)) {
      const result = await run();
      if (result.failed > 0) throw new Error(`${name}: ${result.failed} requests failed`);
      if (turn > 0) results[name].push(result);
    }
  return Object.fromEntries(
    Object.entries(results).map(([name, all]) => {
      const of = (field) => median(all.map((one) => one[field]));
      return [name, { perSecond: of("perSecond"), p50: of("p50"), p95: of("p95"), p99: of("p99") }];
    }),
  );
}
