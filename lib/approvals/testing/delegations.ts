import { createDelegation } from "@/lib/auth/delegations/commands";
import { ingest } from "@/lib/core/db";
import { DAY_MS, HOUR_MS } from "@/lib/core/durations";
import { systemScope, type UserScope } from "@/lib/core/scope";

const system = systemScope("tests");

/**
 * Starts a delegation of one day between two people, now or in this many hours.
 * @returns its id
 */
export async function out(from: UserScope, to: UserScope, inHours = 0): Promise<string> {
  const startsAt = new Date(Date.now() + inHours * HOUR_MS);
  const endsAt = new Date(startsAt.getTime() + DAY_MS);
  return (await createDelegation(from, { to: to.actor.email, startsAt, endsAt, note: "" })).id;
}

export const comeToAnEnd = (id: string) =>
  ingest(
    system,
    (tx) => tx.$executeRaw`
      update delegations set starts_at = starts_at - interval '1 day', ends_at = clock_timestamp() where id = ${id}::uuid`,
  );
