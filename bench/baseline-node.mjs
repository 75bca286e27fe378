// The baselines without a framework: `/insert` commits each row by itself, `/grouped` what arrives together together.
import http from "node:http";
import { pool } from "./baseline-pool.mjs";

const INSERT = { name: "insert", text: "insert into bench_baseline (body) values ($1) returning id" };
const INSERT_ALL = {
  name: "insert all",
  text: "insert into bench_baseline (body) select value from json_array_elements_text($1) returning id",
};

async function insertOne(text) {
  const { rows } = await pool().query({ ...INSERT, values: [text] });
  return rows[0];
}

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

const server = http.createServer((request, response) => {
  if (request.method === "GET") return response.end();
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", async () => {
    const text = Buffer.concat(chunks).toString();
    JSON.parse(text);
    const row = request.url === "/grouped" ? await insertGrouped(text) : await insertOne(text);
    response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(row));
  });
});

server.listen(Number(process.env.PORT), "127.0.0.1");
