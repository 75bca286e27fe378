import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { removePasskey } from "@/lib/auth/passkeys/commands";
import type { TestAuthenticator } from "@/lib/auth/passkeys/testing/authenticator";
import { aPasskeyOf, openSessionOf } from "@/lib/auth/passkeys/testing/passkeys";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import type { Requirement } from "@/lib/policies/types";
import { aPerson } from "@/lib/testing/factories";
import { trials } from "@/lib/testing/trials";
import { breakGlass } from "../break-glass/commands";
import { decideApproval } from "../commands";
import { getApprovalView } from "../detail/queries";
import { getEvidence } from "../evidence/queries";
import { verifyEvidence } from "../evidence/verify";
import { decideTogether } from "../triage/bulk";
import { beginSigning } from "./commands";
import {
  ARGUMENTS,
  aPlace,
  approveAs,
  type Holder,
  type Place,
  type Signature,
  seenOf,
  signatureOf,
  typedFor,
} from "./testing/calls";

// The number of possible approvers counts, so these tests need their own database.
const system = systemScope("tests");
let drop: () => Promise<void>;
let place: Place;
let maya: UserScope;
let device: TestAuthenticator;
let key: string;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});
beforeEach(async () => {
  place = await aPlace();
  ({ scope: maya, device, id: key } = place.maya);
});

const held = () => place.held();
const heldByPolicy = (demands?: Partial<Requirement>) => place.heldByPolicy(demands);
const load = (id: string) => read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id } }));
const votesOf = (id: string) =>
  read(system, (tx) => tx.vote.findMany({ where: { approvalId: id }, include: { signature: true } }));

const signature = (id: string, over: Parameters<typeof signatureOf>[2] = {}, by: Partial<Holder> = {}) =>
  signatureOf({ ...place.maya, ...by }, id, over);

const approve = (id: string, passkey?: Signature, by = maya, argumentsText?: string) =>
  approveAs(by, id, passkey, argumentsText);

const unsigned = {
  code: "VALIDATION_ERROR",
  details: { errors: [{ pointer: "/passkey", code: "not_signed" }] },
};

const byToken = ({ actor, tenants }: UserScope) => proveScope({ ...actor, via: "token" as const }, tenants);

describe("a call that needs a passkey", () => {
  test.each([
    ["by its tenant, at critical risk", () => held()],
    ["by its policy, at any risk", () => heldByPolicy()],
  ])("%s, is approved with one and in no other way", async (_, making) => {
    const id = await making();
    await expect(approve(id)).rejects.toMatchObject(unsigned);
    await expect(approve(id, undefined, byToken(maya))).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(
      beginSigning(byToken(maya), { ...(await seenOf(id)), verdict: "approve" }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await votesOf(id)).toEqual([]);
    expect(await approve(id, await signature(id))).toMatchObject({ decision: "approved" });
    const [vote] = await votesOf(id);
    expect(vote?.signature?.passkeyId).toBe(key);
  });

  test("is rejected without one, and a call that needs none is approved as before", async () => {
    const id = await held();
    const no = { ...(await seenOf(id)), verdict: "reject", reason: "The segment is wrong." } as const;
    expect(await decideApproval(maya, no)).toMatchObject({ decision: "rejected" });
    const other = await place.held({ risk: "high" });
    expect(await approve(other)).toMatchObject({ decision: "approved" });
  });

  test("shows whoever has none why they cannot approve it, and counts only those who could", async () => {
    const id = await held();
    const ines = await aPerson([place.tenant], "admin", "Ines");
    const view = await getApprovalView(ines, id);
    expect(view).toMatchObject({
      passkey: { because: "This tenant asks for a passkey at critical risk.", has: false, possible: true },
      missing: { needed: 1, undecided: 1, withoutPasskey: 1 },
      breakGlass: null,
    });
    expect(view.verbs).not.toContain("approve");
    expect(view.verbs).toContain("reject");
    expect((await getApprovalView(maya, id)).verbs).toContain("approve");
    await expect(beginSigning(ines, { ...(await seenOf(id)), verdict: "approve" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  test("is never approved from a table", async () => {
    const id = await heldByPolicy();
    const items = [await seenOf(id)];
    const seen = { end: true as const, visible_ms: 9_000, typed: "1", ms: 900 };
    expect((await decideTogether(maya, { verdict: "approve", items, seen })).results).toMatchObject([
      { id, ok: false, code: "CONFLICT", message: expect.stringContaining("asks for a passkey") },
    ]);
  });
});

describe("a signature counts for nothing", () => {
  const refusals: [string, (id: string) => Promise<Signature>][] = [
    ["on another site", (id) => signature(id, { ways: { origin: "https://evil.example" } })],
    ["of a passkey for another site", (id) => signature(id, { ways: { rpId: "evil.example" } })],
    ["inside of another page", (id) => signature(id, { ways: { crossOrigin: true } })],
    ["where the device did not make sure who it is", (id) => signature(id, { ways: { verified: false } })],
    ["of something else than a signature", (id) => signature(id, { ways: { type: "webauthn.create" } })],
    ["on another approval", async () => signature(await held())],
    ["on a yes that decides alone", (id) => signature(id, { verdict: "break_glass" })],
    [
      "on other arguments",
      (id) => signature(id, { argumentsText: ARGUMENTS.replace("everyone", "testers") }),
    ],
    [
      "on a challenge that nobody asked for",
      async () => device.get({ challenge: "bm90aGluZw", rpId: "localhost" }),
    ],
    [
      "with another key",
      async (id) => {
        const { device: other } = await place.aHolder("Tom");
        return {
          ...(await signature(id, {}, { device: other })),
          id: device.credentialId,
          rawId: device.credentialId,
        };
      },
    ],
    [
      "of another person",
      async (id) => {
        return signature(id, {}, await place.aHolder("Ines"));
      },
    ],
    [
      "in another session",
      async (id) => {
        const other = proveScope({ ...maya.actor, credentialId: newId() }, maya.tenants);
        await openSessionOf(other);
        return signature(id, {}, { scope: other });
      },
    ],
    [
      "of a session that ended",
      async (id) => {
        const signed = await signature(id);
        await ingest(system, (tx) => tx.session.delete({ where: { id: maya.actor.credentialId } }));
        return signed;
      },
    ],
    [
      "of a passkey that was removed",
      async (id) => {
        const signed = await signature(id);
        await removePasskey(maya, { id: key });
        return signed;
      },
    ],
    [
      "after its minutes are over",
      async (id) => {
        const signed = await signature(id);
        await ingest(
          system,
          (tx) => tx.$executeRaw`
            update passkey_challenges set expires_at = clock_timestamp() - interval '1 second' where user_id = ${maya.actor.id}::uuid`,
        );
        return signed;
      },
    ],
  ];

  test.each(refusals)("%s", async (_, making) => {
    const id = await held();
    await expect(approve(id, await making(id))).rejects.toMatchObject(unsigned);
    expect(await votesOf(id)).toEqual([]);
    expect(await load(id)).toMatchObject({ decision: "pending" });
  });

  test("twice: not for another call like it, nor again by the same person", async () => {
    const id = await heldByPolicy({ approvals: 2 });
    const signed = await signature(id);
    expect(await approve(id, signed)).toMatchObject({ decision: "pending", approvals: 1 });
    await expect(approve(id, signed)).rejects.toMatchObject(unsigned);
    await expect(approve(await held(), signed)).rejects.toMatchObject(unsigned);
  });

  test("by a copy of a passkey, whose count went back: the trail keeps that", async () => {
    const tom = await place.aHolder("Tom", { counts: true });
    const { scope, device: counting, id: copied } = tom;
    const id = await held();
    counting.counter = 6;
    const first = await held();
    await approve(first, await signature(first, {}, tom), scope);
    counting.counter = 2;
    await expect(approve(id, await signature(id, {}, tom), scope)).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: expect.stringContaining("copy"),
    });
    const rows = await read(system, (tx) =>
      tx.activity.findMany({ where: { subjectId: scope.actor.id, action: "user.passkey_refused" } }),
    );
    expect(rows.map(({ details }) => JSON.parse(details).passkey_id)).toEqual([copied]);
  });
});

test("of one signature sent eight times at once, one vote comes", async () => {
  for (let trial = trials(2, 40); trial > 0; trial -= 1) {
    const id = await heldByPolicy({ approvals: 2 });
    const signed = await signature(id);
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => approve(id, signed)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await votesOf(id)).toHaveLength(1);
  }
});

describe("what was signed", () => {
  const edited = ARGUMENTS.replace("everyone", "testers");

  test("is the edit that results, in its revision, and not what was there before", async () => {
    const id = await held();
    await expect(approve(id, await signature(id), maya, edited)).rejects.toMatchObject(unsigned);
    const signed = await signature(id, { argumentsText: edited });
    expect(await approve(id, signed, maya, edited)).toMatchObject({ decision: "approved" });
    expect(await votesOf(id)).toMatchObject([{ revision: 2, signature: { passkeyId: key } }]);
    expect(verifyEvidence(JSON.stringify(await getEvidence(maya, id))).problems).toEqual([]);
  });

  test("is signed by whoever breaks the glass as well, as that", async () => {
    const id = await place.held({ onBehalfOf: maya.actor.email });
    const alone = { ...(await seenOf(id)), reason: "The mail queue is about to burst." };
    const seen = await typedFor(id);
    await expect(breakGlass(maya, { ...alone, seen })).rejects.toMatchObject(unsigned);
    const passkey = await signature(id, { verdict: "break_glass" });
    expect(await breakGlass(maya, { ...alone, seen, passkey })).toMatchObject({ decision: "approved" });
    expect(verifyEvidence(JSON.stringify(await getEvidence(maya, id))).problems).toEqual([]);
  });

  test("counts as long as the person has the passkey, and whoever has another one agrees anew", async () => {
    const id = await heldByPolicy({ approvals: 2 });
    await approve(id, await signature(id));
    const tom = await place.aHolder("Tom");
    await removePasskey(maya, { id: key });
    expect(await getApprovalView(tom.scope, id)).toMatchObject({
      approvalsGiven: 0,
      votes: [{ counts: false, unsigned: true, signed: true }],
    });
    expect(await approve(id, await signature(id, {}, tom), tom.scope)).toMatchObject({
      approvals: 1,
    });
    const { device: next } = await aPasskeyOf(maya);
    expect((await getApprovalView(maya, id)).verbs).toContain("approve");
    expect(await approve(id, await signature(id, {}, { device: next }))).toMatchObject({
      decision: "approved",
    });
    expect(verifyEvidence(JSON.stringify(await getEvidence(maya, id))).problems).toEqual([]);
  });

  test("is asked for of votes that were given before the tenant asked for it", async () => {
    const sets = (on: boolean) =>
      ingest(
        system,
        (tx) =>
          tx.$executeRaw`update tenant_settings set critical_needs_passkey = ${on} where tenant_id = ${place.tenant.id}::uuid`,
      );
    await sets(false);
    const id = await held();
    await ingest(
      system,
      (tx) => tx.$executeRaw`update approvals set approvals_required = 2 where id = ${id}::uuid`,
    );
    expect(await approve(id)).toMatchObject({ approvals: 1 });
    await sets(true);
    const tom = await place.aHolder("Tom");
    expect(await approve(id, await signature(id, {}, tom), tom.scope)).toMatchObject({
      approvals: 1,
    });
    expect(await approve(id, await signature(id))).toMatchObject({ decision: "approved", approvals: 2 });
  });
});
