import * as z from "zod";
import { RISKS } from "@/lib/core/risk";
import { foreignText, pageWire, wireTime } from "@/lib/core/wire";
import { NOTICE_KINDS, PEOPLE_CHANNELS } from "@/lib/notices/types";
import { NOTIFICATION_STATES, type NotificationRow } from "./types";

const notificationWire = z
  .strictObject({
    id: z.uuid(),
    url: z.string().describe("Where people see why it was sent, and its attempts."),
    kind: z.enum(NOTICE_KINDS),
    channel: z.enum(PEOPLE_CHANNELS).nullable().describe("Null: no channel reaches the recipient."),
    state: z
      .enum(NOTIFICATION_STATES)
      .describe(
        "`queued` with `held_until`: held. `queued` with only a `reason`: an attempt failed, and another one follows.",
      ),
    reason: foreignText
      .nullable()
      .describe(
        "Why it is held, failing, withdrawn or not sent. What a provider answered is for administrators only.",
      ),
    held_until: wireTime.nullable(),
    recipient: foreignText.describe("The name of the person or the destination."),
    yours: z.boolean().describe("Whether the recipient is the token’s person."),
    tenant: z.string(),
    approval: z
      .strictObject({ id: z.uuid(), tool: foreignText, risk: z.enum(RISKS) })
      .nullable()
      .describe("What it is about; null for a summary, for example."),
    created_at: wireTime,
    sent_at: wireTime.nullable().describe("When a provider first took it."),
    updated: z.boolean().describe("Whether what was sent was updated since."),
  })
  .meta({ id: "Notification" });

export const notificationPageWire = pageWire(notificationWire);

/** @param url the page of the notification */
export function wireNotification(row: NotificationRow, url: string): z.output<typeof notificationWire> {
  const { id, kind, channel, state, reason, heldUntil, recipient, isOwn, tenant, call } = row;
  return {
    ...{ id, url, kind, channel: channel === "none" ? null : channel, state, reason },
    ...{ held_until: heldUntil, recipient, yours: isOwn, tenant },
    approval: call,
    ...{ created_at: row.createdAt, sent_at: row.sentAt, updated: row.isUpdated },
  };
}
