import { recordActivity } from "@/lib/activity/record";
import { requireRole } from "@/lib/auth/guards";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { type Changed, changeTemplates, holdNamed, restorePlaces, restoreVerdicts } from "./acts/members";
import { countIntents, lockIntents } from "./figures";
import { openRun } from "./runs/lease";
import { RATIONALE_JUDGES, RATIONALES_MIN } from "./runs/types";
import type { GroupAnew, JudgeRationale, LinkTemplates, TakeBackJudgement, TakeBackLink } from "./schema";

const noSuch = () => new DomainError("NOT_FOUND", "There is no such rationale. Nothing was changed.");

/**
 * Locks the tenant's intents before reading them.
 * @throws DomainError NOT_FOUND outside the scope
 */
async function lockOwn(tx: Tx, scope: UserScope, tenantId: string): Promise<void> {
  if (!scope.tenants.includes(tenantId)) throw noSuch();
  await lockIntents(tx, tenantId);
}

/**
 * Marks a rationale as meaningful or not. The verdict belongs to its words: it applies to templates
 * with the same words of every tool, also later ones.
 * @returns how many templates have the verdict now
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function judgeRationale(
  scope: UserScope,
  { tenantId, templateId, meaningful }: JudgeRationale,
): Promise<{ templates: number; saidAt: string }> {
  requireRole(scope, ...RATIONALE_JUDGES);
  return change(scope, async (tx) => {
    await lockOwn(tx, scope, tenantId);
    const [template] = await tx.$queryRaw<{ key: string; text: string; tool: string; verdict: string }[]>`
      select t.bank_key as key, t.text, t.tool, t.verdict from rationale_templates t
      where t.tenant_id = ${tenantId}::uuid and t.id = ${templateId}::uuid`;
    if (!template) throw noSuch();
    const verdict = Prisma.sql`judged_by = ${scope.actor.id}::uuid, judged_at = clock_timestamp(),
      verdict = case when ${meaningful}::boolean then 'meaningful' when t.verdict = 'meaningful' then 'boilerplate' else t.verdict end`;
    const set = meaningful ? verdict : Prisma.sql`${verdict}, ${NOWHERE}`;
    const judged = await changeTemplates(tx, tenantId, Prisma.sql`t.bank_key = ${template.key}`, set);
    const [said] = await tx.$queryRaw<Said[]>`
      insert into rationale_bank as b (tenant_id, key, meaningful, made_by, made_at, before)
      values (${tenantId}::uuid, ${template.key}, ${meaningful}::boolean, ${scope.actor.id}::uuid, clock_timestamp(),
              ${JSON.stringify({ meaningful: null, templates: judged })}::jsonb)
      on conflict (tenant_id, key) do update set meaningful = excluded.meaningful, made_by = excluded.made_by,
        made_at = excluded.made_at, before = excluded.before || jsonb_build_object('meaningful', b.meaningful)
      returning b.made_at as at`;
    await settle(tx, scope, tenantId, intentsOf(judged));
    const about = { kind: "rationale", id: templateId, tenantId };
    const details = {
      tool: template.tool,
      said: template.text,
      meaningful,
      before: template.verdict,
      templates: judged.length,
    };
    await recordActivity(tx, scope, "rationale.judged", about, details);
    return { templates: judged.length, saidAt: saidAt(said) };
  });
}

const NOWHERE = Prisma.sql`intent_id = null, placed_by = null, placed_at = null`;

const intentsOf = (changed: readonly Changed[]) => [
  ...new Set(changed.flatMap(({ before, after }) => [before.intent_id ?? [], after.intent_id ?? []].flat())),
];

/** Anchors and counts intents whose rationales changed. */
async function settle(tx: Tx, scope: UserScope, tenantId: string, intents: readonly string[]): Promise<void> {
  await holdNamed(tx, scope, tenantId, intents);
  await countIntents(tx, tenantId, { intents });
}

/**
 * Links two rationales as the same or as different. The next grouping obeys it. A different one
 * leaves the other's intent at once.
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT if both are the same
 */
export async function linkTemplates(
  scope: UserScope,
  { tenantId, templateId, otherId, kind }: LinkTemplates,
): Promise<Pick<LinkTemplates, "kind"> & { saidAt: string }> {
  requireRole(scope, ...RATIONALE_JUDGES);
  if (templateId === otherId)
    throw new DomainError("CONFLICT", "These are one and the same rationale. Nothing was changed.");
  const [a, b] = [templateId, otherId].toSorted();
  return change(scope, async (tx) => {
    await lockOwn(tx, scope, tenantId);
    const found = await tx.$queryRaw<{ id: string; text: string }[]>`
      select t.id, t.text from rationale_templates t
      where t.tenant_id = ${tenantId}::uuid and t.id = any(${[templateId, otherId]}::uuid[])`;
    if (found.length < 2) throw noSuch();
    const parted = Prisma.sql`t.id = ${templateId}::uuid and t.intent_id = (
      select s.intent_id from rationale_templates s where s.tenant_id = ${tenantId}::uuid and s.id = ${otherId}::uuid)`;
    const changed = kind === "apart" ? await changeTemplates(tx, tenantId, parted, NOWHERE) : [];
    const [linked] = await tx.$queryRaw<Said[]>`
      insert into intent_links as l (tenant_id, a_id, b_id, kind, made_by, made_at, before)
      values (${tenantId}::uuid, ${a}::uuid, ${b}::uuid, ${kind}, ${scope.actor.id}::uuid, clock_timestamp(),
              ${JSON.stringify({ kind: null, templates: changed })}::jsonb)
      on conflict (tenant_id, a_id, b_id) do update set kind = excluded.kind, made_by = excluded.made_by, made_at = excluded.made_at,
        before = excluded.before || jsonb_build_object('kind', l.kind)
      returning l.made_at as at`;
    await settle(tx, scope, tenantId, intentsOf(changed));
    const said = (id: string) => found.find((one) => one.id === id)?.text;
    const about = { kind: "rationale", id: templateId, tenantId };
    await recordActivity(tx, scope, "rationale.linked", about, {
      kind,
      said: said(templateId),
      other: said(otherId),
    });
    return { kind, saidAt: saidAt(linked) };
  });
}

type Said = { at: Date };

/** Time of a statement. Undo applies to exactly that statement, not to a later one. */
function saidAt(said: Said | undefined): string {
  if (!said) throw new Error("the database returned no time");
  return said.at.toISOString();
}

const saidAnew = () =>
  new DomainError("CONFLICT", "A person has changed this since, or undone it already. Nothing was changed.");

/** Stored previous state. */
type Before = { templates: Changed[] };

/**
 * Undoes a verdict given at that time. Its words and templates return to their former state, except
 * those that people moved since.
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT if there is a later verdict, or nothing to
 * undo
 */
export async function takeBackJudgement(
  scope: UserScope,
  { tenantId, templateId, saidAt: at }: TakeBackJudgement,
): Promise<{ meaningful: boolean | null }> {
  requireRole(scope, ...RATIONALE_JUDGES);
  return change(scope, async (tx) => {
    await lockOwn(tx, scope, tenantId);
    const [template] = await tx.$queryRaw<{ key: string; text: string; tool: string }[]>`
      select t.bank_key as key, t.text, t.tool from rationale_templates t
      where t.tenant_id = ${tenantId}::uuid and t.id = ${templateId}::uuid`;
    if (!template) throw noSuch();
    const [said] = await tx.$queryRaw<{ before: Before & { meaningful: boolean | null } }[]>`
      select b.before from rationale_bank b where b.tenant_id = ${tenantId}::uuid and b.key = ${template.key}
        and b.made_at = ${at}::timestamptz and b.before is not null for update`;
    if (!said) throw saidAnew();
    const { meaningful, templates } = said.before;
    await restoreVerdicts(tx, tenantId, templates);
    const intents = await restorePlaces(tx, tenantId, templates);
    await refusePlacedEmpty(tx, tenantId, template.key);
    await settle(tx, scope, tenantId, intents);
    const which = Prisma.sql`b.tenant_id = ${tenantId}::uuid and b.key = ${template.key}`;
    if (meaningful === null) await tx.$executeRaw`delete from rationale_bank b where ${which}`;
    else
      await tx.$executeRaw`
        update rationale_bank b set meaningful = ${meaningful}::boolean, before = null, made_at = clock_timestamp() where ${which}`;
    const about = { kind: "rationale", id: templateId, tenantId };
    const details = { tool: template.tool, said: template.text, meaningful };
    await recordActivity(tx, scope, "rationale.judgement_undone", about, details);
    return { meaningful };
  });
}

/**
 * A meaningless rationale cannot be in an intent. Its placement by a person has to be undone first.
 * @throws DomainError CONFLICT
 */
async function refusePlacedEmpty(tx: Tx, tenantId: string, key: string): Promise<void> {
  const [row] = await tx.$queryRaw<{ some: boolean }[]>`
    select exists (
      select 1 from rationale_templates t
      where t.tenant_id = ${tenantId}::uuid and t.bank_key = ${key} and t.verdict <> 'meaningful' and t.placed_by is not null) as some`;
  if (row?.some)
    throw new DomainError(
      "CONFLICT",
      "A person has since put this rationale into an intent, or named the intent that it is in. Take that back first. Nothing was changed.",
    );
}

/**
 * Undoes a link made at that time. The rationale returns to its intent, unless people moved it
 * since.
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT if there is a later link, or nothing to undo
 */
export async function takeBackLink(
  scope: UserScope,
  { tenantId, templateId, otherId, saidAt: at }: TakeBackLink,
): Promise<{ kind: string | null }> {
  requireRole(scope, ...RATIONALE_JUDGES);
  const [a, b] = [templateId, otherId].toSorted();
  return change(scope, async (tx) => {
    await lockOwn(tx, scope, tenantId);
    const [template] = await tx.$queryRaw<{ text: string }[]>`
      select t.text from rationale_templates t where t.tenant_id = ${tenantId}::uuid and t.id = ${templateId}::uuid`;
    if (!template) throw noSuch();
    const which = Prisma.sql`l.tenant_id = ${tenantId}::uuid and l.a_id = ${a}::uuid and l.b_id = ${b}::uuid`;
    const [said] = await tx.$queryRaw<{ before: Before & { kind: string | null } }[]>`
      select l.before from intent_links l where ${which} and l.made_at = ${at}::timestamptz and l.before is not null for update`;
    if (!said) throw saidAnew();
    const { kind, templates } = said.before;
    await settle(tx, scope, tenantId, await restorePlaces(tx, tenantId, templates));
    if (kind === null) await tx.$executeRaw`delete from intent_links l where ${which}`;
    else
      await tx.$executeRaw`
        update intent_links l set kind = ${kind}, before = null, made_at = clock_timestamp() where ${which}`;
    const about = { kind: "rationale", id: templateId, tenantId };
    await recordActivity(tx, scope, "rationale.link_undone", about, { said: template.text, kind });
    return { kind };
  });
}

/**
 * Requests a new grouping of a tenant's rationales.
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT if one is queued or running, or there are too
 * few rationales
 */
export async function groupAnew(scope: UserScope, { tenantId }: GroupAnew): Promise<{ runId: string }> {
  requireRole(scope, ...RATIONALE_JUDGES);
  return change(scope, async (tx) => {
    const calls = await meaningfulCalls(tx, scope, tenantId);
    if (calls < RATIONALES_MIN)
      throw new DomainError(
        "CONFLICT",
        `At least ${RATIONALES_MIN} rationales that say something are needed; there are ${calls}. Nothing was grouped.`,
      );
    const runId = await openRun(tx, tenantId, scope.actor.id);
    if (runId === null)
      throw new DomainError("CONFLICT", "They are being grouped already. Nothing was started.");
    await recordActivity(
      tx,
      scope,
      "rationale.grouping_asked",
      { kind: "tenant", id: tenantId, tenantId },
      {},
    );
    return { runId };
  });
}

async function meaningfulCalls(tx: Tx, scope: UserScope, tenantId: string): Promise<number> {
  const [tenant] = await tx.$queryRaw<{ calls: number }[]>`
    select (select coalesce(sum(s.calls), 0)::int from rationale_templates s
            where s.tenant_id = t.id and s.verdict = 'meaningful' and s.lane = 'people') as calls
    from tenants t where t.id = any(${[...scope.tenants]}::uuid[]) and t.id = ${tenantId}::uuid`;
  if (!tenant) throw new DomainError("NOT_FOUND", "There is no such tenant. Nothing was grouped.");
  return tenant.calls;
}
