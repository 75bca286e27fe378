// The cost of log lines: one product that logs every response and one that logs none, in turns.
import { randomBytes } from "node:crypto";
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { figure } from "../figure.mjs";
import { inTurns, load, median, SECONDS } from "../load.mjs";
import { cpuSeconds, ownData, startProduct } from "../product.mjs";

const MANY = 32;
const OTHER = "LOG_LEVEL=warn";
const LEVELS = ["info", "warn"];

const allowed = () => ({
  tenant: "bench",
  agent: "bench-agent",
  tool: "read_file",
  risk: "low",
  arguments: { path: `/srv/${randomBytes(8).toString("hex")}`, text: "A line of a file. ".repeat(20) },
  rationale: "The benchmark measures what log lines cost.",
});

/**
 * A product that logs to a file, like a container. `spent` is CPU time of each load, in ms per
 * call.
 */
async function logged(level, index) {
  const { dataDir, remove } = ownData();
  const file = path.join(dataDir, "log");
  const descriptor = openSync(file, "a");
  const product = await startProduct(dataDir, { LOG_LEVEL: level }, index * 10, descriptor);
  const spent = [];
  const asked = {
    origin: product.origin,
    path: "/api/v1/authorize",
    headers: product.headers,
    body: allowed,
  };
  const run = async (connections) => {
    const before = cpuSeconds(product);
    const result = await load(asked, { connections, fresh: false });
    if (connections === MANY)
      spent.push(((cpuSeconds(product) - before) * 1_000) / (result.perSecond * SECONDS));
    return result;
  };
  const end = async () => {
    await product.stop();
    closeSync(descriptor);
    const lines = readFileSync(file, "utf8").split("\n");
    await remove();
    // Server errors are logged at warn, for example during a start.
    return lines.filter((line) => line.includes('"level":"info"') && line.includes('"msg":"answered"'))
      .length;
  };
  return { run, spent, end };
}

const over = (products, connections) =>
  inTurns(Object.fromEntries(LEVELS.map((level, index) => [level, () => products[index].run(connections)])));

export async function measure() {
  const products = [];
  const lines = [];
  let many;
  let one;
  try {
    for (const [index, level] of LEVELS.entries()) products.push(await logged(level, index));
    many = await over(products, MANY);
    one = await over(products, 1);
  } finally {
    for (const { end } of products) lines.push(await end());
  }
  if (!(lines[0] > 0 && lines[1] === 0)) throw new Error(`lines of responses by level: ${lines.join(", ")}`);
  const [spent, spentOther] = products.map((product) => median(product.spent.slice(1)));
  const rate = { value: many.info.perSecond, unit: "/s", base: many.warn.perSecond, of: OTHER, least: 0.9 };
  const time = { value: spent, unit: "ms", base: spentOther, of: OTHER, most: 1.1 };
  const wait = { value: one.info.p50, unit: "ms", base: one.warn.p50, of: OTHER, most: 1.1 };
  return [
    figure("an allowed call, 32 connections, LOG_LEVEL=info", rate),
    figure("processor time of it", time),
    figure("an allowed call, one connection, p50, LOG_LEVEL=info", wait),
  ];
}
