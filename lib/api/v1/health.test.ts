import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { createKey } from "@/lib/gateways/keys";
import { aGateway, aTenant } from "@/lib/testing/factories";
import { corrections } from "./corrections";
import { ready } from "./health";

let own: Awaited<ReturnType<typeof useOwnDatabase>>;
let name: string;

beforeAll(async () => {
  own = await useOwnDatabase();
  name = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
});
afterAll(async () => {
  await closeDatabase();
  await own.drop();
});

async function reasons(): Promise<string[]> {
  const answer = await ready.GET(new Request("http://localhost/api/ready"));
  return ((await answer.json()) as { reasons?: string[] }).reasons ?? [];
}

const databaseReasons = async () => (await reasons()).filter((reason) => reason.startsWith("database"));

/** Limits temporary files of a session, which Postgres treats like a full disk. */
async function limitFiles(limit: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_SUPER_URL });
  await client.connect();
  await client.query(`alter database ${name} set temp_file_limit = '${limit}'`);
  await client.end();
  await closeDatabase();
}

test("a database that answers and has no room to write is not ready", async () => {
  expect(await databaseReasons()).toEqual([]);
  await limitFiles("0");
  expect(await databaseReasons()).toEqual(["database: cannot write, its disk is full"]);
  await limitFiles("-1");
});

test("a write for which there is no room says so, and readiness says it after", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const { key } = await createKey(systemScope("tests"), gateway.id, [tenant.key]);
  const correct = () =>
    corrections.POST(
      new Request("http://localhost/api/v1/corrections", {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ tenant: tenant.key, tool: "send", utterance: "That was wrong." }),
      }),
    );
  expect((await correct()).status).toBe(201);
  await own.asOwner([
    `create function no_room() returns trigger language plpgsql as $$ begin
       raise exception 'could not extend file "base/1": No space left on device' using errcode = 'disk_full'; end $$`,
    "create trigger no_room before insert on corrections for each row execute function no_room()",
  ]);
  const refused = await correct();
  expect([refused.status, await refused.json()]).toEqual([
    503,
    expect.objectContaining({ code: "UNAVAILABLE", detail: expect.stringContaining("its disk is full") }),
  ]);
  expect(await databaseReasons()).toEqual(["database: cannot write, its disk is full"]);
});
