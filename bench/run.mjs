// `npm run bench`: how fast requests are taken in, as ratios against a plain Node server with one insert each, in the same run.
import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import * as postgres from "../scripts/postgres.mjs";
import { load, startProduct } from "./load.mjs";

const PORT = Number(process.env.PORT ?? 3480);

/** The baseline: parse, insert one row, answer. */
async function startBaseline(ownerUrl) {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 10 });
  await pool.query(
    "create table if not exists bench_baseline (id uuid primary key default gen_random_uuid(), body text)",
  );
  const server = http.createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", async () => {
      const text = Buffer.concat(chunks).toString();
      JSON.parse(text);
      const { rows } = await pool.query("insert into bench_baseline (body) values ($1) returning id", [text]);
      response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(rows[0]));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await pool.end();
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, stop };
}

const rationale = "The benchmark measures how fast requests are taken in.";
const unique = () => randomBytes(8).toString("hex");
const audit = () => ({
  tenant: "bench",
  tool: "read_file",
  rationale,
  outcome: "ok",
  occurred_at: new Date().toISOString(),
});

async function main() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "countersign-bench-"));
  const key = `csk_${randomBytes(32).toString("base64url")}`;
  const stopProduct = await startProduct(dataDir, key, PORT);
  const { ownerUrl } = await postgres.start(path.join(dataDir, "pg"));
  const baseline = await startBaseline(ownerUrl);
  const headers = { authorization: `Bearer ${key}` };
  const api = (where, body) =>
    load(`http://127.0.0.1:${PORT}/api/v1/${where}`, () => ({ headers, body: JSON.stringify(body()) }));
  const call = () => ({ tenant: "bench", tool: "send", arguments: { n: unique() }, rationale });
  try {
    const base = await load(baseline.url, () => ({ body: JSON.stringify(call()) }));
    const results = {
      "plain Node, one insert": base,
      "authorize, allowed": await api("authorize", () => ({ ...call(), risk: "low" })),
      "authorize, held": await api("authorize", () => ({ ...call(), risk: "high" })),
      "audit, one row": await api("audit", audit),
      "audit, batch of 100": await api("audit", () => ({ rows: Array.from({ length: 100 }, audit) })),
    };
    for (const result of Object.values(results))
      result.ratio = Math.round((result.perSecond / base.perSecond) * 100) / 100;
    console.table(results);
  } finally {
    await baseline.stop();
    await stopProduct();
  }
}

await main();
