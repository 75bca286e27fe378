import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { anAdministrator } from "@/lib/policies/testing/installation";
import {
  aGateway,
  aPerson,
  aTenant,
  LOOKED,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { breakGlass } from "../break-glass/commands";
import { releaseHeld } from "../release";
import { aCallUnder, approve, comeDue, seenOf, undo } from "../testing/waiting";
import { getEvidence } from "./queries";
import { verifyEvidence } from "./verify";

// Policies apply to all tenants, so these tests need their own database.
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
  tenant = await aTenant({ breakGlass: "approvers" });
  gateway = await aGateway([tenant]);
  maya = await aPerson([tenant], "approver", "Maya");
  ines = await aPerson([tenant], "approver", "Ines");
});

const held = (demands: object) => aCallUnder({ admin, tenant, gateway }, demands);

async function release(id: string): Promise<void> {
  await comeDue(id);
  expect(await releaseHeld({ tenantId: tenant.id, id })).toBe(1);
}

const smash = async (scope: UserScope, id: string) =>
  breakGlass(scope, {
    ...(await seenOf(id)),
    reason: "The mail queue is about to burst.",
    seen: { ...LOOKED, typed: "write_file" },
  });

const ways: [string, (id: string) => Promise<unknown>, acts: string[]][] = [
  [
    "held and released",
    async (id) => {
      for (const one of [maya, ines]) await approve(one, id);
      await release(id);
    },
    ["approval.voted", "approval.agreed", "approval.approved"],
  ],
  [
    "undone, approved again and released",
    async (id) => {
      for (const one of [maya, ines]) await approve(one, id);
      await undo(maya, id);
      await approve(maya, id);
      await release(id);
    },
    ["approval.voted", "approval.agreed", "approval.agreed", "approval.approved"],
  ],
  [
    "undone, edited and released",
    async (id) => {
      for (const one of [maya, ines]) await approve(one, id);
      await undo(maya, id);
      for (const one of [maya, ines])
        await approve(one, id, one === maya ? '{"path":"/tmp/b","content":"b"}' : undefined);
      await release(id);
    },
    ["approval.voted", "approval.agreed", "approval.voted", "approval.agreed", "approval.approved"],
  ],
  [
    "approved alone by whoever had approved before",
    async (id) => {
      await approve(maya, id);
      await smash(maya, id);
    },
    ["approval.voted", "approval.broke_glass"],
  ],
];

test.each(ways)(
  "the evidence of a call that was %s proves itself, and no vote can be taken out",
  async (_, decide, acts) => {
    const id = await held({ approvals: 2, holdSeconds: 30 });
    await decide(id);
    const file = await getEvidence(maya, id);
    const { problems, open } = verifyEvidence(JSON.stringify(file));
    expect([problems, open]).toEqual([[], []]);
    expect(file.receipts.map(({ act }) => act)).toEqual(acts);
    const less = { ...file, votes: file.votes.slice(0, -1) };
    expect(verifyEvidence(JSON.stringify(less)).problems).toEqual(
      expect.arrayContaining([expect.stringMatching(/records a vote of .* that the file does not hold/)]),
    );
  },
);

test("a call that is held says that it is not decided, and an undone vote that its file keeps is found", async () => {
  const id = await held({ approvals: 1, holdSeconds: 30 });
  await approve(maya, id);
  const before = await getEvidence(ines, id);
  expect(verifyEvidence(JSON.stringify(before)).problems).toEqual([]);
  await undo(ines, id);
  const after = await getEvidence(ines, id);
  expect(after.votes).toEqual([]);
  expect(verifyEvidence(JSON.stringify(after)).problems).toEqual([]);
  expect(verifyEvidence(JSON.stringify({ ...after, votes: before.votes })).problems).toEqual([
    expect.stringMatching(/The signature of the whole file does not match it/),
    expect.stringMatching(/The vote of Maya .* is recorded by no row/),
  ]);
});
