import { type ActivityEntry, GENESIS, misfitOf } from "@/lib/activity/chain";
import { recordActivity } from "@/lib/activity/record";
import type { Misfit } from "@/lib/activity/types";
import { bookkeep, change, read, type Tx } from "@/lib/core/db";
import { NO_TENANT, type Scope } from "@/lib/core/scope";
import type { ActivityCheck } from "@/lib/generated/prisma/client";
import { chainsOf, type OwnerColumns, ownerOf } from "./chains";
import type { ChainCheck, CheckProgress } from "./types";

// One step's rows are in memory at once; details have a few kilobytes at most.
const STEP_ROWS = 2_000;

// A browser requests one step at a time, so that it shows progress and no request lasts long.
const STEP_MS = 1_500;

// Without progress for this long, the client that started the check has left.
const ABANDONED_SECONDS = 30;

// Everyone who sees a chain may check it; the trail records a repeated result at most once an hour.
const SAID_SECONDS = 3_600;

/** Recomputes every chain in scope, up to its current end. A running check is shared. */
export async function beginCheck(scope: Scope): Promise<CheckProgress> {
  return bookkeep(scope, async (tx) => {
    await tx.$executeRaw`
      insert into activity_checks (tenant_id, started_at, moved_at, started_by, until_seq, hash)
      select c.id, clock_timestamp(), clock_timestamp(), ${scope.actor.name},
             coalesce((select max(a.seq) from activity a where a.tenant_id = c.id), 0), ${GENESIS}
      from (${chainsOf(scope)}) c (id, key, name, removed) order by c.id
      on conflict (tenant_id) do update set
        started_at = excluded.started_at, moved_at = excluded.moved_at, finished_at = null, started_by = excluded.started_by,
        until_seq = excluded.until_seq, seq = 0, hash = excluded.hash, first_at = null, last_at = null,
        problem = null, problem_seq = null,
        anchor_seq = case when activity_checks.finished_at is not null and activity_checks.problem is null
                          then activity_checks.seq else activity_checks.anchor_seq end,
        anchor_hash = case when activity_checks.finished_at is not null and activity_checks.problem is null
                           then activity_checks.hash else activity_checks.anchor_hash end
      where activity_checks.finished_at is not null
         or activity_checks.moved_at < clock_timestamp() - make_interval(secs => ${ABANDONED_SECONDS}::int)`;
    return progressOf(tx, scope);
  });
}

/** Continues the scope's running checks for a second or two, in constant memory. */
export async function continueCheck(scope: Scope): Promise<CheckProgress> {
  const end = performance.now() + STEP_MS;
  while (performance.now() < end && (await step(scope)));
  return read(scope, (tx) => progressOf(tx, scope));
}

/** Returns whether any work was left. */
function step(scope: Scope): Promise<boolean> {
  return change(scope, async (tx) => {
    const [next] = await tx.$queryRaw<{ tenantId: string }[]>`
      select k.tenant_id as "tenantId" from activity_checks k
      join (${chainsOf(scope)}) c (id, key, name, removed) on c.id = k.tenant_id
      where k.finished_at is null order by k.tenant_id limit 1`;
    if (!next) return false;
    // Two browsers with the same check take turns.
    await tx.$queryRaw`select 1 from activity_checks where tenant_id = ${next.tenantId}::uuid for update`;
    const check = await tx.activityCheck.findUniqueOrThrow({ where: { tenantId: next.tenantId } });
    if (check.finishedAt === null) await advance(tx, scope, check);
    return true;
  });
}

async function advance(tx: Tx, scope: Scope, check: ActivityCheck): Promise<void> {
  const rows = await tx.activity.findMany({
    where: { tenantId: check.tenantId, seq: { gt: check.seq, lte: check.untilSeq } },
    orderBy: { seq: "asc" },
    take: STEP_ROWS,
  });
  const found = judgeRows(check, rows);
  const { problem = endProblem(check, found.seq, rows.length) } = found;
  const finished = problem !== null || rows.length < STEP_ROWS;
  await tx.$executeRaw`
    update activity_checks
    set seq = ${found.seq}, hash = ${found.hash}, first_at = ${found.firstAt}, last_at = ${found.lastAt},
        problem = ${problem?.kind ?? null}, problem_seq = ${problem?.seq ?? null}::bigint, moved_at = clock_timestamp(),
        finished_at = case when ${finished}::boolean then clock_timestamp() end
    where tenant_id = ${check.tenantId}::uuid`;
  if (finished) await noteResult(tx, scope, check.tenantId, { rows: found.seq, problem });
}

type Problem = { kind: Misfit; seq: bigint };

type Found = Pick<ActivityCheck, "seq" | "hash" | "firstAt" | "lastAt"> & { problem?: Problem };

function judgeRows(check: ActivityCheck, rows: readonly (ActivityEntry & { hash: string })[]): Found {
  let { seq, hash, firstAt, lastAt } = check;
  for (const row of rows) {
    const kind = misfitOf({ seq, hash }, row) ?? rewritten(check, row);
    // A missing row has no number in the table, so the expected one is reported.
    if (kind)
      return { seq, hash, firstAt, lastAt, problem: { kind, seq: kind === "gap" ? seq + 1n : row.seq } };
    ({ seq, hash } = row);
    firstAt ??= row.at;
    lastAt = row.at;
  }
  return { seq, hash, firstAt, lastAt };
}

/** A consistent chain that lacks the last successful check's final row was rewritten. */
function rewritten(check: ActivityCheck, row: { seq: bigint; hash: string }): Misfit | null {
  return row.seq === check.anchorSeq && check.anchorHash !== null && row.hash !== check.anchorHash
    ? "rewritten"
    : null;
}

/** Rows of the last successful check, or of the start of this one, are missing at the end. */
function endProblem(check: ActivityCheck, seq: bigint, rows: number): Problem | null {
  if (rows === STEP_ROWS) return null;
  return seq < check.untilSeq || seq < check.anchorSeq ? { kind: "end", seq: seq + 1n } : null;
}

async function noteResult(
  tx: Tx,
  scope: Scope,
  tenantId: string,
  { rows, problem }: { rows: bigint; problem: Problem | null },
): Promise<void> {
  const result = problem ? { result: problem.kind, at_row: problem.seq.toString() } : { result: "unbroken" };
  const about =
    tenantId === NO_TENANT ? { kind: "trail", id: tenantId } : { kind: "trail", id: tenantId, tenantId };
  if (await isSaid(tx, tenantId, result)) return;
  await recordActivity(tx, scope, "activity.checked", about, { rows: rows.toString(), ...result });
}

/** Read as text: a manipulated row may contain anything. */
async function isSaid(
  tx: Tx,
  tenantId: string,
  result: { result: string; at_row?: string },
): Promise<boolean> {
  const [last] = await tx.$queryRaw<{ result: string | null; row: string | null }[]>`
    select substring(a.details from '"result":"(\\w+)"') as result, substring(a.details from '"at_row":"(\\d+)"') as row
    from activity a where a.tenant_id = ${tenantId}::uuid and a.action = 'activity.checked'
      and a.at > clock_timestamp() - make_interval(secs => ${SAID_SECONDS}::int)
    order by a.at desc, a.seq desc limit 1`;
  return last !== undefined && last.result === result.result && last.row === (result.at_row ?? null);
}

async function progressOf(tx: Tx, scope: Scope): Promise<CheckProgress> {
  const [sum] = await tx.$queryRaw<{ rows: bigint | null; total: bigint | null; open: bigint }[]>`
    select sum(k.seq)::bigint as rows, sum(k.until_seq)::bigint as total, count(*) filter (where k.finished_at is null) as open
    from activity_checks k join (${chainsOf(scope)}) c (id, key, name, removed) on c.id = k.tenant_id`;
  return {
    rows: Number(sum?.rows ?? 0),
    rowsTotal: Number(sum?.total ?? 0),
    finished: Number(sum?.open ?? 0) === 0,
  };
}

/** The last check of every chain that the scope may see: problems first, then by key. */
export async function listChecks(scope: Scope): Promise<ChainCheck[]> {
  const rows = await read(
    scope,
    (tx) => tx.$queryRaw<(StoredCheck & OwnerColumns)[]>`
      select c.id as "tenantId", c.key as "ownerKey", c.name as "ownerName", c.removed, k.started_by as "startedBy",
             k.finished_at as "finishedAt", k.seq, k.until_seq as "untilSeq", k.first_at as "firstAt", k.last_at as "lastAt",
             k.hash, k.problem, k.problem_seq as "problemSeq"
      from activity_checks k join (${chainsOf(scope)}) c (id, key, name, removed) on c.id = k.tenant_id
      order by k.problem is null, c.key nulls first, c.id`,
  );
  return rows.map((row) => ({
    owner: ownerOf(row),
    startedBy: row.startedBy,
    finishedAt: row.finishedAt,
    rows: Number(row.seq),
    rowsTotal: Number(row.untilSeq),
    firstAt: row.firstAt,
    lastAt: row.lastAt,
    hash: row.hash,
    problem:
      row.problem === null || row.problemSeq === null
        ? null
        : { kind: row.problem, seq: row.problemSeq.toString() },
  }));
}

type StoredCheck = {
  startedBy: string;
  finishedAt: Date | null;
  seq: bigint;
  untilSeq: bigint;
  firstAt: Date | null;
  lastAt: Date | null;
  hash: string;
  problem: Misfit | null;
  problemSeq: bigint | null;
};
