import "server-only";
import type pg from "pg";
import { pool, replicaPool } from "./connections";
import { log } from "./log";
import { type Tx, transactOn } from "./transaction";

// A streaming replica answers what many look at. Whoever reads there sees every change that was committed before they asked, their
// own and everybody else's, in whichever process: the primary says how far its log is on disk, and the replica is asked only once it
// has come as far. That costs the primary one statement that touches no table, shared by all who ask at the same time.

// A replica is a millisecond or two behind; one that needs longer than all of these is passed over.
const LOOKS_MS = [0, 1, 2, 4, 8, 15, 30];
const ANSWER_MS = 1_000;
// Before it is asked again when it was away or too far behind.
const REST_MS = { away: 5_000, behind: 1_000 };

/** A place in the log of a primary. A new primary begins a timeline of its own. */
type Place = { timeline: string; at: bigint };

type State = {
  restUntil: number;
  /** How far the server of a connection had come when it was first looked at under a primary. */
  marks: WeakMap<pg.PoolClient, Place>;
  asking: Promise<Place> | undefined;
  next: Promise<Place> | undefined;
  reads: { replica: number; primary: number };
};

// One a process, also when a bundler loads this module more than once.
const store = globalThis as { countersignReplica?: State };
store.countersignReplica ??= {
  restUntil: 0,
  marks: new WeakMap(),
  asking: undefined,
  next: undefined,
  reads: { replica: 0, primary: 0 },
};
const state = store.countersignReplica;

/** How many lists this process read where, since it has a replica. */
export const listReads = (): Readonly<State["reads"]> => state.reads;

/**
 * Runs the work on the replica; undefined where it has to run on the primary: there is no replica, it is away or behind, or the
 * work failed there, for whatever reason.
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
  // Without the primary nobody can say what the replica lacks. Whoever asks it next is told what is wrong.
  const place = await primaryPlace().catch(() => undefined);
  const client = place && (await connectTo(from, place));
  if (!client) return undefined;
  try {
    return { result: await transactOn(client, setting, "read only", work) };
  } catch (error) {
    // Its own limits (a row that is cleared away under the work, a connection that ends) are none of the caller's.
    log().debug({ err: error }, "the replica failed at a list, asking the primary");
    return undefined;
  }
}

/** A connection whose server has come to the place; undefined, and a rest, where there is none. */
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

/** All connections were in use for as long as a list may wait, which says nothing against the server. The driver gives it no code. */
const isBusy = (error: unknown) =>
  error instanceof Error && error.message === "timeout exceeded when trying to connect";

/** Whether the server has everything up to the place, now or within a moment. */
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
 * Whether the server follows this primary. One that had more of the old primary's log than the new one got would look as if it had
 * come far enough, for as long as the new one has not: so it must have been seen at, or before, a place that the primary has passed.
 */
function follows(client: pg.PoolClient, { timeline, at }: Place, seen: bigint): boolean {
  const mark = state.marks.get(client);
  if (mark?.timeline !== timeline) state.marks.set(client, { timeline, at: seen });
  return (mark?.timeline === timeline ? mark.at : seen) <= at;
}

/** How far the server has come; undefined for one that is no replica. */
async function replayed(client: pg.PoolClient): Promise<bigint | undefined> {
  const text = "select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as at";
  // The driver's own limit for one statement; its types do not know it.
  const { rows } = await client.query({ text, query_timeout: ANSWER_MS } as pg.QueryConfig);
  return rows[0].at === null ? undefined : placeOf(rows[0].at);
}

/** Where the primary's log ends on the disk. Shared by all who ask before the question is sent. */
function primaryPlace(): Promise<Place> {
  state.next ??= (async () => {
    await state.asking?.catch(() => undefined); // they are told themselves
    state.asking = state.next;
    state.next = undefined;
    const { rows } = await pool().query(
      "select pg_current_wal_flush_lsn()::text as at, substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) as timeline",
    );
    return { timeline: rows[0].timeline, at: placeOf(rows[0].at) };
  })();
  return state.next;
}

/** Postgres writes places as two halves in hexadecimal digits. */
function placeOf(text: string): bigint {
  const [high = "0", low = "0"] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Leaves the replica alone for a while. */
function rest(why: keyof typeof REST_MS, error?: unknown): undefined {
  if (performance.now() >= state.restUntil)
    log().warn({ err: error }, `the replica is ${why}, lists are read from the primary`);
  state.restUntil = performance.now() + REST_MS[why];
}
