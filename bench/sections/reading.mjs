// How much a worker that reads rationales slows intake: the rate of reported calls while it reads a
// backlog, in turns with the rate while it is held. Other jobs always run.
import pg from "pg";
import { openDatabase } from "../../scripts/database.mjs";
import { commandEnvironment, databaseUrls } from "../../scripts/environment.mjs";
import { figure } from "../figure.mjs";
import { fillSaid, saidSentences } from "../fill-said.mjs";
import { inTurns, load, pause } from "../load.mjs";
import { ownData, startProduct } from "../product.mjs";
import { workersOf } from "../reader.mjs";

const BACKLOG = Number(process.env.BENCH_RATIONALES ?? 200_000);
const READING = ["rationales", "intents"];
const BATCH = 100;
const [CONNECTIONS, BATCH_CONNECTIONS] = [32, 4];
const CATCHING_UP_SECONDS = 10;

const said = saidSentences();
let sent = 0;

/** A call with one of thousands of rationales. */
function reported() {
  sent += 1;
  const one = said[(sent * 7_919) % said.length];
  return {
    tenant: "bench",
    agent: `agent-${sent % 7}`,
    tool: one.tool,
    arguments: { to: [`customer-${sent}@example.com`], body: "A line of a mail. ".repeat(20) },
    rationale: `${one.said} (${sent})`,
    outcome: "ok",
    duration_ms: 12,
    session_id: `s${sent >> 3}`,
    occurred_at: new Date().toISOString(),
  };
}

async function readSoFar(client) {
  const { rows } = await client.query(
    "select coalesce(sum(calls), 0)::int as calls from rationale_templates",
  );
  return rows[0].calls;
}

async function untilItReads(client) {
  const before = await readSoFar(client);
  for (let tries = 600; (await readSoFar(client)) === before; tries -= 1) {
    if (tries === 0) throw new Error("no worker reads");
    await pause(50);
  }
}

/** A worker that reads and makes the tenant's first grouping, which starts by itself. */
async function readerThatGroups(client, workers) {
  const first = workers.only(...READING);
  await untilItReads(client);
  await first.stop();
  // Its first pass finds enough rationales.
  const reader = workers.only(...READING);
  for (let tries = 600; tries > 0; tries -= 1) {
    const { rows } = await client.query("select from intent_runs where state = 'running'");
    if (rows.length > 0) return reader;
    await pause(50);
  }
  throw new Error("no worker groups");
}

async function measured(product, client, workers) {
  const audit = { origin: product.origin, path: "/api/v1/audit", headers: product.headers };
  const one = () => load({ ...audit, body: reported }, { connections: CONNECTIONS });
  const many = () =>
    load(
      { ...audit, body: () => ({ rows: Array.from({ length: BATCH }, reported) }) },
      { connections: BATCH_CONNECTIONS, fresh: false },
    );
  let read = 0;
  const reader = await readerThatGroups(client, workers);
  const held = (run) => async () => {
    reader.hold();
    return await run();
  };
  const whileRead = (run) => async () => {
    const before = await readSoFar(client);
    reader.letGo();
    const result = await run();
    read += (await readSoFar(client)) - before;
    return result;
  };
  const rates = await inTurns({
    one: held(one),
    "one, read": whileRead(one),
    many: held(many),
    "many, read": whileRead(many),
  });
  await reader.stop();
  return { rates, read };
}

/** Calls read per second while none arrive. */
async function catchingUp(client, workers) {
  const { stop } = workers.only(...READING);
  try {
    await untilItReads(client);
    const before = await readSoFar(client);
    await pause(CATCHING_UP_SECONDS * 1_000);
    return ((await readSoFar(client)) - before) / CATCHING_UP_SECONDS;
  } finally {
    await stop();
  }
}

export async function measure() {
  const { dataDir, remove } = ownData();
  const product = await startProduct(dataDir, { COUNTERSIGN_ROLE: "api" });
  const settings = commandEnvironment({ ...process.env, COUNTERSIGN_DATA_DIR: dataDir }, { make: true });
  const database = await openDatabase(settings, {});
  const client = new pg.Client({ connectionString: database.ownerUrl });
  const workers = await workersOf({
    ...databaseUrls(settings.env, database.appUrl),
    LOG_LEVEL: "warn",
  });
  await client.connect();
  try {
    await client.query("set countersign.tenants = '*'");
    await fillSaid(database.ownerUrl, BACKLOG);
    const others = workers.without(...READING);
    const { rates, read } = await measured(product, client, workers);
    const caughtUp = await catchingUp(client, workers);
    await others.stop();
    const beside = (line, name) =>
      figure(line, {
        ...{ value: rates[`${name}, read`].perSecond, unit: "/s", base: rates[name].perSecond },
        ...{ of: "the same while none are read", least: 0.85 },
      });
    return [
      beside("one tool call, 32 connections, while a worker reads rationales", "one"),
      beside("batches of 100 tool calls, while a worker reads rationales", "many"),
      figure("calls read in the meantime", { value: read, unit: "calls" }),
      figure("calls read while none come in", { value: caughtUp, unit: "/s" }),
    ];
  } finally {
    await client.end();
    workers.remove();
    await product.stop();
    await database.close();
    await remove();
  }
}
