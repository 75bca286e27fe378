import { approvedAtOnce, isHighOrUp, peopleSaid, peopleWereAsked } from "@/lib/approvals/pace";
import { readList } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { monthsUntil, uniqueFacts } from "@/lib/feedback/insight";
import { JUDGED_AFTER_DAYS } from "@/lib/feedback/types";
import { Prisma } from "@/lib/generated/prisma/client";
import { saidFacts } from "@/lib/intents/meaning-facts";
import type { SaidFacts } from "@/lib/intents/types";
import { oneStepLower, type ReRatingOffer, reRatingOf } from "@/lib/signals/suggestions/re-rating";
import type { Evidence, SuggestionState } from "@/lib/signals/suggestions/types";
import type { Tenant } from "@/lib/tenants/types";
import { type RatedRow, ratedToolOf, standingOf } from "@/lib/tools/queries";
import { standingRisk } from "@/lib/tools/rating";
import { countedOfEach, firstMoment } from "../friction/rules";
import { atOnceState, feedbackState, isHurried, judgedFrom, lastWeeks, meaningState } from "./rules";
import {
  AT_ONCE_TOOLS,
  type AtOnceSignal,
  type FeedbackSignal,
  type HurriedTool,
  MEANING,
  type MeaningSignal,
  SIGNAL_DAYS,
  SIGNAL_MONTHS,
  SIGNAL_WEEKS,
  type Signals,
} from "./types";

type Whose = { tenants: readonly Pick<Tenant, "id" | "firstRowAt">[]; now: Date };

const NOTHING = { calls: 0, missing: 0, read: 0, meaningful: 0 };

/** The three signals that a part of the product is not worth its cost, in two statements. */
export async function getSignals(scope: UserScope, whose: Whose): Promise<Signals> {
  const [said, atOnce] = await Promise.all([readSaid(scope, whose), readAtOnce(scope, whose)]);
  return { ...said, atOnce };
}

/** Rationales and feedback: counted on arrival, only summed here. */
async function readSaid(
  scope: UserScope,
  { tenants, now }: Whose,
): Promise<{ meaning: MeaningSignal; feedback: FeedbackSignal }> {
  const ids = tenants.map(({ id }) => id);
  const firstRows = tenants.map(({ firstRowAt }) => firstRowAt);
  const months = monthsUntil(now, SIGNAL_MONTHS);
  const [row] = await readList(
    scope,
    (tx) => tx.$queryRaw<{ said: SaidFacts; unique: number[] }[]>`
      select ${saidFacts(ids, { days: SIGNAL_DAYS, weeks: SIGNAL_WEEKS })} as said, ${uniqueFacts(ids, months)} as unique`,
  );
  if (!row) throw new Error("the database counted nothing");
  const { lately, weeks, agents, models } = row.said;
  const issues = row.unique.at(-1) ?? 0;
  const from = judgedFrom(firstRows, MEANING.afterDays);
  const feedbackFrom = judgedFrom(firstRows, JUDGED_AFTER_DAYS);
  return {
    meaning: {
      ...{ state: meaningState(lately, from, now), judgedFrom: from, lately, agents, models },
      since: dayOf(firstMoment(now, SIGNAL_DAYS - 1)),
      weeks: lastWeeks(now, SIGNAL_WEEKS).map((week, index) => ({
        ...(weeks.find((one) => one.week === SIGNAL_WEEKS - 1 - index) ?? NOTHING),
        ...week,
      })),
    },
    feedback: {
      ...{ state: feedbackState(issues, feedbackFrom, now), judgedFrom: feedbackFrom, issues },
      months: months.map((month, index) => ({ ...month, issues: row.unique[index] ?? 0 })),
      since: months.at(-1)?.from ?? dayOf(now),
    },
  };
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

type ReadTool = Omit<HurriedTool, "now" | "offer" | "suggestion" | "isKept"> & {
  rated: RatedRow | null;
  waiting: number;
  suggested: { id: string; revision: number; state: SuggestionState; evidence: Evidence } | null;
};

type ReadAtOnce = {
  cutAt: Date | null;
  calls: number;
  atOnce: number;
  weeks: { week: number; calls: number; atOnce: number }[] | null;
  tools: ReadTool[] | null;
};

const [A, H] = [Prisma.raw("a"), Prisma.raw("h")];

/** Each tenant's newest high and critical calls that waited for people. */
async function readAtOnce(scope: UserScope, { tenants, now }: Whose): Promise<AtOnceSignal> {
  const first = firstMoment(now, 7 * SIGNAL_WEEKS - 1);
  const lately = firstMoment(now, SIGNAL_DAYS - 1);
  const most = countedOfEach(tenants.length);
  const week = Prisma.sql`((${dayOf(now)}::date - (decided_at at time zone 'UTC')::date) / 7)`;
  const [row] = await readList(
    scope,
    (tx) => tx.$queryRaw<ReadAtOnce[]>`
      with held as materialized (
        select e.* from unnest(${tenants.map(({ id }) => id)}::uuid[]) as k(id) cross join lateral (
          select a.id, a.tenant_id, a.gateway_id, a.provider, a.tool, a.tool_id, a.decision, a.revision, a.created_at, a.decided_at
          from approvals a
          where a.tenant_id = k.id and a.decision <> 'pending' and ${peopleWereAsked(A)} and ${isHighOrUp(A)}
            and a.decided_at >= ${first}::timestamptz and a.decided_at < ${now}::timestamptz
          order by a.decided_at desc, a.id desc limit ${most}::int) e),
      cut as (select max(oldest) as at from (
        select min(decided_at) as oldest from held group by tenant_id having count(*) >= ${most}::int) full_ones),
      judged as materialized (
        select h.*, ${approvedAtOnce(H)} as at_once from held h
        where h.decided_at > coalesce((select at from cut), '-infinity'::timestamptz)),
      lately as (select * from judged where decided_at >= ${lately}::timestamptz),
      weeks as (select ${week} as week, count(*)::int as calls, (count(*) filter (where at_once))::int as "atOnce" from judged group by 1),
      hurried as (
        select h.tenant_id, h.gateway_id, h.provider, h.tool, min(h.tool_id::text)::uuid as tool_id, count(*)::int as calls,
               (count(*) filter (where h.at_once))::int as "atOnce",
               round((percentile_cont(0.5) within group (order by case when ${peopleSaid(H)}
                 then extract(epoch from h.decided_at - h.created_at)::float8 end))::numeric, 3)::float8 as "medianSeconds"
        from lately h group by 1, 2, 3, 4 having bool_or(h.at_once)
        order by "atOnce" desc, calls, h.tool, h.tenant_id, h.gateway_id, h.provider limit ${AT_ONCE_TOOLS}::int),
      tools as (
        select h.tenant_id as "tenantId", t.key as tenant, g.name as gateway, h.provider, h.tool as name, h.tool_id as "toolId", h.calls,
               h."atOnce", h."medianSeconds", ${scope.actor.role === "admin" ? OFFERED : NOT_OFFERED}
        from hurried h join tenants t on t.id = h.tenant_id join gateways g on g.id = h.gateway_id)
      select (select at from cut) as "cutAt", (select count(*)::int from lately) as calls,
             (select count(*) filter (where at_once)::int from lately) as "atOnce", (select json_agg(w) from weeks w) as weeks,
             (select json_agg(o order by o."atOnce" desc, o.calls, o.name, o.tenant, o.gateway, o.provider) from tools o) as tools`,
  );
  if (!row) throw new Error("the database counted nothing");
  return signalOf(row, { lately, now });
}

const OFFERED = Prisma.sql`
  (select row_to_json(r) from (${ratedToolOf(Prisma.sql`h.tool_id`, Prisma.sql`h.tenant_id`)}) r) as rated,
  (select count(*)::int from approvals p where p.tenant_id = h.tenant_id and p.tool_id = h.tool_id and p.decision = 'pending') as waiting,
  (select json_build_object('id', s.id, 'revision', s.revision, 'state', s.state, 'evidence', s.evidence) from tool_suggestions s
   where s.tenant_id = h.tenant_id and s.tool_id = h.tool_id and s.kind = 'rate' and s.about = 'fast' and s.gone_at is null) as suggested`;

const NOT_OFFERED = Prisma.sql`null::json as rated, 0 as waiting, null::json as suggested`;

function signalOf(
  { cutAt, calls, atOnce, weeks, tools }: ReadAtOnce,
  { lately, now }: { lately: Date; now: Date },
): AtOnceSignal {
  const complete = cutAt === null || cutAt < lately;
  const found = new Map((weeks ?? []).map((one) => [one.week, one]));
  return {
    state: atOnceState({ calls, atOnce }),
    ...{ calls, atOnce, complete },
    since: cutAt !== null && !complete ? new Date(cutAt.getTime() + 1) : lately,
    weeks: lastWeeks(now, SIGNAL_WEEKS)
      .map((week, index) => ({
        ...(found.get(SIGNAL_WEEKS - 1 - index) ?? { calls: 0, atOnce: 0 }),
        ...week,
      }))
      .filter(({ from }) => cutAt === null || from > dayOf(cutAt)),
    tools: (tools ?? []).map(hurriedTool),
  };
}

function hurriedTool({ rated, waiting, suggested, ...tool }: ReadTool): HurriedTool {
  const standing = rated && standingOf(rated);
  const isKept = suggested?.state === "dismissed";
  const bySuggestion =
    standing && suggested?.state === "open" ? reRatingOf(suggested.evidence, standing) : null;
  const lower = standing && isHurried(tool) ? oneStepLower(standing) : null;
  const given = isKept ? null : (bySuggestion ?? lower);
  const offer: ReRatingOffer | null = given && { ...given, waiting };
  return {
    ...tool,
    now: standing && standingRisk(standing).risk,
    offer,
    isKept,
    suggestion: bySuggestion && suggested ? { id: suggested.id, revision: suggested.revision } : null,
  };
}
