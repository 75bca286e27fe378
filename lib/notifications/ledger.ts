import "server-only";
import type { Tx } from "@/lib/core/db";
import type { NoticeKind, PeopleChannel } from "@/lib/notices/types";
import type { Why } from "./why";

/** A notification as it is first noted: queued, or why nothing is sent. */
export type NewNotification = {
  id: string;
  tenantId: string;
  kind: NoticeKind;
  subjectKind: string;
  subjectId: string;
  approvalId: string | null;
  occurrence: string;
  recipientKind: "user" | "destination" | "nobody";
  recipientId: string;
  recipientName: string;
  channel: PeopleChannel | "none";
  why: Why;
  details: Record<string, unknown>;
  state: "queued" | "not_sent";
  reason: string | null;
  heldUntil: Date | null;
};

/** One that was new and is to be sent. */
export type Queued = {
  id: string;
  recipientKind: "user" | "destination";
  recipientId: string;
  channel: PeopleChannel;
  heldUntil: Date | null;
};

/**
 * Notes notifications, each once for its event, recipient and channel: an event that is read again finds them here.
 * @returns the new ones that are to be sent
 */
export async function storeNotifications(tx: Tx, rows: readonly NewNotification[]): Promise<Queued[]> {
  if (rows.length === 0) return [];
  const made = await tx.$queryRaw<(Queued & { state: string })[]>`
    insert into notifications (id, tenant_id, kind, subject_kind, subject_id, approval_id, occurrence, recipient_kind,
                               recipient_id, recipient_name, channel, why, details, state, reason, held_until)
    select r.id, r."tenantId", r.kind, r."subjectKind", r."subjectId", r."approvalId", r.occurrence, r."recipientKind",
           r."recipientId", r."recipientName", r.channel, r.why, r.details, r.state, r.reason, r."heldUntil"
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(
      id uuid, "tenantId" uuid, kind text, "subjectKind" text, "subjectId" text, "approvalId" uuid, occurrence text,
      "recipientKind" text, "recipientId" uuid, "recipientName" text, channel text, why jsonb, details jsonb,
      state notification_state, reason text, "heldUntil" timestamptz)
    on conflict do nothing
    returning id, recipient_kind as "recipientKind", recipient_id as "recipientId", channel, held_until as "heldUntil", state::text`;
  return made.filter(({ state }) => state === "queued").map(({ state: _, ...one }) => one);
}
