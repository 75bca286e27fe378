// How long one large batch blocks others: the slowest answer of /api/health meanwhile, as a
// multiple of JSON.parse for the same body.
import { randomBytes } from "node:crypto";
import http from "node:http";
import { figure } from "../figure.mjs";
import { median, ROUNDS } from "../load.mjs";
import { ownData, startProduct } from "../product.mjs";

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

function post(product, where, body) {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", ...product.headers };
    const options = { method: body ? "POST" : "GET", agent: false, headers };
    const request = http.request(product.origin + where, options, (answer) => {
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

/** Time of the batch, and the longest wait of others. */
async function meanwhile(product, body) {
  let going = true;
  let longest = 0;
  const watch = async () => {
    while (going) longest = Math.max(longest, await timed(() => post(product, "/api/health")));
  };
  const watching = watch();
  const took = await timed(async () => {
    const status = await post(product, "/api/v1/audit", body);
    if (status !== 207) throw new Error(`the batch was answered with ${status}`);
  });
  going = false;
  await watching;
  return { took, longest };
}

/** Medians of others' waits during the batch, and of JSON.parse. */
async function measureShape(product, make) {
  const [waits, parses] = [[], []];
  for (let turn = 0; turn <= ROUNDS; turn += 1) {
    const body = JSON.stringify({ rows: Array.from({ length: ROWS }, make) });
    const parse = await timed(() => JSON.parse(body));
    const { longest } = await meanwhile(product, body);
    // The first turn is a warm-up.
    if (turn === 0) continue;
    waits.push(longest);
    parses.push(parse);
  }
  return { value: median(waits), base: median(parses) };
}

export async function measure() {
  const { dataDir, remove } = ownData();
  const product = await startProduct(dataDir);
  try {
    const rows = [];
    for (const [name, make] of Object.entries(SHAPES)) {
      const measured = await measureShape(product, make);
      rows.push(
        figure(`longest wait beside a batch of ${name}`, { ...measured, unit: "ms", of: "JSON.parse" }),
      );
    }
    return rows;
  } finally {
    await product.stop();
    await remove();
  }
}
