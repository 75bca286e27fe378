import { pool } from "../../../pool.mjs";

/** What any Next application pays at least: parse, insert one row, answer. */
export async function POST(request) {
  const text = await request.text();
  JSON.parse(text);
  const { rows } = await pool().query({
    name: "insert",
    text: "insert into bench_baseline (body) values ($1) returning id",
    values: [text],
  });
  return Response.json(rows[0], { status: 201 });
}
