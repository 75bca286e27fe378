import { readList, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { issueRef } from "@/lib/feedback/rules";
import { Prisma } from "@/lib/generated/prisma/client";
import { WORDS_MODEL } from "@/lib/language/clusters/types";
import { cosine } from "@/lib/language/embedder";
import { ACTS_SHOWN, type ShownAct } from "../acts/types";
import { IS_WEAK } from "../browser/queries";
import { SHOWN_NAME, TODAY } from "../columns";
import { vectorOf } from "../stored-vectors";
import { MEANING_LINES, WORD_LINES } from "../vectors";
import type { FormerView, IntentView, MatrixRow, Neighbour, TrendWeek, WhoRow } from "./types";
import { TREND_WEEKS, WHO_DAYS } from "./types";

const tenantsOf = (scope: Scope) => Prisma.sql`any(${[...scope.tenants]}::uuid[])`;

const LINE = Prisma.sql`case when i.model = ${WORDS_MODEL} then ${WORD_LINES.assign}::real else ${MEANING_LINES.assign}::real end`;

type StoredView = Omit<IntentView, "issue"> & {
  issueId: string | null;
  issueNumber: number | null;
  issueTitle: string | null;
};

/** @throws DomainError NOT_FOUND outside the scope, and for a deleted intent (see `findFormer`) */
export async function getIntent(scope: Scope, id: string): Promise<IntentView> {
  const intent = await findIntent(scope, id);
  if (!intent) throw new DomainError("NOT_FOUND", "There is no such intent.");
  return intent;
}

/** One intent; null outside the scope, and for one that is no more. */
export async function findIntent(scope: Scope, id: string): Promise<IntentView | null> {
  const [row] = isId(id)
    ? await readList(
        scope,
        (tx) => tx.$queryRaw<StoredView[]>`
          select i.id, i.tenant_id as "tenantId", k.key as "tenantKey", ${SHOWN_NAME} as name, i.name as "groupedName",
                 i.given_name is not null as named, i.keywords, i.calls, i.failed, i.held, i.templates, i.tools, i.weeks, i.state,
                 i.first_at as "firstAt", i.last_at as "lastAt", i.pinned_at is not null as pinned, i.ignored_at is not null as ignored,
                 i.review, i.review_note as "reviewNote", u.name as "reviewedBy", i.reviewed_at as "reviewedAt",
                 greatest(0, i.calls - i.reviewed_calls) as "callsSince", ${IS_WEAK} as weak, i.revision, i.cohesion,
                 ${LINE} as line, i.medoid_id as "medoidId",
                 f.id as "issueId", f.number as "issueNumber", f.title as "issueTitle", m.placed, m.edge as "atEdge"
          from intents i join tenants k on k.id = i.tenant_id left join users u on u.id = i.reviewed_by
          left join feedback_issues f on f.tenant_id = i.tenant_id and f.id = i.issue_id
          cross join lateral (
            select count(*) filter (where t.placed_by is not null)::int as placed,
                   count(*) filter (where t.placed_by is null and t.near < ${LINE})::int as edge
            from rationale_templates t where t.tenant_id = i.tenant_id and t.intent_id = i.id) m
          where i.tenant_id = ${tenantsOf(scope)} and i.id = ${id}::uuid`,
      )
    : [];
  if (!row) return null;
  const { issueId, issueNumber, issueTitle, ...view } = row;
  const issue =
    issueId !== null && issueNumber !== null && issueTitle !== null
      ? { id: issueId, ref: issueRef(issueNumber, view.tenantKey), title: issueTitle }
      : null;
  return { ...view, issue };
}

// Limit of merges to follow; a longer chain is a cycle.
export const LEADS_MAX = 50;

/** A deleted intent and the current one it leads to; null outside the scope. */
export async function findFormer(scope: Scope, id: string): Promise<FormerView | null> {
  if (!isId(id)) return null;
  const [row] = await readList(
    scope,
    (tx) => tx.$queryRaw<FormerView[]>`
      with recursive way as (
        select f.tenant_id, f.id, f.to_id, f.name, f.why, 1 as step from former_intents f
        where f.tenant_id = ${tenantsOf(scope)} and f.id = ${id}::uuid
        union all
        select f.tenant_id, f.id, f.to_id, w.name, w.why, w.step + 1 from way w
        join former_intents f on f.tenant_id = w.tenant_id and f.id = w.to_id where w.step < ${LEADS_MAX}::int)
      select w.name, w.why, i.id as "toId" from way w left join intents i on i.tenant_id = w.tenant_id and i.id = w.to_id
      order by w.step desc limit 1`,
  );
  return row ?? null;
}

/** What became of its calls, tool by tool, the most called first. */
export function matrixOf(scope: Scope, id: string): Promise<MatrixRow[]> {
  return readList(
    scope,
    (tx) => tx.$queryRaw<MatrixRow[]>`
      select d.provider, d.tool, sum(d.calls)::int as calls, sum(d.held)::int as held, sum(d.ok)::int as ok, sum(d.caller)::int as caller,
             sum(d.broken)::int as broken, sum(d.boundary)::int as boundary, sum(d.governance)::int as governance,
             sum(d.extrinsic)::int as extrinsic
      from intent_days d where d.tenant_id = ${tenantsOf(scope)} and d.intent_id = ${id}::uuid
      group by 1, 2 order by calls desc, 2, 1`,
  );
}

/** Trend over twelve weeks of seven days up to today, oldest first. */
export function trendOf(scope: Scope, id: string): Promise<TrendWeek[]> {
  return readList(
    scope,
    (tx) => tx.$queryRaw<TrendWeek[]>`
      with today as (select ${TODAY} as day)
      select to_char(w.from_day, 'YYYY-MM-DD') as from, to_char(w.to_day, 'YYYY-MM-DD') as to, coalesce(sum(d.calls), 0)::int as calls,
             coalesce(sum(d.failed), 0)::int as failed, coalesce(sum(d.held), 0)::int as held
      from (select t.day - 7 * s.n - 6 as from_day, t.day - 7 * s.n as to_day, s.n
            from today t cross join generate_series(0, ${TREND_WEEKS - 1}::int) as s(n)) w
      left join intent_days d on d.tenant_id = ${tenantsOf(scope)} and d.intent_id = ${id}::uuid and d.day between w.from_day and w.to_day
      group by w.from_day, w.to_day order by w.from_day`,
  );
}

const WHO_SHOWN = 12;

/** Whose calls mean it, of the last eight weeks, the most first. */
export function whoMeans(scope: Scope, id: string, by: "agent" | "model"): Promise<WhoRow[]> {
  const name = by === "agent" ? Prisma.sql`d.agent` : Prisma.sql`d.model`;
  return readList(
    scope,
    (tx) => tx.$queryRaw<WhoRow[]>`
      select ${name} as name, sum(d.calls)::int as calls, sum(d.failed)::int as failed, sum(d.held)::int as held
      from rationale_templates t join rationale_days d on d.tenant_id = t.tenant_id and d.template_id = t.id
        and d.day > ${TODAY} - ${WHO_DAYS}::int
      where t.tenant_id = ${tenantsOf(scope)} and t.intent_id = ${id}::uuid
      group by 1 order by calls desc, 1 limit ${WHO_SHOWN}::int`,
  );
}

export function actsOf(scope: Scope, id: string): Promise<ShownAct[]> {
  return readList(
    scope,
    (tx) => tx.$queryRaw<ShownAct[]>`
      select a.id, a.kind, u.name as by, a.made_at as at, v.name as "undoneBy", a.undone_at as "undoneAt", a.says
      from intent_acts a left join users u on u.id = a.made_by left join users v on v.id = a.undone_by
      where a.tenant_id = ${tenantsOf(scope)} and (a.intent_id = ${id}::uuid or a.other_id = ${id}::uuid)
      order by a.made_at desc, a.id desc limit ${ACTS_SHOWN}::int`,
  );
}

const NEIGHBOURS_SHOWN = 8;

// Compares only the most called intents. Reading every medoid of a large tenant would be slower
// than the page.
const COMPARED_MAX = 300;

/**
 * The most similar intents of its tenant, nearest first, of those with these words in their name,
 * keywords or tools. Compares vectors of the same model only.
 */
export async function neighboursOf(scope: Scope, id: string, words = ""): Promise<Neighbour[]> {
  const rows = await readList(scope, (tx) => middles(tx, scope, id, words.toLowerCase()));
  const own = rows.find((row) => row.id === id);
  if (!own) return [];
  const middle = vectorOf(own.middle);
  return rows
    .filter((row) => row.id !== id)
    .map(({ middle: other, ...row }) => ({ ...row, alike: cosine(middle, vectorOf(other)) }))
    .toSorted((a, b) => b.alike - a.alike || (a.id < b.id ? -1 : 1))
    .slice(0, NEIGHBOURS_SHOWN);
}

type Middle = Omit<Neighbour, "alike"> & { middle: Uint8Array };

function middles(tx: Tx, scope: Scope, id: string, words: string): Promise<Middle[]> {
  const has = (text: Prisma.Sql) => Prisma.sql`position(${words} in lower(${text})) > 0`;
  const named = Prisma.sql`o.id = i.id or ${has(Prisma.sql`coalesce(o.given_name, o.name)`)}
      or ${has(Prisma.sql`array_to_string(o.keywords || o.tools, ' ')`)}`;
  return tx.$queryRaw`
    select o.id, coalesce(o.given_name, o.name) as name, o.revision, o.calls, o.middle
    from intents i join intents o on o.tenant_id = i.tenant_id and o.model = i.model
    where i.tenant_id = ${tenantsOf(scope)} and i.id = ${id}::uuid and (${named})
    order by o.id = i.id desc, o.calls desc, o.id limit ${COMPARED_MAX}::int`;
}
