import { axesOf, NO_ALIASES } from "@/lib/calls/axes/rules";
import type { Tx } from "@/lib/core/db";
import { RATIONALE_MAX } from "@/lib/core/limits";
import type { Scope } from "@/lib/core/scope";
import { redactProse } from "@/lib/core/text/prose";
import { templateOf } from "../templates/identity";
import { hasOwnWords } from "../word-access";
import type { Period } from "./day-counts";
import type { FoundIntent } from "./sections";
import type { Referred } from "./types";

// Newest referrals of a week. Masking one to find its rationale takes at least a tenth of a
// millisecond.
const REFERRALS_READ = 200;
const AXES_SHOWN = 3;
const SHOWN_CHARS = 240;

/** A referral as stored. Validated on arrival, but older rows may hold anything. */
type Referral = { boundary_axes?: unknown; observed_task_shape?: unknown; suggested_split?: unknown };

type Row = {
  tenantId: string;
  provider: string | null;
  tool: string;
  rationale: string;
  referral: Referral;
};

const textOf = (value: unknown) =>
  typeof value === "string" && value.trim() !== ""
    ? redactProse(value.trim()).slice(0, SHOWN_CHARS).toWellFormed()
    : null;

const wordsOf = (value: unknown) =>
  Array.isArray(value) ? value.filter((word) => typeof word === "string") : [];

/** Referrals of calls whose text the scope can read, by intent. Newest first, up to the limit. */
export async function referralsOf(
  tx: Tx,
  scope: Scope,
  intents: readonly FoundIntent[],
  { since, until }: Period,
): Promise<Map<string, Referred>> {
  const asked = intents.filter(({ unmet }) => unmet.wrongTool > 0);
  if (asked.length === 0) return new Map();
  const [tenants, tools] = [
    asked.map(({ tenantId }) => tenantId),
    asked.flatMap((one) => one.tools.map(({ tool }) => tool)),
  ];
  const calls = await tx.$queryRaw<Row[]>`
    select a.tenant_id as "tenantId", a.provider, a.tool, left(a.rationale, ${RATIONALE_MAX}::int) as rationale, a.referral from tool_calls a
    where a.tenant_id = any(${tenants}::uuid[]) and a.outcome = 'wrong_tool_boundary' and a.tool = any(${tools}::text[])
      and a.occurred_at >= ${since.toISOString()}::timestamptz and a.occurred_at < ${until.toISOString()}::timestamptz
      and a.referral is not null and a.rationale is not null and ${hasOwnWords(scope)}
    order by a.occurred_at desc, a.id desc limit ${REFERRALS_READ}::int`;
  const told = calls.map((call) => ({ ...call, template: templateOf(call) }));
  const members = await tx.$queryRaw<{ id: string; tenantId: string; intentId: string }[]>`
    select t.id, t.tenant_id as "tenantId", t.intent_id as "intentId" from rationale_templates t
    where t.tenant_id = any(${tenants}::uuid[]) and t.id = any(${told.map(({ template }) => template)}::uuid[]) and t.intent_id = any(${asked.map(({ id }) => id)}::uuid[])`;
  // A template has the same id in every tenant.
  const keyOf = (tenantId: string, template: string) => `${tenantId} ${template}`;
  const intentOf = new Map(members.map(({ id, tenantId, intentId }) => [keyOf(tenantId, id), intentId]));
  const found = asked.map(
    ({ id }) =>
      [id, told.filter(({ tenantId, template }) => intentOf.get(keyOf(tenantId, template)) === id)] as const,
  );
  return new Map(
    found.flatMap(([id, those]) => (those.length === 0 ? [] : [[id, referredOf(those)] as const])),
  );
}

function referredOf(calls: readonly { referral: Referral }[]): Referred {
  const counted = new Map<string, number>();
  for (const { referral } of calls)
    for (const axis of axesOf(wordsOf(referral.boundary_axes), NO_ALIASES))
      counted.set(axis, (counted.get(axis) ?? 0) + 1);
  const axes = [...counted].toSorted(([, a], [, b]) => b - a).map(([axis]) => axis);
  const first = (of: (referral: Referral) => unknown) =>
    calls.map(({ referral }) => textOf(of(referral))).find((text) => text !== null) ?? null;
  return {
    calls: calls.length,
    axes: axes.slice(0, AXES_SHOWN),
    taskShape: first((one) => one.observed_task_shape),
    suggestedSplit: first((one) => one.suggested_split),
  };
}
