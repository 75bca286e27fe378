import { expect } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  LOOKED,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { decideApproval } from "../../commands";
import { ask as authorize } from "../../gate/ask";
import type { DecideApproval } from "../../types";
import type { Remember } from "../types";

// A tenant in which one person makes rules for the calls of one gateway.

const system = systemScope("tests");

export type Over = Parameters<typeof aCall>[1];

type Here = { tenant: TestTenant; gateway: TestGateway; ines: UserScope };

export const here = {} as Here;

/** Creates a tenant with a gateway and an approver; later calls go there. */
export async function moveIn(settings: Parameters<typeof aTenant>[0] = { rejectionCooldownSeconds: 0 }) {
  here.tenant = await aTenant(settings);
  here.gateway = await aGateway([here.tenant]);
  here.ines = await aPerson([here.tenant], "approver", "Ines");
}

export const argsOf = (n: number) => `{"path":"/tmp/a.txt","n":${n}}`;

export async function ask(over: Over = {}, key: string | null = null) {
  const { tenant, gateway } = here;
  const request = { tenantId: tenant.id, key, bodySha256: "" };
  return (await authorize(gateway.scope, aCall(tenant, over), request)).answer;
}

export const asked = (n: number, over: Over = {}) => ask({ argumentsText: argsOf(n), ...over });

/** The outcome of a call: why it passes, or `wait`, or `deny`. */
export async function outcome(n: number, over: Over = {}): Promise<string> {
  const answer = await asked(n, over);
  return answer.kind === "allow" ? answer.reason : answer.kind;
}

export const FREELY: Remember = {
  ...{ expiresInSeconds: 3_600, uses: 20, anyAgent: false },
  arguments: [{ path: "/n", is: "free" }],
};

export type SeenCall = { id: string; revision: number; argumentsSha256: string };

export async function held(over: Over = {}, n = 0): Promise<SeenCall> {
  const answer = await asked(n, over);
  if (answer.kind !== "wait") throw new Error(`expected wait, got ${JSON.stringify(answer)}`);
  const { id, revision, argumentsSha256 } = answer.approval;
  return { id, revision, argumentsSha256 };
}

export const remembering = (seen: SeenCall, remember: Partial<Remember> = {}): DecideApproval => ({
  ...seen,
  verdict: "approve",
  seen: LOOKED,
  remember: { ...FREELY, ...remember },
});

export async function aRule(remember: Partial<Remember> = {}, over: Over = {}) {
  const seen = await held(over);
  await decideApproval(here.ines, remembering(seen, remember));
  const rule = await read(system, (tx) => tx.rememberedRule.findFirst({ where: { approvalId: seen.id } }));
  if (!rule) throw new Error("no rule was made");
  return rule;
}

export const ruleNow = (id: string) =>
  read(system, (tx) => tx.rememberedRule.findFirstOrThrow({ where: { id } }));

export const updateRule = (id: string, set: Record<string, unknown>) =>
  ingest(system, (tx) => tx.rememberedRule.updateMany({ where: { id }, data: set }));

export const expectNoRules = async () =>
  expect(await read(system, (tx) => tx.rememberedRule.count({ where: { tenantId: here.tenant.id } }))).toBe(
    0,
  );
