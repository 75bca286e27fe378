import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { approvals } from "@/lib/api/v1/approvals";
import { audit } from "@/lib/api/v1/audit";
import { authorize } from "@/lib/api/v1/authorize";
import { closeDatabase } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { createKey } from "@/lib/gateways/keys";
import { registerGateway } from "@/lib/gateways/registration";
import { setVariables } from "@/lib/testing/settings";
import { timeForTrials, trials } from "@/lib/testing/trials";
import { migrate } from "./migrate.mjs";
import * as postgres from "./postgres.mjs";

// A database that is stopped, killed or out of connections under load, on its own server.

// One of each failure, repeatedly.
const ROUNDS = trials(2, 20);
const ASKING_AT_ONCE = 16;

vi.setConfig({ testTimeout: timeForTrials(120_000) });

let cluster;
let server;
let appUrl;
let key;

let putBack;

beforeAll(async () => {
  await closeDatabase();
  cluster = path.join(mkdtempSync(path.join(tmpdir(), "outage-")), "pg");
  server = await postgres.start(cluster);
  ({ appUrl } = await migrate(server.ownerUrl, { secret: randomBytes(32).toString("base64url") }));
  putBack = setVariables({ DATABASE_URL: appUrl });
  const system = systemScope("tests");
  const { gateway } = await registerGateway(system, { name: "outage", tenants: ["acme"] });
  ({ key } = await createKey(system, gateway.id, ["acme"]));
});

afterAll(async () => {
  await closeDatabase();
  putBack?.();
  await postgres.remove(cluster);
  rmSync(path.dirname(cluster), { recursive: true, force: true });
});

const headers = () => ({ authorization: `Bearer ${key}`, "content-type": "application/json" });

const anId = () => randomBytes(8).toString("hex");

const call = (id) => ({
  tenant: "acme",
  tool: "send",
  session_id: id,
  rationale: "The owner asked for it.",
});

const post = (route, path, body) =>
  route.POST(
    new Request(`http://x${path}`, { method: "POST", headers: headers(), body: JSON.stringify(body) }),
  );

const ask = (id = anId()) =>
  post(authorize, "/api/v1/authorize", { ...call(id), id, arguments: { id }, risk: "high" });

/** Concurrent calls of one key, processed in groups: held with and without id, and reported. */
const GROUPED = [
  ask,
  (id) => post(authorize, "/api/v1/authorize", { ...call(id), arguments: { id }, risk: "high" }),
  (id) => {
    const ended = { outcome: "ok", occurred_at: new Date().toISOString() };
    return post(audit, "/api/v1/audit", { ...call(id), ...ended, id });
  },
];

const list = () => approvals.GET(new Request("http://x/api/v1/approvals?limit=5", { headers: headers() }));

/** Sends concurrent requests without pause until stopped; returns the failures. */
function load() {
  const answers = { fine: 0, stored: [], refused: [] };
  let stopped = false;
  const loop = async (n) => {
    while (!stopped) {
      const [id, asks] = [anId(), GROUPED[n % (GROUPED.length + 1)]];
      const answer = await (asks ? asks(id) : list());
      if (answer.status < 300) {
        answers.fine += 1;
        if (asks) answers.stored.push(id);
      } else
        answers.refused.push({
          status: answer.status,
          retryAfter: answer.headers.get("retry-after"),
          ...(await answer.json()),
        });
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  const loops = Array.from({ length: ASKING_AT_ONCE }, (_, n) => loop(n));
  const stop = async () => {
    stopped = true;
    await Promise.all(loops);
    return answers;
  };
  return { answers, stop };
}

async function until(what, condition) {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; ) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`waited in vain for ${what}`);
}

const WAYS = {
  killed: () =>
    process.kill(
      Number(readFileSync(path.join(cluster, "data", "postmaster.pid"), "utf8").split("\n")[0]),
      "SIGKILL",
    ),
  stopped: () => postgres.stop(cluster),
};

/** A killed server's leftovers hold its shared memory for a moment. */
async function startAgain() {
  await until("the server", () =>
    postgres.start(cluster, { port: server.port }).then(
      () => true,
      () => false,
    ),
  );
}

function expectComeAgain(refused) {
  const odd = refused.filter(
    ({ status, retryAfter, retryable, code }) =>
      !(status === 503 && code === "UNAVAILABLE" && Number(retryAfter) > 0 && retryable === true),
  );
  expect(odd.slice(0, 3)).toEqual([]);
}

/** Rows that were confirmed but do not exist exactly once. */
async function lost(ids) {
  const client = new pg.Client({ connectionString: server.superUrl.replace(/\/postgres$/, "/countersign") });
  await client.connect();
  const { rows } = await client.query(
    `select id from unnest($1::text[]) as told(id)
     where (select count(*) from approvals where session_id = told.id) + (select count(*) from tool_calls where session_id = told.id) <> 1`,
    [ids],
  );
  await client.end();
  return rows;
}

test("a server that is stopped or killed under load: every refusal says to come again, it comes back, and nothing that was answered is lost", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { answers, stop } = load();
    await until("answers", () => answers.fine > 20);
    await (round % 2 ? WAYS.stopped : WAYS.killed)();
    await until("a refusal", () => answers.refused.length > 0);
    await startAgain();
    const before = answers.fine;
    await until("answers again", () => answers.fine > before + 20);
    expectComeAgain((await stop()).refused);
    expect(answers.stored.length).toBeGreaterThan(20);
    expect(await lost(answers.stored)).toEqual([]);
  }
  // Proves that the check can fail.
  expect(await lost(["never sent"])).toHaveLength(1);
});

test("a server without a connection to spare says to come again, and takes calls once it has some", async () => {
  const role = decodeURIComponent(new URL(appUrl).username);
  const client = new pg.Client({ connectionString: server.superUrl });
  client.on("error", () => undefined);
  await client.connect();
  const { answers, stop } = load();
  await until("answers", () => answers.fine > 20);
  await client.query(`alter role ${role} connection limit 0`);
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = $1", [role]);
  await until("refusals", () => answers.refused.length > 50);
  await client.query(`alter role ${role} connection limit -1`);
  const before = answers.fine;
  await until("answers again", () => answers.fine > before + 20);
  expectComeAgain((await stop()).refused);
  await client.end();
});

test("where the end comes while it stores, nothing is promised, and the same request may be sent again", async () => {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  client.on("error", () => undefined);
  await client.connect();
  await client.query(`
    create function end_at_commit() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()), pg_sleep(5); return null; end $$;
    create constraint trigger end_at_commit after insert on approvals deferrable initially deferred
      for each row execute function end_at_commit()`);
  const refused = await ask("the-same");
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({
    code: "UNAVAILABLE",
    retryable: true,
    detail: expect.stringContaining("may or may not be stored"),
  });
  await client.query("drop trigger end_at_commit on approvals");
  // A cut pool connection may be noticed only at its next use, which gets a retryable error.
  let again;
  await until("an answer", async () => {
    again = await ask("the-same");
    return again.status !== 503;
  });
  expect(again.status).toBe(202);
  expect((await ask("the-same")).status).toBe(200);
  await client.end();
});
