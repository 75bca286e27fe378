import "server-only";
import type pg from "pg";
import { pool, replicaPool } from "./connections";
import { log } from "./log";
import { type Tx, transactOn } from "./transaction";

// Reads from a streaming replica include every change committed before the request, from any
// process. The primary reports its flushed log position, and the replica is used once it has
// replayed it. Concurrent requests share one statement on the primary that touches no table.

// A replica lags a millisecond or two. One that needs longer than all of these is skipped.
const LOOKS_MS = [0, 1, 2, 4, 8, 15, 30];
const ANSWER_MS = 1_000;
// Pauses before a retry.
const REST_MS = { away: 5_000, behind: 1_000 };

/** A log position of a primary. A new primary starts a new timeline. */
type Place = { timeline: string; at: bigint };

type State = {
  restUntil: number;
  /** Position of a connection's server when it was first seen under a primary. */
  marks: WeakMap<pg.PoolClient, Place>;
  asking: Promise<Place> | undefined;
  next: Promise<Place> | undefined;
  reads: { replica: number; primary: number };
};

// One per process, even if a bundler loads this module twice.
const store = globalThis as { countersignReplica?: State };
store.countersignReplica ??= {
  restUntil: 0,
  marks: new WeakMap(),
  asking: undefined,
  next: undefined,
  reads: { replica: 0, primary: 0 },
};
const state = store.countersignReplica;

export const listReads = (): Readonly<State["reads"]> => state.reads;

/**
 * Runs work on the replica. Undefined if it has to run on the primary: no replica, it is
 * unreachable or behind, or the work failed there.
 */
export async function onReplica<T>(
  setting: string,
  work: (tx: Tx) => Promise<T>,
): Promise<{ result: T } | undefined> {
  const from = replicaPool();
  if (!from) return undefined;
  const result = performance.now() < state.restUntil ? undefined : await tryReplica(from, setting, work);
  state.reads[result ? "replica" : "primary"] += 1;
  return result;
}

async function tryReplica<T>(
  from: pg.Pool,
  setting: string,
  work: (tx: Tx) => Promise<T>,
): Promise<{ result: T } | undefined> {
  // Without the primary the required position is unknown. The next query on the primary reports the
  // error.
  const place = await primaryPlace().catch(() => undefined);
  const client = place && (await connectTo(from, place));
  if (!client) return undefined;
  try {
    return { result: await transactOn(client, setting, "read only", work) };
  } catch (error) {
    // Errors specific to a replica (a removed row version, a closed connection) must not reach the
    // caller.
    log().debug({ err: error }, "the replica failed at a list, asking the primary");
    return undefined;
  }
}

/**
 * A connection whose server has reached the position; undefined, with a pause, if there is none.
 */
async function connectTo(from: pg.Pool, place: Place): Promise<pg.PoolClient | undefined> {
  const client = await from.connect().catch((error) => (isBusy(error) ? undefined : rest("away", error)));
  if (!client) return undefined;
  // Without a listener it would end the process.
  const broken = () => undefined;
  client.on("error", broken);
  try {
    const has = await comesTo(client, place);
    if (has) return client;
    client.release();
    return undefined;
  } catch (error) {
    client.release(true);
    return rest("away", error);
  } finally {
    client.off("error", broken);
  }
}

/** All connections were busy for as long as a list may wait. The driver sets no code. */
const isBusy = (error: unknown) =>
  error instanceof Error && error.message === "timeout exceeded when trying to connect";

/** Whether the server reaches the position now or within moments. */
async function comesTo(client: pg.PoolClient, place: Place): Promise<boolean> {
  for (const pause of LOOKS_MS) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    const at = await replayed(client);
    if (at === undefined) return rest("away", new Error("DATABASE_REPLICA_URL leads to no replica")) ?? false;
    if (at >= place.at) return follows(client, place, at);
    follows(client, place, at);
  }
  rest("behind");
  return false;
}

/**
 * Whether the server follows this primary. A server ahead of the new primary would look caught up.
 * So it must have been seen at or before a position that the primary has passed.
 */
function follows(client: pg.PoolClient, { timeline, at }: Place, seen: bigint): boolean {
  const mark = state.marks.get(client);
  if (mark?.timeline !== timeline) state.marks.set(client, { timeline, at: seen });
  return (mark?.timeline === timeline ? mark.at : seen) <= at;
}

async function replayed(client: pg.PoolClient): Promise<bigint | undefined> {
  const text = "select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as at";
  // The driver's limit for one statement; its types omit it.
  const { rows } = await client.query({ text, query_timeout: ANSWER_MS } as pg.QueryConfig);
  return rows[0].at === null ? undefined : placeOf(rows[0].at);
}

/** The primary's flushed log position. Shared by requests that arrive before the query is sent. */
function primaryPlace(): Promise<Place> {
  state.next ??= (async () => {
    await state.asking?.catch(() => undefined); // they get the error themselves
    state.asking = state.next;
    state.next = undefined;
    const { rows } = await pool().query(
      "select pg_current_wal_flush_lsn()::text as at, substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) as timeline",
    );
    return { timeline: rows[0].timeline, at: placeOf(rows[0].at) };
  })();
  return state.next;
}

/** Postgres writes a position as two hexadecimal halves. */
function placeOf(text: string): bigint {
  const [high = "0", low = "0"] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

function rest(why: keyof typeof REST_MS, error?: unknown): undefined {
  if (performance.now() >= state.restUntil)
    log().warn({ err: error }, `the replica is ${why}, lists are read from the primary`);
  state.restUntil = performance.now() + REST_MS[why];
}
