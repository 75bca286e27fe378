import { beforeEach, describe, expect, test } from "vitest";
import { createUser, setUserRole } from "@/lib/auth/people/commands";
import { renameSelf } from "@/lib/auth/people/profile";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { ANY_DECIDER, type DeciderRole, type Requirement } from "@/lib/policies/types";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  LOOKED,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { cancelApproval, decideApproval, extendApproval } from "../commands";
import { getApprovalView } from "../detail/queries";
import { createApproval } from "../gate/testing/held";
import { listWaiting } from "../queue/waiting";
import { decideTogether, listBulkItems } from "../triage/bulk";
import { whyNot } from "./rules";

const system = systemScope("tests");
let tenant: TestTenant;
let gateway: TestGateway;

beforeEach(async () => {
  tenant = await aTenant();
  gateway = await aGateway([tenant]);
});

/** A call as a policy with these demands leaves it, unsaved: a policy would affect other tests. */
async function heldWith(demands: Partial<Requirement>, over: Parameters<typeof aCall>[1] = {}) {
  const call = aCall(tenant, { argumentsText: `{"n":"${newId()}"}`, ...over });
  const request = { tenantId: tenant.id, key: null, bodySha256: newId() };
  const { approvalId: id } = await createApproval(gateway.scope, call, request);
  const policy = {
    name: "requiring",
    version: 1,
    action: "require",
    require: { ...ANY_DECIDER, ...demands },
  };
  await ingest(system, (tx) =>
    tx.approval.update({ where: { tenantId_id: { tenantId: tenant.id, id } }, data: { policy } }),
  );
  return { id, revision: 1, argumentsSha256: call.arguments.sha256 };
}

const yes = { verdict: "approve", seen: LOOKED } as const;
const no = { verdict: "reject", reason: "Not now." } as const;
const changes = { verdict: "request_changes", reason: "Fewer." } as const;

const stateOf = (id: string) =>
  read(system, async (tx) => ({
    votes: await tx.vote.count({ where: { approvalId: id } }),
    decision: (await tx.approval.findFirstOrThrow({ where: { id } })).decision,
  }));

const named = (...people: UserScope[]) => ({
  deciders: { roles: [], people: people.map(({ actor }) => actor.email), groups: [] },
});

const FORBIDDEN = { code: "FORBIDDEN" };

test.each<
  [roles: DeciderRole[], people: string[], requester: boolean, role: string, own: boolean, may: boolean]
>([
  [[], [], false, "approver", true, true],
  [["admin"], [], false, "admin", false, true],
  [["admin"], [], false, "approver", false, false],
  [["admin", "approver"], [], false, "approver", false, true],
  [[], ["maya@acme.example"], false, "approver", false, true],
  [[], ["ines@acme.example"], false, "admin", false, false],
  [["admin"], ["maya@acme.example"], false, "approver", false, true],
  [[], [], true, "admin", true, false],
  [["admin"], ["maya@acme.example"], true, "admin", true, false],
  [[], [], true, "admin", false, true],
])(
  "deciders %j %j, requester apart %s: %s on their own call %s may: %s",
  (roles, people, requester, role, own, may) => {
    const takers = [{ roles, people, groups: [], afterSeconds: 0 }];
    const separation = { requester, editor: false, owner: false };
    const demand = { policy: "p", seats: [{ count: 1, takers }], separation, passkey: false };
    const why = whyNot([demand], {
      role,
      email: "Maya@ACME.example",
      groups: [],
      offDuty: [],
      isRequester: own,
      isOwner: false,
      waitedMs: 0,
    });
    expect(why === null).toBe(may);
  },
);

describe("only whom the policy names", () => {
  test("decides, by page, by token and in bulk; the others are told who may, and nothing is recorded", async () => {
    const maya = await aPerson([tenant], "approver", "Maya");
    const ines = await aPerson([tenant], "admin", "Ines");
    const call = await heldWith(named(maya));
    const byToken = proveScope({ ...ines.actor, via: "token" } as const, ines.tenants);
    for (const verdict of [yes, no, changes])
      for (const scope of [ines, byToken])
        await expect(decideApproval(scope, { ...call, ...verdict })).rejects.toMatchObject({
          ...FORBIDDEN,
          message: `The policy “requiring” leaves this call to ${maya.actor.email}. Nothing was recorded.`,
        });
    await expect(extendApproval(ines, call.id, 60)).rejects.toMatchObject(FORBIDDEN);
    const { results } = await decideTogether(ines, { verdict: "reject", reason: "No.", items: [call] });
    expect(results).toMatchObject([{ ok: false, code: "FORBIDDEN" }]);
    expect((await listBulkItems(ines, [call.id])).items[0]?.alone).toContain("leaves this call to");
    expect(await stateOf(call.id)).toEqual({ votes: 0, decision: "pending" });
    await decideApproval(maya, { ...call, ...yes });
    expect((await stateOf(call.id)).decision).toBe("approved");
  });

  test("wins of eight who decide at once", async () => {
    const [maya, ...others] = await Promise.all(Array.from({ length: 8 }, () => aPerson([tenant], "admin")));
    if (!maya) throw new Error("nobody there");
    const call = await heldWith(named(maya));
    const decisions = await Promise.allSettled(
      [...others, maya].map((scope) => decideApproval(scope, { ...call, ...yes })),
    );
    expect(decisions.map(({ status }) => status)).toEqual([...others.map(() => "rejected"), "fulfilled"]);
    for (const one of decisions)
      if (one.status === "rejected")
        expect(["FORBIDDEN", "ALREADY_DECIDED"]).toContain((one.reason as { code: string }).code);
    expect(await stateOf(call.id)).toEqual({ votes: 1, decision: "approved" });
  });

  test("counts it among their own; the page tells the others why not, and leaves them only to take it back", async () => {
    const maya = await aPerson([tenant]);
    const ines = await aPerson([tenant]);
    const { id } = await heldWith({ ...named(maya), reasonRequired: ["approve"] });
    expect((await listWaiting(maya)).views.mine).toBe(1);
    expect((await listWaiting(ines)).views).toMatchObject({ mine: 0, all: 1 });
    expect(await getApprovalView(maya, id)).toMatchObject({
      ineligible: null,
      reasonRequired: ["approve"],
      policy: {
        name: "requiring",
        clauses: [`waits for ${maya.actor.email}`, "a reason is needed to approve"],
      },
    });
    const view = await getApprovalView(ines, id);
    expect(view.ineligible).toBe(`The policy “requiring” leaves this call to ${maya.actor.email}.`);
    expect(view.verbs).toEqual(["cancel"]);
    await cancelApproval(ines, id, null);
  });
});

test("roles are read as they are at that moment, whatever the session says", async () => {
  await createUser(system, { email: `${newId()}@example.test`, role: "admin" });
  const { email, id } = await createUser(system, { email: `${newId()}@example.test`, role: "admin" });
  const actor = { kind: "user", id, email, name: email, role: "admin", via: "session" } as const;
  const scope = proveScope({ ...actor, credentialId: newId() }, [tenant.id]);
  const call = await heldWith({ deciders: { roles: ["admin"], people: [], groups: [] } });
  await setUserRole(system, id, "approver");
  await expect(decideApproval(scope, { ...call, ...yes })).rejects.toMatchObject(FORBIDDEN);
  await setUserRole(system, id, "viewer");
  const open = await heldWith({ separation: { requester: true, editor: false } });
  await expect(decideApproval(scope, { ...open, ...yes })).rejects.toMatchObject(FORBIDDEN);
  await setUserRole(system, id, "admin");
  await decideApproval(scope, { ...call, ...yes });
});

test("who asked may not decide, administrators included and whatever the tenant's own setting says", async () => {
  tenant = await aTenant({ blockSelfApproval: false });
  gateway = await aGateway([tenant]);
  const maya = await aPerson([tenant], "admin", "Maya");
  const call = await heldWith(
    { separation: { requester: true, editor: false } },
    { onBehalfOf: `Maya <${maya.actor.email}>` },
  );
  for (const verdict of [yes, no, changes])
    await expect(decideApproval(maya, { ...call, ...verdict })).rejects.toMatchObject(FORBIDDEN);
  expect((await getApprovalView(maya, call.id)).ineligible).toContain(
    "does not let requesters decide their own calls",
  );
  await decideApproval(await aPerson([tenant]), { ...call, ...yes });
});

test("who asked may not decide under another name either, nor where the tenant alone says so", async () => {
  const maya = await aPerson([tenant], "approver", "Maya Ito");
  const apart = await heldWith(
    { separation: { requester: true, editor: false } },
    { onBehalfOf: "maya ito" },
  );
  const own = await heldWith({}, { onBehalfOf: "maya ito" });
  await renameSelf(maya, "Somebody Else");
  await renameSelf({ ...maya, actor: { ...maya.actor, name: "Somebody Else" } }, "A Third");
  const renamed = proveScope({ ...maya.actor, name: "A Third" }, maya.tenants);
  for (const call of [apart, own])
    await expect(decideApproval(renamed, { ...call, ...yes })).rejects.toMatchObject(FORBIDDEN);
  expect((await getApprovalView(renamed, apart.id)).ineligible).toContain(
    "does not let requesters decide their own calls",
  );
  expect((await getApprovalView(renamed, own.id)).ownCall).toBe(true);
});

test("a yes without the reason that its policy asks for is refused, and names the member", async () => {
  const person = await aPerson([tenant]);
  const call = await heldWith({ reasonRequired: ["approve"] });
  for (const reason of [undefined, "  "])
    await expect(decideApproval(person, { ...call, ...yes, reason })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { errors: [{ pointer: "/reason" }] },
    });
  await decideApproval(person, { ...call, ...yes, reason: "Checked with finance." });
});

test("who is named and was disabled meanwhile decides nothing", async () => {
  const maya = await aPerson([tenant]);
  const call = await heldWith(named(maya));
  await ingest(system, (tx) =>
    tx.user.update({ where: { id: maya.actor.id }, data: { disabledAt: new Date() } }),
  );
  await expect(decideApproval(maya, { ...call, ...yes })).rejects.toMatchObject(FORBIDDEN);
});
