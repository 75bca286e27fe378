import "server-only";
import type { Tx } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { readsAsSent } from "./redaction";

// So many reports of a text are looked up one by one. A text that more have is looked for where it is bound to be found soon: among the
// words of issues, and in the newest reports.
const RARE_MAX = 1_000;
// Reports that a search finds at most otherwise.
const FOUND_MAX = 5_000;

// Reports of one step of looking through the newest, and how many are looked through for one page.
const LOOKED_STEP = 250;
const LOOKED_MAX = 2_500;

/** What ILIKE looks for, to find a text that contains this one. */
const fragmentOf = (q: string): string => `%${q.replace(/[\\%_]/g, "\\$&")}%`;

/**
 * The issues that have these words in their title or in any text of their reports, or, for who reads them as sent, this part of an error, and those that they lead
 * to. As one text, an array of the database's, for they may be thousands and go back there.
 */
export async function findIssues(
  tx: Tx,
  scope: Scope,
  q: string,
  tenants: readonly string[],
): Promise<string> {
  const [row] = await tx.$queryRaw<{ ids: string }[]>`
    with found as materialized (
      select issue_id as id from find_feedback_issues(${q}, ${fragmentOf(q)}, ${[...tenants]}::uuid[], ${RARE_MAX}::int, ${readsAsSent(scope)}::boolean))
    select array(select id from found union all
                 select m.merged_into from feedback_issues m where m.tenant_id = any(${[...tenants]}::uuid[])
                   and m.merged_into is not null and m.id in (select id from found))::text as ids`;
  if (!row) throw new Error("the database returned nothing");
  return row.ids;
}

/** A text as reports are searched for it. `fragment` is null for who reads no errors as they were sent. */
type Text = { q: string; fragment: string | null; tenants: readonly string[] };

/** The same once it was looked up: whether more reports have it than are looked at one by one, and the issues whose title has it. */
type LookedUp = Text & { frequent: boolean; titles: string[] };

/** How frequent these words, or this part of an error, are among reports. */
export async function lookUp(tx: Tx, scope: Scope, q: string, tenants: readonly string[]): Promise<LookedUp> {
  const errors = readsAsSent(scope);
  const [row] = await tx.$queryRaw<Pick<LookedUp, "frequent" | "titles">[]>`
    select frequent, titles from look_up_feedback_words(${q}, ${fragmentOf(q)}, ${[...tenants]}::uuid[], ${RARE_MAX}::int, ${errors}::boolean)`;
  if (!row) throw new Error("the database returned nothing");
  return { q, fragment: errors ? fragmentOf(q) : null, tenants, ...row };
}

/** The newest reports that have these words in any of their texts, or this part of an error. */
export async function findReports(tx: Tx, { q, fragment, tenants }: Text): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select submission_id as id from find_feedback_words(${q}, ${fragment}, ${[...tenants]}::uuid[], ${FOUND_MAX}::int)
    where submission_id is not null`;
  return rows.map(({ id }) => id);
}

/**
 * The newest reports that have a frequent text, or are of an issue whose title has it, of those that `readOn` reads. Null where the newest
 * do not fill the page and others may.
 */
export async function readNewest<Row extends { id: string; issueId: string }>(
  tx: Tx,
  text: Text,
  titled: ReadonlySet<string>,
  readOn: (before: string | undefined, take: number) => Promise<Row[]>,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Row[] | null> {
  const found: Row[] = [];
  let before = after;
  for (let looked = 0; looked < LOOKED_MAX; looked += LOOKED_STEP) {
    const rows = await readOn(before, LOOKED_STEP);
    const said = await sayingIt(tx, text, rows);
    found.push(...rows.filter(({ id, issueId }) => said.has(id) || titled.has(issueId)));
    if (found.length >= limit || rows.length < LOOKED_STEP) return found.slice(0, limit);
    before = rows.at(-1)?.id;
  }
  return null;
}

async function sayingIt(
  tx: Tx,
  { q, fragment, tenants }: Text,
  rows: readonly { id: string }[],
): Promise<Set<string>> {
  const said = await tx.$queryRaw<{ id: string }[]>`
    select s.id from feedback_submissions s
    where s.tenant_id = any(${[...tenants]}::uuid[]) and s.id = any(${rows.map(({ id }) => id)}::uuid[])
      and (to_tsvector('simple', feedback_words(s)) @@ websearch_to_tsquery('simple', ${q}) or left(s.error_seen, 1000) ilike ${fragment})`;
  return new Set(said.map(({ id }) => id));
}
