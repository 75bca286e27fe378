import { read } from "@/lib/core/db";
import { isId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { issueHead } from "../queries";
import type { IssueState } from "../types";
import { SUGGEST_AT } from "./likeness";
import type { IssueRelations } from "./types";

const ALIKE_MAX = 5;

// Listed members of one issue; the inbox has the rest in its view of all.
const MERGED_MAX = 50;

type Row = {
  id: string;
  number: number;
  title: string;
  state: IssueState;
  tenant: string;
  updatedAt: Date;
  reports: number;
  kind: string | null;
  score: number | null;
  shared: string[] | null;
};

/** The issues merged into one, and its possible duplicates; empty for a merged or unknown issue. */
export async function getRelations(scope: UserScope, id: string): Promise<IssueRelations> {
  if (!isId(id)) return { alike: [], members: [] };
  const rows = await read(
    scope,
    (tx) => tx.$queryRaw<(Row & { isMember: boolean })[]>`
      with own as (
        select i.tenant_id, i.id, t.key from feedback_issues i join tenants t on t.id = i.tenant_id
        where i.tenant_id = any(${[...scope.tenants]}::uuid[]) and i.id = ${id}::uuid and i.merged_into is null),
      members as (
        select m.id, m.number, m.title, m.state, o.key as tenant, m.updated_at, m.reports, p.kind, p.score, p.shared
        from own o join feedback_issues m on m.tenant_id = o.tenant_id and m.merged_into = o.id
        left join feedback_pairs p on p.tenant_id = o.tenant_id and p.kind = 'attached'
          and p.issue_id = least(m.id, o.id) and p.other_id = greatest(m.id, o.id)
        where m.reports > 0 order by m.number limit ${MERGED_MAX}::int),
      near as (
        select p.other_id as id, p.score, p.shared from own o join feedback_pairs p on p.tenant_id = o.tenant_id
          and p.issue_id in (select n.id from feedback_members(o.tenant_id, o.id) n) where p.kind = 'suggested'
        union all
        select p.issue_id, p.score, p.shared from own o join feedback_pairs p on p.tenant_id = o.tenant_id
          and p.other_id in (select n.id from feedback_members(o.tenant_id, o.id) n) where p.kind = 'suggested'),
      alike as (
        select distinct on (l.id) l.id, l.number, l.title, l.state, o.key as tenant, l.updated_at,
               (select sum(f.reports)::int from feedback_issues f where f.tenant_id = o.tenant_id
                  and f.id in (select id from feedback_members(o.tenant_id, l.id))) as reports, n.score, n.shared
        from own o cross join near n
        join feedback_issues x on x.tenant_id = o.tenant_id and x.id = n.id
        join feedback_issues l on l.tenant_id = o.tenant_id and l.id = coalesce(x.merged_into, x.id)
        where l.id <> o.id and n.score >= ${SUGGEST_AT}::real and not exists (
          select 1 from feedback_pairs a where a.tenant_id = o.tenant_id and a.kind = 'apart'
            and a.issue_id = least(l.id, o.id) and a.other_id = greatest(l.id, o.id))
        order by l.id, n.score desc)
      select id, number, title, state, tenant, updated_at as "updatedAt", reports, kind, score, shared, true as "isMember" from members
      union all
      (select id, number, title, state, tenant, updated_at, reports, null, score, shared, false from alike
       order by score desc, id limit ${ALIKE_MAX}::int)`,
  );
  return relationsOf(rows);
}

function relationsOf(rows: readonly (Row & { isMember: boolean })[]): IssueRelations {
  const members = rows.filter(({ isMember }) => isMember);
  const alike = rows.filter(({ isMember }) => !isMember);
  return {
    alike: alike.map(({ tenant, reports, score, shared, ...row }) => ({
      ...issueHead(row, tenant),
      reports,
      score: score ?? 0,
      shared: shared ?? [],
    })),
    members: members.map(({ tenant, reports, updatedAt, score, shared, ...row }) => ({
      ...issueHead(row, tenant),
      updatedAt,
      reports,
      attached: score === null ? null : { score, shared: shared ?? [] },
    })),
  };
}
