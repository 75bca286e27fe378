import { readList } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { KNOWN_NO_MORE, WITHOUT_FIX } from "./answer";
import { issueRef } from "./rules";

// The newest of all tools together: a prompt holds far fewer.
const KNOWN_ISSUES_MAX = 500;

/** A current problem of a tool with an answer by people. `provider` null: reports named none. */
export type KnownIssue = {
  ref: string;
  tool: string;
  provider: string | null;
  title: string;
  message: string | null;
  workaround: string | null;
  fixedIn: string | null;
};

/** The answers for agents of a tenant about these tools' problems, by tool; last reported first. */
export function listKnownIssues(
  scope: Scope,
  tenantId: string,
  tools: readonly string[],
): Promise<KnownIssue[]> {
  if (!scope.tenants.includes(tenantId)) return Promise.resolve([]);
  return readList(scope, async (tx) => {
    const rows = await tx.$queryRaw<(Omit<KnownIssue, "ref"> & { number: number; tenant: string })[]>`
      select i.number, t.key as tenant, i.tool, i.provider, i.title, i.answer as message, i.workaround,
             f.told as "fixedIn"
      from feedback_issues i join tenants t on t.id = i.tenant_id
      cross join lateral (select case when i.state <> all(${[...WITHOUT_FIX]}::text[]) then i.fixed_in end as told) f
      where i.tenant_id = ${tenantId}::uuid and i.tool = any(${[...tools]}::text[])
        and i.state <> all(${[...KNOWN_NO_MORE]}::text[])
        and (i.answer is not null or i.workaround is not null or f.told is not null)
      order by i.last_seen_at desc, i.id desc limit ${KNOWN_ISSUES_MAX}::int`;
    return rows.map(({ number, tenant, ...issue }) => ({ ...issue, ref: issueRef(number, tenant) }));
  });
}
