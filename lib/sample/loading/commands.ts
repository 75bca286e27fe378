import type { Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { encryptSecret } from "@/lib/core/secrets";
import { sha256 } from "@/lib/core/sha256";
import { newSigningSecret } from "@/lib/gateways/signing-secrets";
import { readCatalogue, readCheatsheet } from "../catalogues/queries";
import { Chance } from "../chance/rules";
import { type Decision, decisionOf } from "../decision/rules";
import { defineTools } from "../definitions/rules";
import type { Plan, PlannedTenant } from "../plan/rules";
import { OVERRIDES } from "../ratings/rules";
import { answersOf, reportsOf } from "../reports/rules";
import { requestRows } from "../requests/rules";
import { insertAll, insertRows } from "../rows/commands";
import type { Rows } from "../rows/schema";
import { approvalRows, type ToolAt } from "../told/approvals/rules";
import { callbackRows } from "../told/callbacks/rules";
import { heldRows, plainRows } from "../told/calls/rules";
import { byPerson, chainOf, type Deed, deedsOf } from "../trail/rules";
import { providersOf, type Step } from "./rules";

const DAY_MS = 86_400_000;

/** What steps share in one process: costly to make, cheap to keep. */
export type Desk = { plan: Plan; toolAt: ToolAt | null; deeds: Map<string, Deed[]> | null; secret: string };

export const deskOf = (plan: Plan): Desk => ({ plan, toolAt: null, deeds: null, secret: newSigningSecret() });

/** Writes the rows of one step. @returns how many */
export function takeStep(tx: Tx, desk: Desk, step: Step): Promise<number> {
  switch (step.part) {
    case "tenants":
      return makeTenant(tx, desk, step.from);
    case "gateways":
      return makeGateways(tx, desk);
    case "tools":
      return makeTools(tx, desk.plan, step.from);
    case "calls":
      return makeCalls(tx, desk.plan, step);
    case "approvals":
      return makeApprovals(tx, desk, step);
    case "feedback":
      return makeFeedback(tx, desk.plan, step.from);
    case "requests":
      return insertRows(tx, "gateway_requests", requestRows(desk.plan));
  }
}

/** A tenant with its whole trail at once: whatever people do later comes after it. */
async function makeTenant(tx: Tx, desk: Desk, index: number): Promise<number> {
  const { plan } = desk;
  const tenant = plan.tenants[index];
  if (!tenant) return 0;
  await tx.tenant.create({
    data: {
      id: tenant.id,
      key: tenant.key,
      name: tenant.name,
      sample: true,
      createdAt: plan.begin,
      firstRowAt: plan.begin,
    },
  });
  await tx.tenantSettings.create({ data: { tenantId: tenant.id, ttlSeconds: tenant.ttlSeconds } });
  desk.deeds ??= decisionDeeds(plan);
  const rows = chainOf(
    tenant,
    [...beginnings(plan, tenant), ...(desk.deeds.get(tenant.id) ?? [])],
    plan.anchor.getTime(),
  );
  return 2 + (await insertRows(tx, "activity", rows));
}

function* decisionsOf(plan: Plan): Generator<Decision> {
  for (let i = 0; i < plan.sessions.decided; i += 1) yield decisionOf(plan, "decided", i);
  for (let i = 0; i < plan.sessions.waiting; i += 1) yield decisionOf(plan, "waiting", i);
}

function decisionDeeds(plan: Plan): Map<string, Deed[]> {
  const deeds = new Map<string, Deed[]>(plan.tenants.map(({ id }) => [id, []]));
  for (const decision of decisionsOf(plan)) deeds.get(decision.session.tenant.id)?.push(...deedsOf(decision));
  return deeds;
}

/** How the tenant came to be, its ratings, and what was answered to agents. */
function beginnings(plan: Plan, tenant: PlannedTenant): Deed[] {
  const [lead] = tenant.people;
  if (!lead) return [];
  const subject = { kind: "tenant", id: tenant.id };
  const begin = plan.begin.getTime();
  const set = { ttlSeconds: { from: 86_400, to: tenant.ttlSeconds } };
  return [
    { at: begin, by: byPerson(lead), action: "tenant.created", subject, details: { key: tenant.key } },
    ...(tenant.ttlSeconds === 86_400
      ? []
      : [
          {
            at: begin + 900_000,
            by: byPerson(lead),
            action: "tenant.settings_changed",
            subject,
            details: set,
          },
        ]),
    ...OVERRIDES.filter((one) => one.company === tenant.key).map(
      (one): Deed => ({
        at: plan.anchor.getTime() - one.daysAgo * DAY_MS,
        by: byPerson(lead),
        action: "tool.rated",
        subject: { kind: "tool", id: `${one.provider}/${one.tool}` },
        details: {
          provider: one.provider,
          tool: one.tool,
          from: null,
          to: { risk: one.risk, requires_confirmation: one.confirm },
        },
      }),
    ),
    ...answersOf(plan, tenant, reportsOf(plan, tenant)),
  ];
}

/** Their keys open nothing: nobody knows a text with that hash. Callbacks are off, so nothing is sent to anyone. */
async function makeGateways(tx: Tx, { plan, secret }: Desk): Promise<number> {
  for (const { id, name, callbackUrl, tenants, keyId } of plan.gateways) {
    const off = callbackUrl === null ? null : plan.anchor;
    const why = off && "Part of the sample workspace: nothing is sent to anyone.";
    await tx.gateway.create({
      data: {
        id,
        name,
        callbackUrl,
        callbackOffAt: off,
        callbackOffReason: why,
        sample: true,
        createdAt: plan.begin,
      },
    });
    await tx.gatewayTenant.createMany({ data: tenants.map((tenantId) => ({ gatewayId: id, tenantId })) });
    await tx.apiKey.create({
      data: {
        id: keyId,
        gatewayId: id,
        hash: sha256(newId() + newId()),
        prefix: "csk_sample",
        createdAt: plan.begin,
        lastUsedAt: new Date(plan.anchor.getTime() - 90_000),
        tenants: { create: tenants.map((tenantId) => ({ tenantId })) },
      },
    });
    await tx.signingSecret.create({
      data: { id: newId(), gatewayId: id, ciphertext: encryptSecret(secret), createdAt: plan.begin },
    });
  }
  return plan.gateways.length * 4;
}

const WITH_CHEATSHEET = new Set(["resend", "stripe", "kubernetes", "github", "mongodb", "launchdarkly"]);

async function makeTools(tx: Tx, plan: Plan, index: number): Promise<number> {
  const one = providersOf(plan)[index];
  if (!one) return makeOverrides(tx, plan);
  const listed = await readCatalogue(one.provider);
  const { tools, versions } = defineTools(plan.seed, one.gateway, one.provider, listed, plan.anchor);
  const written = await insertAll(tx, { tools, tool_versions: versions });
  if (!WITH_CHEATSHEET.has(one.provider)) return written;
  const markdown = await readCheatsheet(one.provider);
  const at = new Date(plan.anchor.getTime() - 16 * DAY_MS);
  const by = plan.tenants[0]?.people[1]?.name ?? "";
  const etag = sha256(markdown).slice(0, 32);
  await tx.cheatsheet.create({
    data: {
      id: newId(),
      gatewayId: one.gateway.id,
      provider: one.provider,
      markdown,
      etag,
      updatedBy: by,
      updatedAt: at,
      versions: { create: { version: 1, markdown, etag, publishedBy: by, publishedAt: at } },
    },
  });
  return written + 1;
}

async function makeOverrides(tx: Tx, plan: Plan): Promise<number> {
  const chance = new Chance(`${plan.seed}/overrides`);
  const known = await tx.tool.findMany({
    where: { gatewayId: { in: plan.gateways.map(({ id }) => id) } },
    select: { id: true, provider: true, name: true },
  });
  const rows = OVERRIDES.flatMap((one) => {
    const tool = known.find(({ provider, name }) => provider === one.provider && name === one.tool);
    const tenant = plan.tenants.find(({ key }) => key === one.company);
    const at = plan.anchor.getTime() - one.daysAgo * DAY_MS;
    const ratedBy = (tenant ?? plan.tenants[0])?.people[0]?.id;
    if (!tool) return [];
    return [
      {
        id: chance.id(at),
        tool_id: tool.id,
        tenant_id: tenant?.id ?? null,
        risk: one.risk,
        requires_confirmation: one.confirm,
        rated_by: ratedBy,
        rated_at: new Date(at),
      },
    ];
  });
  return insertRows(tx, "tool_ratings", rows);
}

function makeCalls(tx: Tx, plan: Plan, { from, to }: Step): Promise<number> {
  const rows = Array.from({ length: to - from }, (_, i) => plainRows(plan, from + i)).flat();
  return insertRows(tx, "tool_calls", rows);
}

/** The decided ones first, then those that wait. */
async function makeApprovals(tx: Tx, desk: Desk, { from, to }: Step): Promise<number> {
  const { plan, secret } = desk;
  desk.toolAt ??= await loadTools(tx, plan);
  const all: Rows = {};
  for (let i = from; i < to; i += 1) {
    const late = i - plan.sessions.decided;
    const decision = late < 0 ? decisionOf(plan, "decided", i) : decisionOf(plan, "waiting", late);
    gather(all, { tool_calls: heldRows(decision) });
    gather(all, approvalRows(decision, desk.toolAt));
    gather(all, callbackRows(plan, decision, secret));
  }
  return insertAll(tx, all);
}

function gather(all: Rows, some: Rows): void {
  for (const [table, rows] of Object.entries(some) as [keyof Rows, never[]][]) {
    all[table] ??= [];
    (all[table] as never[]).push(...rows);
  }
}

async function loadTools(tx: Tx, plan: Plan): Promise<ToolAt> {
  const rows = await tx.$queryRaw<{ key: string; id: string; version: number; at: Date }[]>`
    select t.gateway_id || ' ' || t.provider || ' ' || t.name as key, t.id, v.version, v.created_at as at
    from tools t join tool_versions v on v.tool_id = t.id
    where t.gateway_id = any(${plan.gateways.map(({ id }) => id)}::uuid[]) order by v.version desc`;
  const versions = new Map<string, typeof rows>();
  for (const row of rows) versions.set(row.key, [...(versions.get(row.key) ?? []), row]);
  return (gatewayId, provider, name, at) => {
    const found = versions.get(`${gatewayId} ${provider} ${name}`);
    const one = found?.find((version) => version.at.getTime() <= at) ?? found?.at(-1);
    return one ? { id: one.id, version: one.version } : null;
  };
}

function makeFeedback(tx: Tx, plan: Plan, index: number): Promise<number> {
  const tenant = plan.tenants[index];
  if (!tenant) return Promise.resolve(0);
  const { issues, submissions, corrections } = reportsOf(plan, tenant);
  return insertAll(tx, { feedback_issues: issues, feedback_submissions: submissions, corrections });
}

/** Who left the reason out, counted as the intake counts it. */
export async function noteSampleOffenders(tx: Tx, plan: Plan): Promise<void> {
  const tenants = plan.tenants.map(({ id }) => id);
  await tx.$executeRaw`
    insert into rationale_offenders (tenant_id, gateway_id, agent, day, calls)
    select tenant_id, gateway_id, coalesce(agent, ''), (occurred_at at time zone 'UTC')::date, count(*)
    from tool_calls where tenant_id = any(${tenants}::uuid[]) and is_rationale_missing(rationale)
    group by 1, 2, 3, 4 on conflict do nothing`;
}
