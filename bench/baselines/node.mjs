// Baselines without a framework: `/insert` commits each row alone, `/grouped` groups concurrent
// rows, `/batch` inserts the rows of one request.
import http from "node:http";
import { pool } from "./pool.mjs";

const INSERT = { name: "insert", text: "insert into bench_baseline (body) values ($1) returning id" };
const INSERT_ALL = {
  name: "insert all",
  text: "insert into bench_baseline (body) select value from json_array_elements_text($1) returning id",
};

async function insertOne(text) {
  const { rows } = await pool().query({ ...INSERT, values: [text] });
  return rows[0];
}

const INSERT_BATCH = {
  name: "insert batch",
  text: `insert into bench_calls (tenant, agent, tool, arguments, rationale, outcome, duration_ms, session_id, occurred_at)
         select tenant, agent, tool, arguments, rationale, outcome, duration_ms, session_id, occurred_at
         from json_to_recordset($1::json) as r(tenant text, agent text, tool text, arguments jsonb, rationale text, outcome text,
                                               duration_ms int, session_id text, occurred_at timestamptz)
         returning id`,
};

let waiting = [];
let planned = false;

function insertGrouped(text) {
  return new Promise((resolve, reject) => {
    waiting.push({ text, resolve, reject });
    if (!planned) setImmediate(flush);
    planned = true;
  });
}

async function flush() {
  const group = waiting;
  waiting = [];
  planned = false;
  try {
    const { rows } = await pool().query({
      ...INSERT_ALL,
      values: [JSON.stringify(group.map(({ text }) => text))],
    });
    for (const [index, { resolve }] of group.entries()) resolve(rows[index]);
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}

async function insertBatch(rows) {
  return (await pool().query({ ...INSERT_BATCH, values: [JSON.stringify(rows)] })).rows;
}

const HANDLERS = {
  "/insert": (text) => insertOne(text),
  "/grouped": (text) => insertGrouped(text),
  "/batch": (_text, { rows }) => insertBatch(rows),
};

const server = http.createServer((request, response) => {
  if (request.method === "GET") return response.end();
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", async () => {
    const text = Buffer.concat(chunks).toString();
    const answer = await HANDLERS[request.url](text, JSON.parse(text));
    response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
});

server.listen(Number(process.env.PORT), "127.0.0.1");
