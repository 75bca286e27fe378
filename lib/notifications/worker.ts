import "server-only";
import { type Channels, channelsSetUp } from "@/lib/channels/set-up";
import { bookkeep, isDatabaseUnavailable, read } from "@/lib/core/db";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@/lib/core/durations";
import { type Job, QUIET_MS } from "@/lib/core/every";
import { log } from "@/lib/core/log";
import { systemScope } from "@/lib/core/scope";
import { liveHub } from "@/lib/live/hub";
import { wakeOn } from "@/lib/live/wait";
import { fanOut, type StoredEvent } from "./fan-out";

const scope = systemScope("notifications");

/** Events of one tenant per pass. */
const EVENTS_MAX = 200;
// After this an event that cannot be read is given up: the others are newer and matter more.
const GIVEN_UP_MS = HOUR_MS;
/** Arrivals of the same moment are read together. */
const GAP_MS = 250;

/** What announcements do not wake it for is found then. */
const RESTING_MS = 5 * MINUTE_MS;

/** Whether an event could not be read in the last pass. */
let tryAgain = false;

/** Turns events into notifications. Any number of workers: each tenant's events are read by one at a time, in order. */
export const notices: Job = {
  name: "notifications",
  ms: async () => (liveHub().connected && !tryAgain ? RESTING_MS : QUIET_MS),
  gapMs: GAP_MS,
  wake: wakeOn("approval"),
  runOnce: () => runOnce(),
};

/** @returns whether more is left */
export async function runOnce(): Promise<boolean> {
  const tenants = await read(
    scope,
    (tx) => tx.$queryRaw<{ id: string }[]>`select distinct tenant_id as id from notice_events`,
  );
  if (tenants.length === 0) return false;
  const setUp = await channelsSetUp();
  tryAgain = false;
  let more = false;
  for (const { id } of tenants) if (await ofTenant(id, setUp)) more = true;
  return more;
}

async function ofTenant(tenantId: string, setUp: Channels): Promise<boolean> {
  if (await dropped(tenantId, setUp)) return false;
  let after = -1n;
  for (let left = EVENTS_MAX; left > 0; left -= 1) {
    const next = await one(tenantId, after);
    if (next === null) return false;
    after = next;
  }
  return true;
}

/** Where no one can be reached at all, events are deleted unread. */
async function dropped(tenantId: string, setUp: Channels): Promise<boolean> {
  if (setUp.has("email") || setUp.has("slack")) return false;
  const count = await bookkeep(
    scope,
    (tx) => tx.$executeRaw`
      delete from notice_events where tenant_id = ${tenantId}::uuid
        and not exists (select 1 from push_devices) and not exists (select 1 from destinations d where d.tenant_id = ${tenantId}::uuid)`,
  );
  return count > 0;
}

/**
 * Reads the next event of a tenant.
 * @returns its number; null if there is none, or another worker reads this tenant's
 */
async function one(tenantId: string, after: bigint): Promise<bigint | null> {
  let taken: StoredEvent | undefined;
  try {
    return await bookkeep(scope, async (tx) => {
      const [lock] = await tx.$queryRaw<{ mine: boolean }[]>`
        select pg_try_advisory_xact_lock(hashtextextended('notice events ' || ${tenantId}, 0)) as mine`;
      if (!lock?.mine) {
        // Should that worker end before it is done, this one looks again soon.
        tryAgain = true;
        return null;
      }
      [taken] = await tx.$queryRaw<StoredEvent[]>`
        delete from notice_events where tenant_id = ${tenantId}::uuid and seq = (
          select min(seq) from notice_events where tenant_id = ${tenantId}::uuid and seq > ${after}::bigint)
        returning seq, tenant_id as "tenantId", kind, subject_kind as "subjectKind", subject_id as "subjectId", details`;
      if (!taken) return null;
      await fanOut(tx, taken);
      return taken.seq;
    });
  } catch (error) {
    if (isDatabaseUnavailable(error) || !taken) throw error;
    log().error(
      { err: error, kind: taken.kind, subject: taken.subjectId },
      "people could not be notified, trying again",
    );
    tryAgain = true;
    await giveUp(taken);
    return taken.seq;
  }
}

async function giveUp({ tenantId, seq }: StoredEvent): Promise<void> {
  await bookkeep(
    scope,
    (tx) =>
      tx.$executeRaw`
        delete from notice_events where tenant_id = ${tenantId}::uuid and seq = ${seq}::bigint
          and created_at < clock_timestamp() - make_interval(secs => ${GIVEN_UP_MS / SECOND_MS}::float8)`,
  );
}
