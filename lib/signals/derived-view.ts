import { setImmediate } from "node:timers/promises";
import { databaseNow } from "@/lib/core/clock";
import { bookkeep, read, type Tx } from "@/lib/core/db";
import { eachTenant } from "@/lib/core/each-tenant";
import type { Job } from "@/lib/core/every";
import { lockForJob } from "@/lib/core/job-lock";
import { proveScope, type SystemScope, systemScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { announceAll } from "@/lib/live/announce";

type Subject = { tenantId: string };

type Facts<Fact> = AsyncIterable<Fact> | Promise<readonly Fact[]>;

type View<Of extends Subject, Fact, Found> = {
  name: string;
  /** Subjects that need a rebuild, longest waiting first. `only` limits it to one tenant. */
  due: (tx: Tx, only?: string) => Promise<Of[]>;
  rules: (fact: Fact) => readonly Found[];
};

/** Reads facts in separate transactions before the one that stores the findings. */
type ReadBefore<Of extends Subject, Fact, Found> = View<Of, Fact, Found> & {
  /** The table of last passes by tenant; the runner updates it. */
  passes: "tool_purpose_passes" | "tool_suggestion_passes";
  hold?: undefined;
  facts: (own: SystemScope, of: Of) => Facts<Fact>;
  keep: (tx: Tx, of: Of, found: readonly Found[]) => Promise<readonly string[]>;
  after?: (own: SystemScope, of: Of) => Promise<void>;
};

/** Reads facts in the transaction that stores the findings, under a lock. */
type ReadWithin<Of extends Subject, Fact, Found> = View<Of, Fact, Found> & {
  passes?: undefined;
  /** False if another process holds the lock, or the subject is no longer due. */
  hold: (tx: Tx, of: Of, waits: boolean) => Promise<boolean>;
  facts: (tx: Tx, of: Of) => Facts<Fact>;
  /** @returns whether more is left to make */
  keep: (tx: Tx, of: Of, found: readonly Found[]) => Promise<boolean>;
  /** Transactions per pass and subject while more is left; default 1. */
  steps?: number;
};

export type DerivedView<Of extends Subject, Fact, Found> =
  | ReadBefore<Of, Fact, Found>
  | ReadWithin<Of, Fact, Found>;

export type Pass = {
  signal?: AbortSignal | undefined;
  /** Limits the pass to one tenant and waits for other processes. */
  only?: string | undefined;
};

/**
 * One pass over due subjects. One failure does not stop the others, and an interrupted pass leaves
 * nothing half done.
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

/**
 * Builds a view for one subject, due or not.
 * @returns whether more is left
 */
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
  // The scope covers this tenant only.
  const own = proveScope({ kind: "system", name: view.name } as const, [of.tenantId]);
  // Data that arrives while facts are read belongs to the next pass.
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
    // A tool takes about ten milliseconds. Yield, so that deliveries do not wait for all tools.
    await setImmediate();
    found.push(...rules(fact));
  }
  return found;
}

export const jobOf = <Of extends Subject, Fact, Found>(
  view: DerivedView<Of, Fact, Found>,
  ms: number,
): Job => ({ name: view.name, ms, runOnce: (signal) => makeDue(view, { signal }) });
