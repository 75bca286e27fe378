import { bookkeep, type Tx } from "@/lib/core/db";
import { HOUR_MS } from "@/lib/core/durations";
import type { Job } from "@/lib/core/every";
import { systemScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { wakeOn } from "@/lib/live/wait";
import { lockIssueNumbers } from "./intake";
import { FINGERPRINT_VERSION, feedbackFingerprint } from "./rules";

// The words of an issue are kept with each report that arrives. Where reports went, deleted or moved, they are read anew here.

const search = systemScope("search");

const READ_MAX = 20;

/** Reads the words of issues that lost reports, until none is left. Any number of workers may run it at once. */
async function readWords(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await readAnew()) === READ_MAX);
}

/**
 * An issue is locked as reports lock it, so that none arrives unread meanwhile; one that others hold is left for the next pass.
 * @returns how many issues it took in hand
 */
export async function readAnew(): Promise<number> {
  return bookkeep(search, async (tx) => {
    const due = await tx.$queryRaw<{ tenantId: string; issueId: string }[]>`
      select i.tenant_id as "tenantId", i.id as "issueId" from feedback_issue_words_due d
      join feedback_issues i on i.tenant_id = d.tenant_id and i.id = d.issue_id
      limit ${READ_MAX}::int for no key update of i, d skip locked`;
    for (const { tenantId, issueId } of due) {
      await tx.$executeRaw`delete from feedback_issue_words_due where tenant_id = ${tenantId}::uuid and issue_id = ${issueId}::uuid`;
      await tx.$executeRaw`select gather_feedback_words(${tenantId}::uuid, ${issueId}::uuid)`;
    }
    return due.length;
  });
}

/** Looks whenever feedback changes, and every five minutes for what was deleted for its age. */
export const feedbackWords: Job = {
  name: "feedback words",
  ms: 5 * 60_000,
  gapMs: 1_000,
  wake: wakeOn("feedback"),
  runOnce: readWords,
};

const figures = systemScope("feedback figures");

// Weeks of tenants in one pass, so that no statement takes long.
const WEEKS_MAX = 100;
const TENANTS_MAX = 100;

/**
 * One pass: the sums that statements appended are added up, a row for each week and name. Of two passes at once each adds up what it
 * took away itself, so nothing is counted twice.
 * @returns how many weeks of tenants were added up
 */
export async function foldCounts(): Promise<number> {
  return bookkeep(figures, async (tx) => {
    const [done] = await tx.$queryRaw<{ due: number }[]>`
      with due as materialized (
        select distinct tenant_id, week from feedback_counts where not folded limit ${WEEKS_MAX}::int),
      gone as (
        delete from feedback_counts c using due where c.tenant_id = due.tenant_id and c.week = due.week
        returning c.tenant_id, c.week, c.kind, c.name, c.reports),
      kept as (
        insert into feedback_counts (tenant_id, week, kind, name, reports, folded)
        select tenant_id, week, kind, name, sum(reports), true from gone group by 1, 2, 3, 4 having sum(reports) <> 0)
      select count(*)::int as due from due`;
    return done?.due ?? 0;
  });
}

/**
 * The same of the sums of issues, a row for each state and growth.
 * @returns how many tenants' were added up
 */
export async function foldIssueCounts(): Promise<number> {
  return bookkeep(figures, async (tx) => {
    const [done] = await tx.$queryRaw<{ due: number }[]>`
      with due as materialized (
        select distinct tenant_id from feedback_issue_counts where not folded limit ${TENANTS_MAX}::int),
      gone as (
        delete from feedback_issue_counts c using due where c.tenant_id = due.tenant_id
        returning c.tenant_id, c.state, c.growing, c.issues),
      kept as (
        insert into feedback_issue_counts (tenant_id, state, growing, issues, folded)
        select tenant_id, state, growing, sum(issues), true from gone group by 1, 2, 3 having sum(issues) <> 0)
      select count(*)::int as due from due`;
    return done?.due ?? 0;
  });
}

/** One pass of both. Returns whether more wait: with many tenants those that come last would wait for good. */
async function foldBoth(): Promise<boolean> {
  const weeks = await foldCounts();
  const tenants = await foldIssueCounts();
  return weeks === WEEKS_MAX || tenants === TENANTS_MAX;
}

export const feedbackFigures: Job = { name: "feedback figures", ms: 5 * 60_000, runOnce: foldBoth };

const scope = systemScope("feedback");

const RENEWED_MAX = 100;

// As the index has it, which a parameter would not reach.
const IS_FORMER = Prisma.raw(`i.fingerprint_version < ${FINGERPRINT_VERSION}`);

type Former = {
  id: string;
  fingerprint: string;
  toolCalled: string | null;
  provider: string | null;
  errorSeen: string | null;
  /** Null where it has no report any more. */
  actualOutcome: string | null;
};

/**
 * Gives issues that earlier rules made the fingerprint of today, by their first report, so that
 * further reports of the same problem find them. One whose reports are gone keeps what it has, and
 * so does one that is the same as another by the rules of today.
 * @returns whether there may be more
 */
export async function renewFingerprints(): Promise<boolean> {
  return bookkeep(scope, async (tx) => {
    const [next] = await tx.$queryRaw<{ tenantId: string }[]>`
      select i.tenant_id as "tenantId" from feedback_issues i where ${IS_FORMER} limit 1`;
    if (!next) return false;
    const { tenantId } = next;
    await lockIssueNumbers(tx, tenantId);
    const former = await tx.$queryRaw<Former[]>`
      select i.id, i.fingerprint, i.provider, s.tool_called as "toolCalled",
             s.error_seen as "errorSeen", s.actual_outcome as "actualOutcome"
      from feedback_issues i left join lateral (
        select * from feedback_submissions r
        where r.tenant_id = i.tenant_id and r.issue_id = i.id order by r.id limit 1) s on true
      where i.tenant_id = ${tenantId}::uuid and ${IS_FORMER}
      order by i.id limit ${RENEWED_MAX}::int for update of i`;
    for (const issue of former) await renew(tx, tenantId, issue);
    return true;
  });
}

async function renew(tx: Tx, tenantId: string, issue: Former): Promise<void> {
  const { id, fingerprint } = issue;
  const print = printOf(issue);
  await tx.$executeRaw`
    update feedback_issues i set fingerprint_version = ${FINGERPRINT_VERSION}::int,
      fingerprint = case when exists (
        select 1 from feedback_issues o
        where o.tenant_id = i.tenant_id and o.id <> i.id and o.fingerprint = ${print}::text
          and o.provider is not distinct from i.provider) then i.fingerprint else ${print}::text end
    where i.tenant_id = ${tenantId}::uuid and i.id = ${id}::uuid`;
  // What people put elsewhere of such reports is found by the new one as well.
  await tx.$executeRaw`
    insert into feedback_learned (tenant_id, fingerprint, issue_id)
    select k.tenant_id, ${print}::text, k.issue_id from feedback_learned k
    where k.tenant_id = ${tenantId}::uuid and k.fingerprint = ${fingerprint}::text
    on conflict do nothing`;
}

function printOf({ toolCalled, provider, errorSeen, actualOutcome, fingerprint }: Former): string {
  // What people opened for reports of another issue is found by what they learned, not by its own.
  if (actualOutcome === null || !/^[0-9a-f]{64}$/.test(fingerprint)) return fingerprint;
  return feedbackFingerprint({
    toolCalled: toolCalled ?? undefined,
    provider: provider ?? undefined,
    errorSeen: errorSeen ?? undefined,
    actualOutcome,
  });
}

/** After an upgrade; at other times it finds nothing to do. */
export const fingerprints: Job = {
  name: "issue fingerprints",
  ms: HOUR_MS,
  runOnce: renewFingerprints,
};
