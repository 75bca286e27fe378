// `node bench/request-log.mjs`: what writing requests down costs, as ratios of two products side by side, one with it and one
// without, asked in turns so that both meet the same weather.
import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { load, startProduct } from "./load.mjs";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const PORT = Number(process.env.PORT ?? 3490);
const rationale = "The benchmark measures how fast requests are taken in.";
const audit = () => ({
  tenant: "bench",
  tool: "read_file",
  rationale,
  outcome: "ok",
  occurred_at: new Date().toISOString(),
});
const call = () => ({
  tenant: "bench",
  tool: "send",
  arguments: { n: randomBytes(8).toString("hex") },
  rationale,
  risk: "low",
});
const KINDS = {
  "authorize, allowed": ["authorize", call],
  "audit, one row": ["audit", audit],
  "audit, batch of 100": ["audit", () => ({ rows: Array.from({ length: 100 }, audit) })],
};

const key = `csk_${randomBytes(32).toString("base64url")}`;
const products = await Promise.all(
  ["on", "off"].map(async (state, index) => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), "countersign-bench-"));
    const stop = await startProduct(dataDir, key, PORT + index, { REQUEST_LOG: state });
    return { state, stop, url: `http://127.0.0.1:${PORT + index}/api/v1/` };
  }),
);
const headers = { authorization: `Bearer ${key}` };
try {
  const table = {};
  for (const [name, [where, body]] of Object.entries(KINDS)) {
    const rates = { on: [], off: [] };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { state, url } of round % 2 ? products.toReversed() : products) {
        const { perSecond, failed } = await load(url + where, () => ({
          headers,
          body: JSON.stringify(body()),
        }));
        if (failed > 0) throw new Error(`${failed} requests failed with the log ${state}`);
        rates[state].push(perSecond);
      }
    const middle = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
    const [on, off] = [middle(rates.on), middle(rates.off)];
    table[name] = { on, off, ratio: Math.round((on / off) * 100) / 100, rounds: JSON.stringify(rates) };
  }
  console.table(table);
} finally {
  await Promise.all(products.map(({ stop }) => stop()));
}
