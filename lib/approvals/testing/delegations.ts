import { createDelegation } from "@/lib/auth/delegations/commands";
import { ingest } from "@/lib/core/db";
import { DAY_MS, HOUR_MS } from "@/lib/core/durations";
import { systemScope, type UserScope } from "@/lib/core/scope";

// People who are out, for tests.

const system = systemScope("tests");

/** From now on, or from so many hours on, one person decides for another for a day. @returns its id */
export async function out(from: UserScope, to: UserScope, inHours = 0): Promise<string> {
  const startsAt = new Date(Date.now() + inHours * HOUR_MS);
  const endsAt = new Date(startsAt.getTime() + DAY_MS);
  return (await createDelegation(from, { to: to.actor.email, startsAt, endsAt, note: "" })).id;
}

/** As if its time had passed by now. */
export const comeToAnEnd = (id: string) =>
  ingest(
    system,
    (tx) => tx.$executeRaw`
      update delegations set starts_at = starts_at - interval '1 day', ends_at = clock_timestamp() where id = ${id}::uuid`,
  );
