import "server-only";
import { APPROVAL } from "@/lib/approvals/row";
import { databaseNow } from "@/lib/core/clock";
import { bookkeep, type Tx } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import type { LeasedDelivery } from "@/lib/delivery/channels/types";
import type { Compose, Composed } from "@/lib/delivery/news";
import type { Approval, Notification } from "@/lib/generated/prisma/client";
import type { Message } from "@/lib/notices/message";
import type { NoticeKind } from "@/lib/notices/types";
import { findDeciders, findPerson } from "./audience";
import { outcomeOf } from "./call-facts";
import { type Composing, messageOf } from "./messages";
import { choicesOf } from "./preferences";
import { heldByQuiet, turnedOff } from "./rules";
import { isPersonal, type NotificationChoices } from "./types";

// A message as it is right now. Between an event and its message people decide, lose rights, change their choices.

const scope = systemScope("notifications");

/** Composes what a delivery says at this moment, or says why it says nothing any more. */
export const compose: Compose = (delivery) => bookkeep(scope, (tx) => composed(tx, delivery));

async function composed(tx: Tx, delivery: LeasedDelivery): Promise<Composed> {
  const { tenantId, id: deliveryId } = delivery;
  const rows = await tx.notification.findMany({ where: { tenantId, deliveryId }, orderBy: { id: "asc" } });
  const recipient = await recipientOf(tx, delivery);
  if ("withdrawn" in recipient) return recipient;
  const parts: Part[] = [];
  for (const row of rows) parts.push(await judged(tx, row, recipient));
  if (!parts.some(isSaid)) return unsaid(parts);
  // What quiet hours would hold goes along with what they let through.
  const said = parts.flatMap((part) => ("withdrawn" in part ? [] : [{ row: part.row, call: part.call }]));
  await withdraw(tx, parts);
  return { message: await whole(tx, delivery, said, recipient) };
}

/** Held while any part is held; withdrawn otherwise. */
function unsaid(parts: readonly Part[]): Composed {
  const held = parts.find((part) => "heldMs" in part);
  if (held && "heldMs" in held) return { heldMs: held.heldMs, reason: held.reason };
  const [first] = parts;
  return { withdrawn: first && "withdrawn" in first ? first.withdrawn : "Nothing is left to be said." };
}

/** Who gets it, as of now. */
type RecipientNow = { choices: NotificationChoices | null; zone: string };

async function recipientOf(
  tx: Tx,
  { tenantId, recipientKind, recipientId }: LeasedDelivery,
): Promise<RecipientNow | { withdrawn: string }> {
  if (recipientKind !== "user") {
    const place = await tx.destination.findFirst({ where: { tenantId, id: recipientId, offAt: null } });
    return place
      ? { choices: null, zone: "UTC" }
      : { withdrawn: "The destination was removed or switched off." };
  }
  const person = await findPerson(tx, tenantId, recipientId);
  if (!person) return { withdrawn: "They can no longer sign in, or see this tenant." };
  const choices = choicesOf(person.choices, person.preferences);
  return { choices, zone: choices.zone ?? "UTC" };
}

type Said = { row: Notification; call: Approval | null };
type Part = Said | { row: Notification; withdrawn: string } | (Said & { heldMs: number; reason: string });

const isSaid = (part: Part) => !("withdrawn" in part) && !("heldMs" in part);

/** Whether a notification is still to be sent. What was sent already is only brought up to date. */
async function judged(tx: Tx, row: Notification, { choices }: RecipientNow): Promise<Part> {
  const call = await callOf(tx, row);
  if (row.sentVersion > 0) return { row, call };
  if (row.approvalId !== null && !call) return { row, withdrawn: "The call was removed." };
  const why = call && (await overtaken(tx, row, call));
  if (why) return { row, withdrawn: why };
  if (choices === null || !isPersonal(row.channel)) return { row, call };
  const occasion = {
    kind: row.kind as NoticeKind,
    risk: call?.risk ?? null,
    decideBy: null,
    now: await databaseNow(tx),
  };
  const off = turnedOff(choices, row.channel, occasion);
  if (off !== null) return { row, withdrawn: off };
  const quiet = heldByQuiet(choices, occasion);
  if (quiet === null) return { row, call };
  return {
    row,
    call,
    heldMs: quiet.getTime() - occasion.now.getTime(),
    reason: "Held by their quiet hours.",
  };
}

const ASKING: ReadonlySet<string> = new Set(["waits", "reminder", "escalated"]);

/** Why a message that asks for a decision is out of date; null if it is not, or asks for none. */
async function overtaken(tx: Tx, row: Notification, call: Approval): Promise<string | null> {
  if (!ASKING.has(row.kind)) return null;
  const outcome = outcomeOf(call, "UTC");
  if (outcome !== null) return `Before this was sent: ${outcome}`;
  if (row.recipientKind !== "user") return null;
  const [still] = await findDeciders(tx, call, row.recipientId);
  return still ? null : "They may no longer decide it, have decided, snoozed it or are out.";
}

/** Parts of a collected message that fell out: the others are sent without them. */
async function withdraw(tx: Tx, parts: readonly Part[]): Promise<void> {
  const out = parts.flatMap((part) =>
    "withdrawn" in part ? [{ id: part.row.id, reason: part.withdrawn }] : [],
  );
  const [first] = parts;
  if (out.length === 0 || !first) return;
  await tx.$executeRaw`
    update notifications n set state = 'withdrawn', reason = r.reason, delivery_id = null, updated_at = clock_timestamp()
    from json_to_recordset(${JSON.stringify(out)}::json) as r(id uuid, reason text)
    where n.tenant_id = ${first.row.tenantId}::uuid and n.id = r.id`;
}

async function whole(
  tx: Tx,
  delivery: LeasedDelivery,
  said: readonly Said[],
  { zone }: RecipientNow,
): Promise<Message> {
  const parent = await parentOf(tx, said);
  const composing: Composing = {
    delivery,
    zone,
    at: await databaseNow(tx),
    version: Math.max(...said.map(({ row }) => row.version)),
    remote: said.find(({ row }) => row.remote !== null)?.row.remote ?? null,
    parent,
    isRetry: delivery.attempts > 1 || delivery.lostAttempts > 0,
  };
  return messageOf(tx, composing, said);
}

/** What refers to the first message about the same call to the same recipient; null for that one. */
async function parentOf(tx: Tx, [first, ...others]: readonly Said[]): Promise<unknown> {
  if (!first?.call || others.length > 0) return null;
  const { tenantId, approvalId, recipientId, channel, id } = first.row;
  const row = await tx.notification.findFirst({
    where: { tenantId, approvalId, recipientId, channel, id: { not: id }, sentVersion: { gt: 0 } },
    orderBy: { id: "asc" },
    select: { remote: true },
  });
  return row?.remote ?? null;
}

async function callOf(tx: Tx, { tenantId, approvalId }: Notification): Promise<Approval | null> {
  if (approvalId === null) return null;
  const [call] = await tx.$queryRaw<Approval[]>`
    select ${APPROVAL} from approvals a where a.tenant_id = ${tenantId}::uuid and a.id = ${approvalId}::uuid`;
  return call ?? null;
}
