import { bookkeep, type Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { type SystemScope, systemScope } from "@/lib/core/scope";
import { announce } from "@/lib/live/announce";
import { type HeldRun, LEASE_SECONDS, RATIONALES_MIN, type RunPhase, TRIES_MAX } from "./types";

const scope = systemScope("intents");

// Minimum hours between automatic runs. People can request one sooner.
const NIGHTLY_HOURS = 20;

const GROUPINGS_KEPT_DAYS = 90;

// Grouping uses a processor for seconds. Few people wait at these hours (UTC).
const NIGHT = [1, 5] as const;

/**
 * Queues a run for tenants with new rationales and no run since last night, or with enough for a
 * first run.
 */
export async function askNightly(tx: Tx): Promise<void> {
  const due = await tx.$queryRaw<{ tenantId: string }[]>`
      select c.tenant_id as "tenantId" from rationale_cursors c
      join tenants t on t.id = c.tenant_id
      left join lateral (
        select max(coalesce(r.finished_at, r.asked_at)) as at from intent_runs r where r.tenant_id = c.tenant_id) last on true
      where (last.at is null or (c.walked_at > last.at and last.at < clock_timestamp() - make_interval(hours => ${NIGHTLY_HOURS}::int)
          and extract(hour from clock_timestamp() at time zone 'UTC') >= ${NIGHT[0]}::int
          and extract(hour from clock_timestamp() at time zone 'UTC') < ${NIGHT[1]}::int))
        and ${RATIONALES_MIN}::int <= (
          select coalesce(sum(s.calls), 0) from rationale_templates s
          where s.tenant_id = c.tenant_id and s.verdict = 'meaningful' and s.lane = 'people')`;
  for (const { tenantId } of due) await openRun(tx, tenantId, null);
}

/**
 * Queues a grouping unless one is queued or running.
 * @returns the run's id, else null
 */
export async function openRun(tx: Tx, tenantId: string, askedBy: string | null): Promise<string | null> {
  const [opened] = await tx.$queryRaw<{ id: string }[]>`
    insert into intent_runs (tenant_id, id, asked_by) values (${tenantId}::uuid, ${newId()}::uuid, ${askedBy}::uuid)
    on conflict do nothing returning id`;
  return opened?.id ?? null;
}

/**
 * Takes the oldest queued run, or one whose lease expired, those of people first; null if there is
 * none.
 * @param tenantId limits it to one tenant; without it, nightly runs are queued first
 */
export function takeRun(tenantId?: string): Promise<HeldRun | null> {
  const holder = newId();
  return bookkeep(scope, async (tx) => {
    if (tenantId === undefined) await askNightly(tx);
    await tx.$executeRaw`
      update intent_runs set state = 'failed', finished_at = clock_timestamp(), phase = null
      where state = 'running' and tries >= ${TRIES_MAX}::int
        and beat_at < clock_timestamp() - make_interval(secs => ${LEASE_SECONDS}::int)`;
    const [run] = await tx.$queryRaw<Omit<HeldRun, "holder">[]>`
      update intent_runs r set state = 'running', holder = ${holder}::uuid, beat_at = clock_timestamp(), tries = r.tries + 1
      where (r.tenant_id, r.id) = (
        select w.tenant_id, w.id from intent_runs w
        where (w.state = 'waiting' or (w.state = 'running'
            and w.beat_at < clock_timestamp() - make_interval(secs => ${LEASE_SECONDS}::int)))
          and (${tenantId ?? null}::uuid is null or w.tenant_id = ${tenantId ?? null}::uuid)
        order by w.asked_by is null, w.asked_at limit 1 for update skip locked)
      returning r.id, r.tenant_id as "tenantId", r.asked_by is not null as asked`;
    return run ? { ...run, holder } : null;
  });
}

/**
 * Renews the lease and records progress.
 * @returns whether this process still holds the run
 */
export function beat(
  own: SystemScope,
  { tenantId, id, holder }: HeldRun,
  progress?: { phase: RunPhase; done: number; total: number },
): Promise<boolean> {
  return bookkeep(own, async (tx) => {
    const held = await tx.$executeRaw`
      update intent_runs set beat_at = clock_timestamp(), phase = coalesce(${progress?.phase ?? null}::text, phase),
        done = coalesce(${progress?.done ?? null}::int, done), total = coalesce(${progress?.total ?? null}::int, total)
      where tenant_id = ${tenantId}::uuid and id = ${id}::uuid and holder = ${holder}::uuid and state = 'running'`;
    if (held > 0 && progress) await announce(tx, "intent", tenantId, id);
    return held > 0;
  });
}

/**
 * Ends a run in the transaction that stores its result.
 * @returns whether this process still held it
 */
export async function endRun(
  tx: Tx,
  { tenantId, id, holder }: HeldRun,
  counts: { grouped: number; assigned: number },
): Promise<boolean> {
  const ended = await tx.$executeRaw`
    update intent_runs set state = 'done', finished_at = clock_timestamp(), phase = null, grouped = ${counts.grouped}::int,
      assigned = ${counts.assigned}::int
    where tenant_id = ${tenantId}::uuid and id = ${id}::uuid and holder = ${holder}::uuid and state = 'running'`;
  await tx.$executeRaw`
    delete from intent_runs where tenant_id = ${tenantId}::uuid
      and finished_at < clock_timestamp() - make_interval(days => ${GROUPINGS_KEPT_DAYS}::int)`;
  return ended > 0;
}

/** Releases a run on shutdown, so that another process takes it at once. */
export function giveBack(own: SystemScope, { tenantId, id, holder }: HeldRun): Promise<number> {
  return bookkeep(
    own,
    (tx) => tx.$executeRaw`
      update intent_runs set state = 'waiting', holder = null, phase = null, tries = greatest(0, tries - 1)
      where tenant_id = ${tenantId}::uuid and id = ${id}::uuid and holder = ${holder}::uuid and state = 'running'`,
  );
}
