import { setImmediate } from "node:timers/promises";
import { databaseNow } from "@/lib/core/clock";
import { bookkeep, read, type Tx } from "@/lib/core/db";
import { eachTenant } from "@/lib/core/each-tenant";
import type { Job } from "@/lib/core/every";
import { lockForJob } from "@/lib/core/job-lock";
import { proveScope, type SystemScope, systemScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { announceAll } from "@/lib/live/announce";

/** What a view is made for: a tenant, or one of its tools. */
type Subject = { tenantId: string };

type Facts<Fact> = AsyncIterable<Fact> | Promise<readonly Fact[]>;

type View<Of extends Subject, Fact, Found> = {
  name: string;
  /** What needs the view anew, the longest waiting first; `only` of one tenant. */
  due: (tx: Tx, only?: string) => Promise<Of[]>;
  /** Pure: what one fact says. */
  rules: (fact: Fact) => readonly Found[];
};

/** Its facts are read before the transaction that keeps what is found, in ones of their own. */
type ReadBefore<Of extends Subject, Fact, Found> = View<Of, Fact, Found> & {
  /** When it was last made for a tenant; the runner notes it. */
  passes: "tool_purpose_passes" | "tool_suggestion_passes";
  hold?: undefined;
  facts: (own: SystemScope, of: Of) => Facts<Fact>;
  /** @returns the ids of tools whose pages changed */
  keep: (tx: Tx, of: Of, found: readonly Found[]) => Promise<readonly string[]>;
  /** What follows in a transaction of its own. */
  after?: (own: SystemScope, of: Of) => Promise<void>;
};

/** Its facts are read in the transaction that keeps what is found, while no other process makes it. */
type ReadWithin<Of extends Subject, Fact, Found> = View<Of, Fact, Found> & {
  passes?: undefined;
  /** False where another process makes it, or it is no longer due. */
  hold: (tx: Tx, of: Of, waits: boolean) => Promise<boolean>;
  facts: (tx: Tx, of: Of) => Facts<Fact>;
  /** @returns whether more is left to make */
  keep: (tx: Tx, of: Of, found: readonly Found[]) => Promise<boolean>;
  /** Transactions of one pass for one subject while more is left; 1 if left out. */
  steps?: number;
};

/** What the worker makes of calls and keeps: what the rules find in the facts of whatever is due. */
export type DerivedView<Of extends Subject, Fact, Found> =
  | ReadBefore<Of, Fact, Found>
  | ReadWithin<Of, Fact, Found>;

export type Pass = {
  signal?: AbortSignal | undefined;
  /** The one tenant to make it for, after any other process that does. */
  only?: string | undefined;
};

/**
 * One pass over what is due. What fails for one subject is no reason that others wait, and a pass
 * that is cut off leaves nothing half made.
 * @returns whether more is left
 */
export async function makeDue<Of extends Subject, Fact, Found>(
  view: DerivedView<Of, Fact, Found>,
  { signal, only }: Pass = {},
): Promise<boolean> {
  const due = await read(systemScope(view.name), (tx) => view.due(tx, only));
  let more = false;
  const make = async (of: Of) => {
    let left = view.hold ? (view.steps ?? 1) : 1;
    while (left > 0 && !signal?.aborted && (await makeFor(view, of, only !== undefined))) left -= 1;
    more ||= left === 0;
  };
  await eachTenant(due, make, `${view.name} of some tenants were not made`, signal);
  return more && !signal?.aborted;
}

/** Makes a view for one subject, due or not. @returns whether more is left */
export async function makeFor<Of extends Subject, Fact, Found>(
  view: DerivedView<Of, Fact, Found>,
  of: Of,
  waits = true,
): Promise<boolean> {
  if (view.hold)
    return bookkeep(systemScope(view.name), async (tx) => {
      if (!(await view.hold(tx, of, waits))) return false;
      return view.keep(tx, of, await foundIn(view.facts(tx, of), view.rules));
    });
  // A scope of this tenant alone: its calls are nobody else's.
  const own = proveScope({ kind: "system", name: view.name } as const, [of.tenantId]);
  // What comes while facts are read belongs to the next pass.
  const began = await read(own, databaseNow);
  const found = await foundIn(view.facts(own, of), view.rules);
  await bookkeep(own, async (tx) => {
    await lockForJob(tx, `${view.name} ${of.tenantId}`, true);
    const tools = await view.keep(tx, of, found);
    await tx.$executeRaw`
      insert into ${Prisma.raw(view.passes)} (tenant_id, ran_at)
      values (${of.tenantId}::uuid, ${began.toISOString()}::timestamptz)
      on conflict (tenant_id) do update set ran_at = excluded.ran_at`;
    await announceAll(
      tx,
      "tool",
      tools.map((id) => ({ tenantId: of.tenantId, id })),
    );
  });
  await view.after?.(own, of);
  return false;
}

async function foundIn<Fact, Found>(facts: Facts<Fact>, rules: (fact: Fact) => readonly Found[]) {
  const found: Found[] = [];
  for await (const fact of await facts) {
    // A tool takes some ten milliseconds; deliveries need not wait for all of them.
    await setImmediate();
    found.push(...rules(fact));
  }
  return found;
}

/** The job of a view, `ms` apart. */
export const jobOf = <Of extends Subject, Fact, Found>(
  view: DerivedView<Of, Fact, Found>,
  ms: number,
): Job => ({ name: view.name, ms, runOnce: (signal) => makeDue(view, { signal }) });
