import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, ingest } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aProcess, itsFirstMessage } from "@/lib/delivery/testing/processes";
import { until } from "@/lib/delivery/testing/scene";
import { anAdministrator } from "@/lib/policies/testing/installation";
import type { Requirement } from "@/lib/policies/types";
import {
  type aCall,
  aGateway,
  aPerson,
  aTenant,
  LOOKED,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { randomOf } from "@/lib/testing/random";
import { trials } from "@/lib/testing/trials";
import { holdBack as holdStatement } from "@/lib/testing/watch";
import { decideApproval } from "./commands";
import { releaseHeld, undoApproval } from "./release";
import { aCallUnder, approve, comeDue, deliveries, load, seenOf, trailOf, votersOf } from "./testing/waiting";
import { runOnce } from "./worker";

// Policies apply to all tenants, so these tests need their own database.
const system = systemScope("tests");
let drop: () => Promise<void>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;
let maya: UserScope;
let ines: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  admin = await anAdministrator();
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});
beforeEach(async () => {
  tenant = await aTenant();
  gateway = await aGateway([tenant], "http://127.0.0.1:9/hook");
  maya = await aPerson([tenant], "approver", "Maya");
  ines = await aPerson([tenant], "admin", "Ines");
});

const heldWith = (demands: Partial<Requirement> = {}, over?: Parameters<typeof aCall>[1]) =>
  aCallUnder({ admin, tenant, gateway }, { holdSeconds: 30, ...demands }, over);

const EDITED = '{"path":"/tmp/edited","content":"hello"}';

describe("at the same moment", () => {
  const outcome = (one: PromiseSettledResult<unknown>) =>
    one.status === "fulfilled" ? "recorded" : (one.reason as { code: string }).code;

  test("of an undo and the release exactly one wins", async () => {
    const ended = { released: 0, undone: 0 };
    for (let round = 0; round < trials(12, 200); round += 1) {
      const id = await heldWith({}, { argumentsText: `{"round":${round}}` });
      await approve(maya, id);
      const seen = await seenOf(id);
      await comeDue(id);
      const looks = [releaseHeld({ tenantId: tenant.id, id }), releaseHeld({ tenantId: tenant.id, id })];
      const [undone] = await Promise.allSettled([undoApproval(maya, seen), ...looks]);
      const { decision, releaseAt } = await load(id);
      if (outcome(undone) === "recorded") {
        ended.undone += 1;
        expect([decision, releaseAt, await deliveries(id)]).toEqual(["pending", null, 0]);
        expect(await votersOf(id)).toEqual([]);
      } else {
        ended.released += 1;
        expect(outcome(undone)).toBe("ALREADY_DECIDED");
        expect([decision, await deliveries(id)]).toEqual(["approved", 1]);
        expect(await votersOf(id)).toEqual(["Maya"]);
      }
    }
    expect(ended.released + ended.undone).toBe(trials(12, 200));
  });

  test("several workers release it once, and tell the gateway once", async () => {
    const ids: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      const id = await heldWith({}, { argumentsText: `{"at":${at}}` });
      await approve(maya, id);
      await comeDue(id);
      ids.push(id);
    }
    const moved = await Promise.all([runOnce(), runOnce(), runOnce()]);
    expect(moved.reduce((sum, one) => sum + one)).toBe(6);
    for (const id of ids) {
      expect((await load(id)).executions).toHaveLength(1);
      expect(await deliveries(id)).toBe(1);
      expect((await trailOf(id)).filter((row) => row.startsWith("approval.approved"))).toHaveLength(1);
    }
  });

  test("of an edit and the release exactly one wins: what runs is what was agreed to", async () => {
    for (let round = 0; round < trials(8, 100); round += 1) {
      const id = await heldWith({}, { argumentsText: `{"edit":${round}}` });
      await approve(maya, id);
      const seen = await seenOf(id);
      await comeDue(id);
      const [edited] = await Promise.allSettled([
        decideApproval(ines, { ...seen, verdict: "approve", argumentsText: EDITED, seen: LOOKED }),
        runOnce(),
      ]);
      const { decision, revision, releaseAt } = await load(id);
      if (outcome(edited) === "recorded") {
        expect([decision, revision]).toEqual(["pending", 2]);
        expect(releaseAt?.getTime()).toBeGreaterThan(Date.now());
      } else {
        expect(outcome(edited)).toBe("ALREADY_DECIDED");
        expect([decision, revision]).toEqual(["approved", 1]);
      }
    }
  });

  test("a worker that is cut off amid a release leaves it as it was, for the next one", async () => {
    const id = await heldWith();
    await approve(maya, id);
    await comeDue(id);
    for (const part of ["with closed as", "append_activity"]) {
      const cut = holdStatement(part);
      const first = releaseHeld({ tenantId: tenant.id, id });
      first.catch(() => null);
      await cut.reached;
      // The blocked worker still locks its row, so no other run takes it.
      expect(await runOnce()).toBe(0);
      await killWriters();
      cut.release();
      await expect(first).rejects.toThrow();
      expect(await load(id)).toMatchObject({ decision: "pending", executions: [] });
      expect(await deliveries(id)).toBe(0);
    }
    expect(await runOnce()).toBe(1);
    expect(await load(id)).toMatchObject({ decision: "approved" });
    expect(await deliveries(id)).toBe(1);
  });
});

test("a worker that is killed at any moment releases each call once at the most, and the next one the others", async () => {
  const random = randomOf(1);
  for (let round = 0; round < trials(3, 60); round += 1) {
    const ids: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      const id = await heldWith({}, { argumentsText: `{"killed":"${round} ${at}"}` });
      await approve(maya, id);
      ids.push(id);
    }
    const worker = aProcess("lib/approvals/testing/worker-process.ts");
    await itsFirstMessage(worker);
    await Promise.all(ids.map(comeDue));
    await new Promise((resolve) => setTimeout(resolve, random() * 40));
    worker.child.kill("SIGKILL");
    expect(await worker.ended).toBe("SIGKILL");
    await until("all of them are released", async () => {
      await runOnce();
      return (await Promise.all(ids.map(load))).every(({ decision }) => decision === "approved");
    });
    for (const id of ids) {
      expect((await load(id)).executions).toHaveLength(1);
      expect(await deliveries(id)).toBe(1);
      expect(await trailOf(id)).toEqual(["approval.agreed by Maya", "approval.approved by release"]);
    }
  }
});

/** Terminates every connection with an open transaction, like the end of their process. */
const killWriters = () =>
  ingest(
    system,
    (tx) => tx.$queryRaw`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction'`,
  );
