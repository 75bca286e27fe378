// One connection pool for the baselines, on the product's database server.
import pg from "pg";

let open;

export function pool() {
  open ??= new pg.Pool({ connectionString: process.env.BENCH_DATABASE_URL, max: 10 });
  return open;
}
