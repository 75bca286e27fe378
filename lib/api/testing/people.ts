import { DAY_MS } from "@/lib/core/durations";
import { systemScope } from "@/lib/core/scope";
import { listPolicyVersions } from "@/lib/policies/queries";
import { aPerson, unique } from "@/lib/testing/factories";
import type { World } from "./world";

const system = systemScope("tests");

export async function groupPeople({ ask, names, approver }: World): Promise<void> {
  const [LIST, ONE] = ["GET /api/v1/groups", "/api/v1/groups/{name}"];
  const of = unique("ops");
  names[of] = "ops";
  const body = { description: "Who is on call.", members: [approver.actor.email] };
  await ask(`PUT ${ONE}`, { as: "admin", of, body });
  await ask(`PUT ${ONE}`, { as: "admin", of, body });
  await ask(`PUT ${ONE}`, { as: "admin", of, body: { members: ["nobody@acme.example"] } });
  await ask(`PUT ${ONE}`, { as: "admin", of: "On Call", body });
  await ask(`PUT ${ONE}`, { as: "approver", of, body });
  await ask(LIST, { as: "admin" });
  await ask(LIST, { as: "approver" });
  const version = (await listPolicyVersions(system))[0]?.version ?? null;
  const policy = { name: "Left to a group", action: "require", require: { deciders: { groups: [of] } } };
  const match = { tenants: ["nobody"] };
  const saved = await ask("PUT /api/v1/policies", {
    as: "admin",
    body: { version, policies: [{ ...policy, match }] },
  });
  await ask(`DELETE ${ONE}`, { as: "admin", of });
  await ask("PUT /api/v1/policies", { as: "admin", body: { version: saved.json.version, policies: [] } });
  await ask(`DELETE ${ONE}`, { as: "approver", of });
  await ask(`DELETE ${ONE}`, { as: "admin", of });
  await ask(`DELETE ${ONE}`, { as: "admin", of });
}

export async function ownAgents({ ask, approver, tenant }: World): Promise<void> {
  const [LIST, PUT] = ["GET /api/v1/agents", "PUT /api/v1/agents"];
  const body = { tenant: tenant.key, agent: "nightly-report", owner: approver.actor.email };
  await ask(PUT, { as: "admin", body });
  await ask(LIST, { as: "admin", query: { tenant: tenant.key, q: "nightly" } });
  for (const over of [
    { owner: null, seen: "maya@acme.example" },
    { owner: null },
    { owner: "nobody@acme.example" },
    { tenant: "nowhere" },
  ])
    await ask(PUT, { as: "admin", body: { ...body, ...over } });
  for (const one of [PUT, LIST]) await ask(one, { as: "approver", body: one === PUT ? body : undefined });
}

export async function standIn({ ask, names, approver, tenant }: World): Promise<void> {
  const [LIST, ONE] = ["/api/v1/delegations", "/api/v1/delegations/{id}"];
  const maya = await aPerson([tenant], "approver", "Maya");
  names[maya.actor.email] = "maya@acme.example";
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const body = { from: maya.actor.email, to: approver.actor.email, ends_at: inDays(9), note: "On leave." };
  const { json } = await ask(`POST ${LIST}`, { as: "admin", body });
  const of = String(json.id);
  await ask(`POST ${LIST}`, { as: "admin", body });
  await ask(`POST ${LIST}`, { as: "approver", body });
  await ask(`GET ${LIST}`, { as: "approver" });
  await ask(`PATCH ${ONE}`, { as: "admin", of, body: { ends_at: inDays(7) } });
  await ask(`PATCH ${ONE}`, { as: "approver", of, body: { ends_at: inDays(7) } });
  await ask(`DELETE ${ONE}`, { as: "approver", of });
  await ask(`DELETE ${ONE}`, { as: "admin", of });
  await ask(`DELETE ${ONE}`, { as: "admin", of });
  await ask(`PATCH ${ONE}`, { as: "admin", of, body: { ends_at: inDays(7) } });
}
