import type { Tx } from "@/lib/core/db";
import { rarity, type Terms, weighed, wordsAlike } from "@/lib/language/wording";
import type { IssueFacts } from "../types";
import { COMPARED_CHARS } from "./compared-texts";

/** The text of a report, including the names and numbers that distinguish equal reports. */
type Words = {
  attemptedAction: string;
  expectedOutcome: string;
  actualOutcome: string;
  errorSeen?: string | null;
};

type Like = { report: Words; provider: string | null; fingerprints: readonly string[]; joins: string };

// The newest of each issue.
const COMPARED_MAX = 20;

function wordsOf({ attemptedAction, expectedOutcome, actualOutcome, errorSeen }: Words): Terms {
  const text = [attemptedAction, expectedOutcome, actualOutcome, errorSeen ?? ""]
    .map((part) => part.slice(0, COMPARED_CHARS))
    .join(" ");
  const terms = new Map<string, { count: number; word: string }>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}_][\p{L}\p{N}_.@-]{0,60}/gu) ?? [])
    terms.set(word, { count: (terms.get(word)?.count ?? 0) + 1, word });
  return terms;
}

/**
 * After people moved some reports of this fingerprint, the issue whose reports use the most similar
 * words; null for the fingerprint's own issue.
 */
export async function learnedIssue(
  tx: Tx,
  tenantId: string,
  { report, provider, fingerprints, joins }: Like,
): Promise<IssueFacts | null> {
  const rows = await tx.$queryRaw<(Words & { issueId: string })[]>`
    select n.id as "issueId", left(s.attempted_action, ${COMPARED_CHARS}::int) as "attemptedAction",
           left(s.expected_outcome, ${COMPARED_CHARS}::int) as "expectedOutcome", left(s.actual_outcome, ${COMPARED_CHARS}::int) as "actualOutcome",
           left(s.error_seen, ${COMPARED_CHARS}::int) as "errorSeen"
    from (select ${joins}::uuid as id
          union select k.issue_id from feedback_learned k join feedback_issues i on i.tenant_id = k.tenant_id and i.id = k.issue_id
          where k.tenant_id = ${tenantId}::uuid and k.fingerprint = any(${[...fingerprints]}::text[])
            and (i.provider is null or ${provider}::text is null or i.provider = ${provider})) n
    cross join lateral (
      select * from feedback_submissions r where r.tenant_id = ${tenantId}::uuid and r.issue_id = n.id
      order by r.id desc limit ${COMPARED_MAX}::int) s`;
  const own = wordsOf(report);
  const others = rows.map((row) => ({ issueId: row.issueId, words: wordsOf(row) }));
  const rare = rarity([own, ...others.map(({ words }) => words)]);
  const ownWeighed = weighed(own, rare);
  let best = { issueId: joins, score: 0 };
  for (const { issueId, words } of others) {
    const score = wordsAlike(ownWeighed, weighed(words, rare));
    if (score > best.score || (score === best.score && issueId === joins)) best = { issueId, score };
  }
  return best.issueId === joins ? null : factsOf(tx, tenantId, best.issueId);
}

async function factsOf(tx: Tx, tenantId: string, id: string): Promise<IssueFacts | null> {
  const joined = await tx.feedbackIssue.findFirst({ where: { tenantId, id } });
  if (!joined) return null;
  const lead = joined.mergedInto
    ? await tx.feedbackIssue.findFirst({ where: { tenantId, id: joined.mergedInto } })
    : joined;
  return lead && { ...lead, joins: id };
}
