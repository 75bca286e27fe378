import { wireEntry } from "@/lib/activity/chain";
import { EXPORT_KIND, EXPORT_VERSION } from "@/lib/activity/types";
import { databaseNow } from "@/lib/core/clock";
import { readList } from "@/lib/core/db";
import { csvHeader, csvLine } from "@/lib/core/export";
import type { Scope } from "@/lib/core/scope";
import { chainsOf } from "./chains";
import type { ActivityFilter } from "./filter";
import { listActivity } from "./queries";
import type { ActivityRow } from "./types";

// Rows per step: the memory of an export of any size.
const STEP = 500;

type Chain = { id: string; key: string | null; from: bigint; to: bigint; hash: string };

/**
 * The form that can be verified offline: whole chains, oldest first, as JSON lines. The first line
 * lists the contents, the last one the ends of the chains. Only the filters for tenant and time
 * apply, because others would leave gaps that look like tampering.
 */
export async function* exportLines(scope: Scope, filter: ActivityFilter): AsyncGenerator<string> {
  const { chains, at } = await chainsToExport(scope, filter);
  const named = chains.map(({ id, key, from, to }) => ({
    tenant_id: id,
    tenant: key,
    from_seq: from.toString(),
    to_seq: to.toString(),
  }));
  yield lines([{ kind: EXPORT_KIND, version: EXPORT_VERSION, exported_at: at.toISOString(), chains: named }]);
  let rows = 0;
  for (const chain of chains)
    for (let seq = chain.from - 1n; seq < chain.to; ) {
      const step = await readStep(scope, chain, seq);
      const last = step.at(-1);
      if (!last) break;
      yield lines(step.map(({ hash, ...entry }) => ({ ...wireEntry(entry), hash })));
      rows += step.length;
      seq = last.seq;
    }
  const ends = chains.map(({ id, to, hash }) => ({ tenant_id: id, seq: to.toString(), hash }));
  yield lines([{ kind: "end", rows: rows.toString(), chains: ends }]);
}

const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

async function chainsToExport(scope: Scope, filter: ActivityFilter): Promise<{ chains: Chain[]; at: Date }> {
  return readList(scope, async (tx) => {
    const chains = await tx.$queryRaw<Chain[]>`
      with spans as (
        select c.id, c.key,
               (select min(a.seq) from activity a where a.tenant_id = c.id
                 and (${filter.since ?? null}::timestamptz is null or a.at >= ${filter.since ?? null}::timestamptz)) as first,
               (select max(a.seq) from activity a where a.tenant_id = c.id
                 and (${filter.until ?? null}::timestamptz is null or a.at < ${filter.until ?? null}::timestamptz)) as last
        from (${chainsOf(scope, filter.tenant)}) c (id, key, name, removed))
      select s.id, s.key, s.first as from, s.last as to, a.hash
      from spans s join activity a on a.tenant_id = s.id and a.seq = s.last
      where s.first <= s.last order by s.key nulls first, s.id`;
    return { chains, at: await databaseNow(tx) };
  });
}

function readStep(scope: Scope, chain: Chain, after: bigint) {
  return readList(scope, (tx) =>
    tx.activity.findMany({
      where: { tenantId: chain.id, seq: { gt: after, lte: chain.to } },
      orderBy: { seq: "asc" },
      take: STEP,
    }),
  );
}

const CSV_COLUMNS = [
  "at",
  "tenant",
  "actor_kind",
  "actor_id",
  "actor_name",
  "action",
  "subject_kind",
  "subject_id",
  "subject_label",
  "details",
  "seq",
  "hash",
] as const;

/** The filtered list as CSV, newest first. Cells cannot run as formulas. It cannot be verified. */
export async function* exportCsv(scope: Scope, filter: ActivityFilter): AsyncGenerator<string> {
  yield csvHeader(CSV_COLUMNS);
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await listActivity(scope, filter, { limit: STEP, cursor });
    if (page.rows.length > 0) yield page.rows.map((row) => csvLine(CSV_COLUMNS, recordOf(row))).join("");
    more = page.nextCursor !== null;
    cursor = page.nextCursor ?? undefined;
  }
}

function recordOf(row: ActivityRow): Record<(typeof CSV_COLUMNS)[number], Date | string | null> {
  return {
    at: row.at,
    tenant: row.owner?.key ?? null,
    actor_kind: row.actorKind,
    actor_id: row.actorId,
    actor_name: row.actorName,
    action: row.action,
    subject_kind: row.subjectKind,
    subject_id: row.subjectId,
    subject_label: row.subjectLabel,
    details: row.details,
    seq: row.seq,
    hash: row.hash,
  };
}
