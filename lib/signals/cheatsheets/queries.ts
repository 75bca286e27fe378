import { fieldOf } from "@/lib/calls/of-tool/rules";
import { toolViolations } from "@/lib/calls/queries";
import { isFailure, outcomeClass } from "@/lib/calls/rules";
import { OUTCOMES } from "@/lib/calls/types";
import { readList, type Tx } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { gatewayInScope } from "@/lib/tools/catalogue/queries";
import { shareOf as attemptShare } from "../attempts/rules";
import { shareOf, verdictOf } from "./rules";
import { type Attempts, EFFECT_DAYS, type SheetEffect, type SheetGap, type SheetReport } from "./types";

// Enough refused calls to find repeated mistakes.
const REFUSALS_READ = 500;
const GAPS_SHOWN = 8;
// A single mistake is not a gap in the cheatsheet.
const GAP_CALLS_MIN = 3;
const GAP_DAYS = 14;
const REPORTS_SHOWN = 5;
const REPORT_DAYS = 90;

const ofCaller = OUTCOMES.filter((outcome) => outcomeClass(outcome) === "caller");
// Held and refused calls never reached the tool, so a cheatsheet could not have helped.
const reached = OUTCOMES.filter((outcome) => isFailure(outcome) || outcomeClass(outcome) === "ok");

type Sheet = { provider: string; gateway: string | null };

type Counted = {
  tools: number;
  unmeasured: number;
  daysAfter: number;
  before: number;
  beforeRefused: number;
  after: number;
  afterRefused: number;
};

/**
 * Refused calls of a cheatsheet's tools before and after publication. Counts are by UTC day and
 * tool name, so a name shared with a tool of another cheatsheet is left out.
 */
export async function getSheetEffect(
  scope: Scope,
  { provider, gateway }: Sheet,
  at: Date,
): Promise<SheetEffect> {
  const { row, attempts } = await readList(scope, async (tx) => ({
    row: await countedCalls(tx, scope, { provider, gateway }, at),
    attempts: await attemptsOf(tx, scope, { provider, gateway }, at),
  }));
  const { tools, unmeasured, daysAfter, ...calls } = row;
  const before = shareOf(calls.beforeRefused, calls.before);
  const after = shareOf(calls.afterRefused, calls.after);
  return { tools, unmeasured, daysAfter, before, after, verdict: verdictOf(before, after), attempts };
}

const NO_COUNTS: Counted = {
  ...{ tools: 0, unmeasured: 0, daysAfter: 0 },
  ...{ before: 0, beforeRefused: 0, after: 0, afterRefused: 0 },
};

async function countedCalls(tx: Tx, scope: Scope, { provider, gateway }: Sheet, at: Date): Promise<Counted> {
  const [row] = await tx.$queryRaw<Counted[]>`
      with reads as (
        select t.name, t.provider = ${provider} and coalesce(s.gateway, '') = ${gateway ?? ""} as ours
        from tools t join gateways g on g.id = t.gateway_id
        left join lateral (select g.name as gateway from cheatsheets c
                           where c.gateway_id = g.id and c.provider = t.provider) s on true
        where ${gatewayInScope(scope)}),
      names as (select name, bool_and(ours) as alone from reads group by name having bool_or(ours)),
      days as (select (${at}::timestamptz at time zone 'UTC')::date as day, (now() at time zone 'UTC')::date as today),
      counts as (
        select c.outcome = any(${ofCaller}::text[]) as refused, c.day > d.day as later, sum(c.calls)::int as calls
        from tool_call_counts c cross join days d
        where c.tenant_id = any(${[...scope.tenants]}::uuid[]) and c.kind = 'tool'
          and c.day >= d.day - ${EFFECT_DAYS}::int and c.day <= d.day + ${EFFECT_DAYS}::int and c.day <> d.day
          and c.outcome = any(${reached}::text[]) and c.name in (select name from names where alone)
        group by 1, 2)
      select (select count(*) from names)::int as tools, (select count(*) from names where not alone)::int as unmeasured,
             least(${EFFECT_DAYS}::int, d.today - d.day)::int as "daysAfter",
             coalesce((select sum(calls) from counts where not later), 0)::int as before,
             coalesce((select sum(calls) from counts where not later and refused), 0)::int as "beforeRefused",
             coalesce((select sum(calls) from counts where later), 0)::int as after,
             coalesce((select sum(calls) from counts where later and refused), 0)::int as "afterRefused"
      from days d`;
  return row ?? NO_COUNTS;
}

type Ended = { later: boolean; groups: number; firstTry: number };

async function attemptsOf(
  tx: Tx,
  scope: Scope,
  { provider, gateway }: Sheet,
  at: Date,
): Promise<SheetEffect["attempts"]> {
  const rows = await tx.$queryRaw<Ended[]>`
    with readers as (
      select distinct t.gateway_id from tools t join gateways g on g.id = t.gateway_id
      left join cheatsheets c on c.gateway_id = g.id and c.provider = t.provider
      where ${gatewayInScope(scope)} and t.provider = ${provider}
        and case when c.id is null then '' else g.name end = ${gateway ?? ""}),
    day as (select (${at}::timestamptz at time zone 'UTC')::date as day)
    select u.day > day.day as later, sum(u.groups - u.referred)::int as groups, sum(u.first_try)::int as "firstTry"
    from tool_use_days u cross join day
    where u.tenant_id = any(${[...scope.tenants]}::uuid[]) and u.kind = 'all' and u.provider = ${provider}
      and u.gateway_id in (select gateway_id from readers)
      and u.day >= day.day - ${EFFECT_DAYS}::int and u.day <= day.day + ${EFFECT_DAYS}::int and u.day <> day.day
    group by 1`;
  const side = (later: boolean): Attempts => {
    const { groups, firstTry } = rows.find((row) => row.later === later) ?? { groups: 0, firstTry: 0 };
    return { groups, firstTry, share: attemptShare(firstTry, groups) };
  };
  return { before: side(false), after: side(true) };
}

type Refused = { tool: string; validation: { path: string; message: string }[] };

/** Parameters that recent calls of a provider got wrong, most frequent first. */
export async function listSheetGaps(scope: Scope, provider: string): Promise<SheetGap[]> {
  const rows = await readList(
    scope,
    (tx) => tx.$queryRaw<Refused[]>`
      select a.tool, v.validation from tool_calls a cross join lateral (select ${toolViolations} as validation) v
      where a.tenant_id = any(${[...scope.tenants]}::uuid[]) and a.provider = ${provider}
        and a.occurred_at >= now() - make_interval(days => ${GAP_DAYS}::int)
        and a.outcome = 'validation_error' and v.validation is not null
      order by a.occurred_at desc limit ${REFUSALS_READ}`,
  );
  const gaps = new Map<string, SheetGap>();
  for (const { tool, validation } of rows)
    for (const [field, message] of new Map(validation.map((one) => [fieldOf(one.path), one.message]))) {
      const key = JSON.stringify([tool, field]);
      const known = gaps.get(key);
      gaps.set(key, { tool, field, calls: (known?.calls ?? 0) + 1, message: known?.message ?? message });
    }
  return [...gaps.values()]
    .filter(({ field, calls }) => field !== "" && calls >= GAP_CALLS_MIN)
    .sort((a, b) => b.calls - a.calls)
    .slice(0, GAPS_SHOWN);
}

/**
 * Open issues that agents reported about a provider lately, those with most reports first; a merged
 * one counts for where it leads.
 */
export function listSheetReports(scope: Scope, provider: string): Promise<SheetReport[]> {
  return readList(
    scope,
    (tx) => tx.$queryRaw<SheetReport[]>`
      select i.id, i.title, count(*)::int as reports
      from feedback_submissions s join feedback_issues own on own.id = s.issue_id and own.tenant_id = s.tenant_id
      join feedback_issues i on i.tenant_id = own.tenant_id and i.id = coalesce(own.merged_into, own.id)
      where s.tenant_id = any(${[...scope.tenants]}::uuid[]) and s.provider = ${provider}
        and i.state not in ('resolved', 'declined', 'merged')
        and s.created_at >= now() - make_interval(days => ${REPORT_DAYS}::int)
      group by i.id, i.title order by reports desc, i.id desc limit ${REPORTS_SHOWN}`,
  );
}
