// `node bench/batches.mjs`: how long one large batch keeps everybody else waiting: the longest answer of /api/health meanwhile, as a
// multiple of what JSON.parse alone takes for the same body.
import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { startProduct } from "./load.mjs";

const PORT = Number(process.env.PORT ?? 3500);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const ROWS = 1_000;

const row = (more) => ({
  tenant: "bench",
  tool: "read_file",
  rationale: "The benchmark measures how long a batch holds everybody up.",
  outcome: "ok",
  occurred_at: new Date().toISOString(),
  ...more,
});
const numbers = (count) => Array.from({ length: count }, (_, at) => at);
const members = (count) => Object.fromEntries(numbers(count).map((at) => [`m${count - at}`, at]));
const violations = numbers(90).map((at) => ({ path: `/${at}`, message: "is wrong", received: at }));
const SHAPES = {
  "values in lists": () => row({ id: randomBytes(8).toString("hex"), arguments: { v: numbers(380) } }),
  "members of objects": () => row({ id: randomBytes(8).toString("hex"), arguments: members(380) }),
  "raw members in lists": () => row({ outcome: "validation_error", validation: violations }),
  "rows of one value, wrong": () => ({ tool: 1 }),
  "long texts": () => row({ arguments: { text: "x".repeat(4_700) } }),
};

const key = `csk_${randomBytes(32).toString("base64url")}`;

function ask(where, body) {
  return new Promise((resolve, reject) => {
    const options = {
      method: body ? "POST" : "GET",
      agent: false,
      headers: { "content-type": "application/json" },
    };
    options.headers.authorization = `Bearer ${key}`;
    const request = http.request(`http://127.0.0.1:${PORT}${where}`, options, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode));
    });
    request.on("error", reject).end(body);
  });
}

const timed = async (work) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** How long the batch takes, and the longest that anybody else waits meanwhile. */
async function meanwhile(body) {
  let going = true;
  let longest = 0;
  const watch = async () => {
    while (going) longest = Math.max(longest, await timed(() => ask("/api/health")));
  };
  const watching = watch();
  const took = await timed(async () => {
    const status = await ask("/api/v1/audit", body);
    if (status !== 207) throw new Error(`the batch was answered with ${status}`);
  });
  going = false;
  await watching;
  return { took, longest };
}

const middle = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
const round = (number) => Math.round(number * 10) / 10;

const stop = await startProduct(mkdtempSync(path.join(os.tmpdir(), "countersign-bench-")), key, PORT);
try {
  const table = {};
  for (const [name, make] of Object.entries(SHAPES)) {
    const rounds = [];
    for (let turn = 0; turn <= ROUNDS; turn += 1) {
      const body = JSON.stringify({ rows: Array.from({ length: ROWS }, make) });
      const parse = await timed(() => JSON.parse(body));
      const { took, longest } = await meanwhile(body);
      // The first one warms up.
      if (turn > 0) rounds.push({ bytes: body.length, parse, took, longest });
    }
    const of = (what) => middle(rounds.map((one) => one[what]));
    table[name] = {
      MiB: round(of("bytes") / 1_048_576),
      "parse ms": round(of("parse")),
      "batch ms": Math.round(of("took")),
      "longest wait ms": Math.round(of("longest")),
      "times JSON.parse": round(of("longest") / of("parse")),
    };
  }
  console.table(table);
} finally {
  await stop();
}
