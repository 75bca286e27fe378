import { read } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import type { ActivityEntry } from "./chain";
import { type Details, readDetails } from "./wire";

/** Latest rows of a subject by action, for "last changed by". */
export async function listLatest(
  scope: Scope,
  subject: { kind: string; id: string; tenantId: string },
  action: string,
  limit: number,
): Promise<{ at: Date; actorName: string; details: Details }[]> {
  const rows = await read(scope, (tx) =>
    tx.activity.findMany({
      where: { tenantId: subject.tenantId, subjectKind: subject.kind, subjectId: subject.id, action },
      orderBy: { seq: "desc" },
      take: limit,
    }),
  );
  return rows.map(({ at, actorName, details }) => ({ at, actorName, details: readDetails(action, details) }));
}

/** One line of an approval's timeline, oldest first. */
type TimelineRow = {
  at: Date;
  actorKind: string;
  actorId: string | null;
  actorName: string;
  action: string;
  details: Details;
  entry: ChainedRow;
};

export type ChainedRow = ActivityEntry & { hash: string };

/** Activity of one subject, oldest first, at most 200 rows. */
export async function listActivityOf(
  scope: Scope,
  kind: string,
  id: string,
  limit = 200,
): Promise<TimelineRow[]> {
  const rows = await read(scope, (tx) =>
    tx.activity.findMany({
      where: { tenantId: { in: [...scope.tenants] }, subjectKind: kind, subjectId: id },
      orderBy: { seq: "asc" },
      take: limit,
    }),
  );
  return rows.map((row) => ({
    at: row.at,
    actorKind: row.actorKind,
    actorId: row.actorId,
    actorName: row.actorName,
    action: row.action,
    details: readDetails(row.action, row.details),
    entry: chainedRow(row),
  }));
}

function chainedRow(row: ChainedRow): ChainedRow {
  const { tenantId, seq, at, actorKind, actorId, actorName, action } = row;
  const { subjectKind, subjectId, details, previous, hash } = row;
  const who = { actorKind, actorId, actorName };
  return { tenantId, seq, at, ...who, action, subjectKind, subjectId, details, previous, hash };
}
