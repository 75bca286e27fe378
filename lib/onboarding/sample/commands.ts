import { recordActivity } from "@/lib/activity/record";
import { databaseNow } from "@/lib/core/clock";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import type { SizeInput } from "./schema";
import { LEASE_SECONDS, SAMPLE, SAMPLE_GATEWAYS, SAMPLE_TENANTS, USUAL_SIZE } from "./types";

/** Seed of every sample, so that all installations have the same one. */
const SEED = "fernhill";

/**
 * Requests a sample workspace, which a worker creates. Repeating it changes nothing.
 * @param take whether the caller creates it and holds the lease from the start
 * @throws DomainError FORBIDDEN, or CONFLICT while one is being removed or if its names are taken;
 * nothing is created then
 */
export async function requestSample(
  scope: Scope,
  size: SizeInput = {},
  take = false,
): Promise<{ asked: boolean; leaseId: string | null }> {
  assertMayAdministerAll(scope, "load the sample workspace");
  const { pending = USUAL_SIZE.pending, audit: calls = USUAL_SIZE.calls } = size;
  const leaseId = take ? newId() : null;
  return change(scope, async (tx) => {
    const made = await tx.$executeRaw`
      insert into sample_workspace (state, seed, anchor_at, pending, calls, started_by, started_at, lease_id, lease_until)
      values ('loading', ${SEED}, ${await databaseNow(tx)}, ${pending}::int, ${calls}::int, ${scope.actor.name}, clock_timestamp(),
              ${leaseId}::uuid,
              case when ${take}::boolean then clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}::int) end)
      on conflict (id) do nothing`;
    if (made === 0) {
      await assertNotRemoving(tx);
      return { asked: false, leaseId: null };
    }
    await assertNamesFree(tx);
    await recordActivity(tx, scope, "sample.requested", SAMPLE, { pending, calls });
    return { asked: true, leaseId };
  });
}

/**
 * Requests the removal of the sample workspace, which a worker does step by step. Repeating it
 * changes nothing.
 * @param take whether the caller removes it
 * @throws DomainError FORBIDDEN, NOT_FOUND if there is none
 */
export async function requestRemoval(
  scope: Scope,
  take = false,
): Promise<{ asked: boolean; leaseId: string | null }> {
  assertMayAdministerAll(scope, "remove the sample workspace");
  const leaseId = take ? newId() : null;
  return change(scope, async (tx) => {
    // The current process loses its lease at its next step.
    const moved = await tx.$executeRaw`
      update sample_workspace
      set state = 'removing', part = null, done = 0, total = 1, rows = 0, error = null, finished_at = null,
          started_at = clock_timestamp(), started_by = ${scope.actor.name}, lease_id = ${leaseId}::uuid,
          lease_until = case when ${take}::boolean then clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}::int) end
      where state <> 'removing'`;
    if (moved === 0) {
      if ((await tx.sampleWorkspace.count()) > 0) return { asked: false, leaseId: null };
      throw new DomainError("NOT_FOUND", "There is no sample workspace. Nothing was removed.");
    }
    await recordActivity(tx, scope, "sample.removal_requested", SAMPLE);
    return { asked: true, leaseId };
  });
}

async function assertNotRemoving(tx: Tx): Promise<void> {
  const present = await tx.sampleWorkspace.findFirst();
  if (present?.state !== "removing") return;
  throw new DomainError(
    "CONFLICT",
    "The sample workspace is being removed at the moment. None was loaded; try again when it is gone.",
  );
}

/** Refuses if real tenants or gateways have the sample's names. */
async function assertNamesFree(tx: Tx): Promise<void> {
  const taken = await tx.$queryRaw<{ name: string }[]>`
    select key as name from tenants where key = any(${[...SAMPLE_TENANTS]}::text[])
    union select name from gateways where name = any(${[...SAMPLE_GATEWAYS]}::text[]) order by 1`;
  if (taken.length === 0) return;
  throw new DomainError(
    "CONFLICT",
    `The sample workspace needs the names ${taken.map(({ name }) => name).join(", ")}, which you use yourself. It was not loaded and nothing of yours was changed.`,
  );
}
