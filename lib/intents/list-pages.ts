import { readList } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { INTEGER_MAX } from "@/lib/core/limits";
import { defineCursor } from "@/lib/core/list/cursors";
import { id, whole } from "@/lib/core/list/kinds";
import type { Scope } from "@/lib/core/scope";
import { redactProse } from "@/lib/core/text/prose";
import { Prisma } from "@/lib/generated/prisma/client";
import { tenantIdsOf } from "@/lib/tenants/queries";
import { SHOWN_NAME } from "./columns";
import { findFormer } from "./detail/queries";
import type { ListedTemplate, ListedWeek, ToldIntent } from "./types";
import { hasOwnWords } from "./word-access";

const TEMPLATES_LISTED = 50;
const WEEKS_LISTED = 12;

/** Pages of intents, most called first. New calls may move an intent to a page already read. */
const listedPlace = defineCursor("listed intents", [whole(0, INTEGER_MAX), id()]);

type Row = Omit<ToldIntent, "url">;

const withUrl = (row: Row): ToldIntent => ({
  ...row,
  url: `${env().PUBLIC_URL}/rationales/intents/${row.id}`,
});

type Listing = { tenant?: string; limit: number; cursor?: string };

/** A page of intents for the API, most called first. */
export async function pageOfIntents(scope: Scope, { tenant, limit, cursor }: Listing) {
  const after = listedPlace.read(cursor);
  return readList(scope, async (tx) => {
    const tenants = await tenantIdsOf(tx, scope, tenant);
    const behind = after
      ? Prisma.sql`i.calls < ${after[0]}::int or (i.calls = ${after[0]}::int and i.id > ${after[1]}::uuid)`
      : Prisma.sql`true`;
    const rows = await tx.$queryRaw<Row[]>`${told(tenants, behind, limit + 1)}`;
    return listedPlace.page(rows.map(withUrl), limit, (row) => [row.calls, row.id]);
  });
}

type Whole = { intent: ToldIntent; templates: ListedTemplate[]; weeks: ListedWeek[] };

/**
 * One intent for the API, with its templates and weekly counts. The id of an intent that was merged
 * or regrouped leads to the one that has most of its rationales now.
 * @throws DomainError NOT_FOUND outside the scope
 */
export async function getListedIntent(scope: Scope, intentId: string): Promise<Whole> {
  const found = await findWhole(scope, intentId);
  if (found) return found;
  const former = await findFormer(scope, intentId);
  const current = former?.toId ? await findWhole(scope, former.toId) : null;
  if (!current) throw new DomainError("NOT_FOUND", "There is no such intent.");
  return current;
}

async function findWhole(scope: Scope, intentId: string): Promise<Whole | null> {
  const found = isId(intentId)
    ? await readList(scope, async (tx) => {
        const own = Prisma.sql`t.tenant_id = any(${[...scope.tenants]}::uuid[]) and t.intent_id = ${intentId}::uuid`;
        const [intent] = await tx.$queryRaw<
          Row[]
        >`${told(scope.tenants, Prisma.sql`i.id = ${intentId}::uuid`, 1)}`;
        const templates = await tx.$queryRaw<ListedTemplate[]>`
          select t.id, t.provider, t.tool, t.text, t.calls, t.last_at as "lastAt", a.rationale as quote from rationale_templates t
          left join tool_calls a on a.tenant_id = t.tenant_id and a.occurred_at = t.last_at and a.id = t.last_call_id and ${hasOwnWords(scope)}
          where ${own} order by t.calls desc, t.id limit ${TEMPLATES_LISTED}::int`;
        const weeks = await tx.$queryRaw<ListedWeek[]>`
          select to_char(d.day, 'IYYY-"W"IW') as week, sum(d.calls)::int as calls, sum(d.failed)::int as failed
          from rationale_templates t join rationale_days d on d.tenant_id = t.tenant_id and d.template_id = t.id
          where ${own} group by 1 order by 1 desc limit ${WEEKS_LISTED}::int`;
        return intent && { intent, templates, weeks };
      })
    : undefined;
  if (!found) return null;
  const quoted = found.templates.map(({ quote, ...template }) => ({
    ...template,
    quote: quote === null ? null : redactProse(quote.trim()),
  }));
  return { ...found, intent: withUrl(found.intent), templates: quoted };
}

/** The first of these intents (alias `i`) by stored figures. Tools are summed for these only. */
function told(tenants: readonly string[], which: Prisma.Sql, limit: number): Prisma.Sql {
  return Prisma.sql`
    select i.id, i.name, i.keywords, k.key as tenant, i.calls, i.failed, i.templates, i.first_at as "firstAt", i.last_at as "lastAt", (
             select json_agg(json_build_object('provider', s.provider, 'tool', s.tool, 'calls', s.calls) order by s.calls desc, s.provider, s.tool)
             from (select t.provider, t.tool, sum(t.calls)::int as calls from rationale_templates t
                   where t.tenant_id = i.tenant_id and t.intent_id = i.id group by 1, 2) s) as tools
    from (
      select i.tenant_id, i.id, ${SHOWN_NAME} as name, i.keywords, i.calls, i.failed, i.templates, i.first_at, i.last_at
      from intents i where i.tenant_id = any(${[...tenants]}::uuid[]) and i.templates > 0 and (${which})
      order by i.calls desc, i.id limit ${limit}::int) i
    join tenants k on k.id = i.tenant_id order by i.calls desc, i.id`;
}
