import { afterAll, beforeAll, expect, test } from "vitest";
import { CHAIN_START, misfitOf } from "@/lib/activity/chain";
import { closeDatabase, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { RawJson } from "@/lib/core/json/raw";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import type { Approval } from "@/lib/generated/prisma/client";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  LOOKED,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { countStatements } from "@/lib/testing/statements";
import { holdBack } from "@/lib/testing/watch";
import { cancelApproval, decideApproval, extendApproval, revokeApproval } from "./commands";
import { reportExecution } from "./execution/commands";
import { createApproval } from "./gate/testing/held";

// Counts the statements of an action, without those that begin and end its transaction.

// Needs its own process and database: background work of other tests would be counted.
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

const system = systemScope("tests");

type Setting = { tenant: TestTenant; gateway: TestGateway; person: UserScope };

async function aSetting(): Promise<Setting> {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant], "http://127.0.0.1:9/hook");
  return { tenant, gateway, person: await aPerson([tenant]) };
}

async function pending({ tenant, gateway }: Setting): Promise<Approval> {
  const call = aCall(tenant, { argumentsText: `{"n":"${newId()}"}` });
  const request = { tenantId: tenant.id, key: null, bodySha256: newId() };
  const { approvalId } = await createApproval(gateway.scope, call, request);
  return load(approvalId);
}

const load = (id: string) => read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id } }));
const seenOf = ({ id, revision, argumentsSha256 }: Approval) => ({ id, revision, argumentsSha256 });
const yes = (one: Approval) => ({ ...seenOf(one), verdict: "approve" as const, seen: LOOKED });
const no = (one: Approval) => ({ ...seenOf(one), verdict: "reject" as const, reason: "Too many" });

async function approved(setting: Setting): Promise<Approval> {
  const one = await pending(setting);
  await decideApproval(setting.person, yes(one));
  return load(one.id);
}

async function countOf(work: () => Promise<unknown>): Promise<number> {
  const { texts, stop } = countStatements();
  await work().finally(stop);
  return texts.length;
}

const DEEDS: [string, number, (setting: Setting) => Promise<() => Promise<unknown>>][] = [
  [
    // Read and lock, vote and count, close, queue the callback, append to the trail.
    "a no",
    5,
    async (setting) => {
      const one = await pending(setting);
      return () => decideApproval(setting.person, no(one));
    },
  ],
  [
    // Also the comparison with the call on the page.
    "a yes",
    6,
    async (setting) => {
      const one = await pending(setting);
      return () => decideApproval(setting.person, yes(one));
    },
  ],
  [
    "a cancellation",
    4,
    async (setting) => {
      const one = await pending(setting);
      return () => cancelApproval(setting.gateway.scope, one.id, null);
    },
  ],
  [
    "a revocation",
    5,
    async (setting) => {
      const one = await approved(setting);
      return () => revokeApproval(setting.person, { ...seenOf(one), reason: "No" });
    },
  ],
  [
    "more time",
    3,
    async (setting) => {
      const one = await pending(setting);
      return () => extendApproval(setting.person, one.id, 60);
    },
  ],
  [
    "the report that it runs",
    4,
    async (setting) => {
      const { id, executionId } = await approved(setting);
      const report = { executionId: executionId ?? "", state: "executing" as const };
      return () => reportExecution(setting.gateway.scope, id, report);
    },
  ],
  [
    "the report of its outcome",
    4,
    async (setting) => {
      const { id, executionId } = await approved(setting);
      const done = { state: "succeeded" as const, result: RawJson.parse('{"n":1}') };
      return () => reportExecution(setting.gateway.scope, id, { executionId: executionId ?? "", ...done });
    },
  ],
];

test.each(DEEDS)("%s takes %i statements", async (_, most, arrange) => {
  const work = await arrange(await aSetting());
  expect(await countOf(work)).toBe(most);
});

test.each(DEEDS)(
  "%s holds nobody up who appends to the same trail, until it appends itself",
  async (_, __, arrange) => {
    const setting = await aSetting();
    const work = await arrange(setting);
    const other = await pending(setting);
    const held = holdBack("append_activity");
    const first = work();
    await held.reached;
    await cancelApproval(setting.gateway.scope, other.id, null);
    expect((await load(other.id)).decision).toBe("cancelled");
    held.release();
    await first;
    const rows = await read(system, (tx) =>
      tx.activity.findMany({ where: { tenantId: setting.tenant.id }, orderBy: { seq: "asc" } }),
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    rows.reduce((place, row) => {
      expect(misfitOf(place, row)).toBeNull();
      return { seq: row.seq, hash: row.hash };
    }, CHAIN_START);
  },
);
