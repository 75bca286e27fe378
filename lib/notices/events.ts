import "server-only";
import { Prisma } from "@/lib/generated/prisma/client";
import type { NoticeEventKind } from "./types";

/** An event about which people outside the console may have to be notified. */
export type NoticeEvent = {
  tenantId: string;
  kind: NoticeEventKind;
  subjectKind: string;
  subjectId: string;
  /** `percent` and `decide_by` of a reminder, `after_seconds` of an escalation: a call may have several of each. */
  details: Record<string, unknown>;
};

const KEPT = ["percent", "decide_by", "after_seconds", "day", "gateway_id", "delivery_id"] as const;

/** The statement that writes events, for the transaction of their change. */
export function insertNotices(events: readonly NoticeEvent[]): Prisma.Sql {
  const rows = events.map(({ details, ...event }) => ({
    ...event,
    details: Object.fromEntries(KEPT.flatMap((name) => (name in details ? [[name, details[name]]] : []))),
  }));
  return Prisma.sql`
    insert into notice_events (tenant_id, kind, subject_kind, subject_id, details)
    select r."tenantId", r.kind, r."subjectKind", r."subjectId", r.details
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(
      "tenantId" uuid, kind text, "subjectKind" text, "subjectId" text, details jsonb)`;
}

/** A part of a statement that writes the event of calls that begin to wait, from its part `made`. */
export const NOTICE_OF_WAITING = Prisma.sql`
  noticed as (
    insert into notice_events (tenant_id, kind, subject_kind, subject_id)
    select tenant_id, 'waits', 'approval', id::text from made where decision = 'pending')`;
