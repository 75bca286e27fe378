import "server-only";
import type { Tx } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { readsAsSent } from "./redaction";

// Up to this many reports with a text are read individually. A more frequent text is searched where
// matches come fast: in the words of issues, and in the newest reports.
const RARE_MAX = 1_000;
const FOUND_MAX = 5_000;

// Reports per step through the newest, and in total for one page.
const LOOKED_STEP = 250;
const LOOKED_MAX = 2_500;

/** An ILIKE pattern for texts that contain this one. */
const fragmentOf = (q: string): string => `%${q.replace(/[\\%_]/g, "\\$&")}%`;

/**
 * The issues with these words in their title or reports, and their merge targets. For callers that
 * read errors as sent, also issues with this part of an error. One text (a Postgres array), because
 * there may be thousands and they go back to the database.
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

/** A search text. `fragment` is null for callers that read no errors as sent. */
type Text = { q: string; fragment: string | null; tenants: readonly string[] };

/** Also whether the text is frequent, and the issues with a matching title. */
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
 * The newest matches of a frequent text, also by issue title, among those that `readOn` reads. Null
 * if the newest do not fill the page and older ones may.
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
