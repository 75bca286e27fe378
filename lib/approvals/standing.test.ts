import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { closeLiveHub, liveHub } from "@/lib/live/hub";
import { endWaits, waitForChange } from "@/lib/live/wait";
import { aCall, aGateway, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { countStatements } from "@/lib/testing/statements";
import { cancelApproval } from "./commands";
import { createApproval } from "./gate/testing/held";
import { getWholeApproval } from "./queries";
import { STANDINGS } from "./standing";

// Waiting gateways: their cost while nothing happens, and that each hears about its call in every
// way of delivery.

const system = systemScope("tests");
const PATIENCE = { timeout: 60_000 };
let own: Awaited<ReturnType<typeof useOwnDatabase>>;
let tenant: TestTenant;
let gateway: TestGateway;
let reads = 0;

beforeAll(async () => {
  own = await useOwnDatabase();
  tenant = await aTenant();
  gateway = await aGateway([tenant]);
  (await liveHub().subscribe({}))();
});
beforeEach(() => {
  reads = 0;
  // Fakes only the timers of the room's reads; everything else, including the database driver, uses
  // real time.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await closeLiveHub();
  await closeDatabase();
  await own.drop();
});

/** A pending call whose announcement has arrived everywhere. */
async function aPendingCall(): Promise<string> {
  const { place } = liveHub();
  const made = await createApproval(gateway.scope, aCall(tenant, { agent: newId() }), {
    tenantId: tenant.id,
    key: null,
    bodySha256: newId(),
  });
  const { approvalId: id } = made;
  const heard = () =>
    liveHub()
      .since(place)
      ?.some((event) => event.id === id);
  await vi.waitFor(() => expect(heard()).toBe(true), PATIENCE);
  return id;
}

function waits(id: string, signal?: AbortSignal): Promise<string> {
  return waitForChange({
    subject: { topic: "approval", id },
    watch: STANDINGS,
    seen: { id, decision: "pending", execution: "none", questions: 0 },
    seconds: 60,
    read: async () => {
      const approval = await getWholeApproval(gateway.scope, id);
      reads += 1;
      return approval;
    },
    done: ({ decision }) => decision !== "pending",
    signal,
  }).then(({ decision }) => decision);
}

async function theyWait(ids: readonly string[], each: number): Promise<Promise<string>[][]> {
  const waiting = ids.map((id) => Array.from({ length: each }, () => waits(id)));
  await vi.waitFor(() => expect(reads).toBe(ids.length * each), PATIENCE);
  return waiting;
}

function cancelUnheard(id: string): Promise<number> {
  return ingest(
    system,
    (tx) => tx.$executeRaw`
      update approvals set decision = 'cancelled', execution = 'blocked', decided_by = 'tests', decided_at = clock_timestamp()
      where id = ${id}::uuid`,
  );
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_SUPER_URL });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const endListening = () =>
  asSuperuser(`select pg_terminate_backend(pid) from pg_stat_activity
               where application_name = 'countersign live' and datname = '${nameOfDatabase()}'`);

const nameOfDatabase = () => new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);

test("two hundred who wait cost one statement in ten seconds, and a change wakes those it concerns at once", async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, aPendingCall));
  const [first = "", second = "", ...others] = ids;
  const [waitFirst = [], waitSecond = [], ...waitOthers] = await theyWait(ids, 10);

  const statements = countStatements();
  vi.advanceTimersByTime(10_000);
  await vi.waitFor(() => expect(statements.texts).toHaveLength(1), PATIENCE);
  statements.stop();
  expect(reads).toBe(200);

  await cancelApproval(gateway.scope, first, null);
  expect(new Set(await Promise.all(waitFirst))).toEqual(new Set(["cancelled"]));
  expect(reads).toBe(210);

  await cancelUnheard(second);
  vi.advanceTimersByTime(10_000);
  expect(new Set(await Promise.all(waitSecond))).toEqual(new Set(["cancelled"]));
  expect(reads).toBe(220);

  for (const id of others) await cancelApproval(gateway.scope, id, null);
  await Promise.all(waitOthers.flat());
});

test("what happened while the connection for announcements was lost is known once it is back", async () => {
  const [lost, kept] = [await aPendingCall(), await aPendingCall()];
  const [[first] = [], [second] = []] = await theyWait([lost, kept], 1);
  await endListening();
  await vi.waitFor(() => expect(liveHub().connected).toBe(false), PATIENCE);
  await cancelUnheard(lost);
  expect(await first).toBe("cancelled");
  expect(reads).toBe(3);
  await cancelApproval(gateway.scope, kept, null);
  expect(await second).toBe("cancelled");
});

test("without a connection for announcements, all who wait are looked after once a second together", async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, aPendingCall));
  const waiting = (await theyWait(ids, 2)).flat();
  await asSuperuser(`alter database ${nameOfDatabase()} allow_connections false`);
  try {
    await endListening();
    await vi.waitFor(() => expect(liveHub().connected).toBe(false), PATIENCE);
    const statements = countStatements();
    vi.advanceTimersByTime(1_000);
    await vi.waitFor(() => expect(statements.texts).toHaveLength(1), PATIENCE);
    statements.stop();
    expect(reads).toBe(10);
    for (const id of ids) await cancelUnheard(id);
    vi.advanceTimersByTime(1_000);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(["cancelled"]));
  } finally {
    await asSuperuser(`alter database ${nameOfDatabase()} allow_connections true`);
  }
  await vi.waitFor(() => expect(liveHub().connected).toBe(true), PATIENCE);
});

test("who goes away, and everybody when the process ends, is let go with the present state", async () => {
  const gone = new AbortController();
  const [mine, others] = [await aPendingCall(), await aPendingCall()];
  const leaves = waits(mine, gone.signal);
  const stays = waits(others);
  await vi.waitFor(() => expect(reads).toBe(2), PATIENCE);
  gone.abort();
  expect(await leaves).toBe("pending");
  expect(reads).toBe(3);
  const waitAgain = endWaits();
  expect(await stays).toBe("pending");
  const statements = countStatements();
  vi.advanceTimersByTime(20_000);
  await read(system, (tx) => tx.$queryRaw`select 1`);
  statements.stop();
  waitAgain();
  expect(statements.texts).toHaveLength(1);
});
