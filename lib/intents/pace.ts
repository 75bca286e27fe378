import { read, type Tx } from "@/lib/core/db";
import { SECOND_MS } from "@/lib/core/durations";
import { firstIdAt } from "@/lib/core/ids";
import { pause } from "@/lib/core/pause";
import { type SystemScope, systemScope } from "@/lib/core/scope";
import { type Model, makeVectors, VECTORS_TOGETHER } from "./stored-vectors";

const scope = systemScope("rationales");

// At this many calls per second the reader rests as long as it works.
const RESTING_AT = 100;

// Bounds the rest, so that a tenant whose calls never stop is still read.
const REST_MAX_MS = 2 * SECOND_MS;

/**
 * Rest of the reader before its next piece, in milliseconds, to leave CPU and database to gateways.
 * @param workedMs how long the last piece took
 * @param arriving calls of all tenants in the last second
 */
export function restBefore(workedMs: number, arriving: number): number {
  return Math.min(REST_MAX_MS, (workedMs * arriving) / RESTING_AT);
}

// Counting stops here: the reader then already rests longest.
const ARRIVING_MAX = 2_000;

/** Calls of all tenants since a recent id. */
export async function countArriving(tx: Tx, after: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ calls: number }[]>`
    select count(*)::int as calls from tenants t cross join lateral (
      select from tool_calls a where a.tenant_id = t.id and a.id > ${after}::uuid and a.occurred_at > now() - interval '1 day'
      limit ${ARRIVING_MAX}::int) recent`;
  return row?.calls ?? 0;
}

const callsArriving = (): Promise<number> =>
  read(scope, (tx) => countArriving(tx, firstIdAt(Date.now() - SECOND_MS)));

/** How much one piece of work takes at once: while no calls arrive, and while some do. */
type Sizes = { whole: number; piece: number };

type Work<T> = (most: number) => Promise<T>;

type Outside = { arriving: () => Promise<number>; rest: typeof pause; now: () => number };

const OUTSIDE: Outside = { arriving: callsArriving, rest: pause, now: () => performance.now() };

/**
 * Makes work of this process give way to gateways: one piece at a time, and while calls arrive,
 * small pieces with a rest before each.
 */
export function paced({ whole, piece }: Sizes, { arriving, rest, now }: Outside = OUTSIDE) {
  let worked = 0;
  let last: Promise<unknown> = Promise.resolve();
  const next = async <T>(work: Work<T>, signal: AbortSignal): Promise<T> => {
    const calls = await arriving();
    const ms = restBefore(worked, calls);
    if (ms > 0) await rest(ms, signal);
    const began = now();
    try {
      return await work(calls > 0 ? piece : whole);
    } finally {
      worked = now() - began;
    }
  };
  return <T>(work: Work<T>, signal = new AbortController().signal): Promise<T> => {
    const turn = last.then(() => next(work, signal));
    last = turn.catch(() => undefined);
    return turn;
  };
}

// One request to the model, some 100 ms of a processor.
const VECTORS_PIECE = 8;

const vectors = paced({ whole: VECTORS_TOGETHER, piece: VECTORS_PIECE });

/** Computes some missing vectors and makes way for gateways. Returns how many; 0 when none is missing. */
export const makeSomeVectors = (
  own: SystemScope,
  tenantId: string,
  model: Model,
  signal?: AbortSignal,
): Promise<number> => vectors((most) => makeVectors(own, tenantId, model, most), signal);
