import "server-only";
import { databaseNow } from "@/lib/core/clock";
import { bookkeep, type Tx } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { canUpdate } from "@/lib/delivery/channels/registry";
import type { LeasedDelivery } from "@/lib/delivery/channels/types";
import type { Compose, Composed } from "@/lib/delivery/news";
import type { Notification } from "@/lib/generated/prisma/client";
import { findPerson } from "./audience";
import { isSaid, judged, type Part, type RecipientNow, type Said } from "./judged";
import { type Composing, messageOf, overMessage } from "./messages";
import { choicesOf } from "./preferences";

// A message as it is right now. Between an event and its message people decide, lose rights, change their choices.

const scope = systemScope("notifications");

/** Composes what a delivery says at this moment, or says why it says nothing any more. */
export const compose: Compose = (delivery) => bookkeep(scope, (tx) => composed(tx, delivery));

async function composed(tx: Tx, delivery: LeasedDelivery): Promise<Composed> {
  const { tenantId, id: deliveryId } = delivery;
  const rows = await tx.notification.findMany({ where: { tenantId, deliveryId }, orderBy: { id: "asc" } });
  const recipient = await recipientOf(tx, delivery);
  const attempt = { delivery, mayHaveArrived: await mayHaveArrived(tx, delivery) };
  if ("withdrawn" in recipient) return closing(tx, attempt, rows, recipient.withdrawn);
  const closable = attempt.mayHaveArrived && canUpdate(delivery);
  const now = { ...recipient, closable, isAlone: rows.length === 1 };
  const parts: Part[] = [];
  for (const row of rows) parts.push(await judged(tx, row, now));
  if (!parts.some(isSaid)) {
    const over = parts.some((part) => "heldMs" in part) ? undefined : parts.find((part) => "over" in part);
    return over && "over" in over ? closing(tx, attempt, rows, over.over) : unsaid(parts);
  }
  // What quiet hours would hold goes along with what they let through.
  const said = parts.flatMap((part) =>
    "withdrawn" in part || "over" in part ? [] : [{ row: part.row, call: part.call }],
  );
  // A list that was shown stays one, however little is left of it.
  const isShown = attempt.mayHaveArrived || rows.some(({ sentVersion }) => sentVersion > 0);
  if (!isShown) await withdraw(tx, parts);
  const isList = said.length > 1 || (isShown && rows.length > 1);
  const composing = await composingOf(tx, attempt, said, recipient.zone);
  return { message: await messageOf(tx, { ...composing, isList }, said) };
}

/** `mayHaveArrived`: an earlier attempt may have got through. */
type Attempt = { delivery: LeasedDelivery; mayHaveArrived: boolean };

/** The end of what a recipient got before; withdrawn if nothing can have arrived. */
async function closing(
  tx: Tx,
  attempt: Attempt,
  rows: readonly Notification[],
  reason: string,
): Promise<Composed> {
  const [first] = rows;
  const arrived = rows.some(({ sentVersion }) => sentVersion > 0) || attempt.mayHaveArrived;
  if (!first || !arrived || !canUpdate(attempt.delivery)) return { withdrawn: reason };
  const said = rows.map((row) => ({ row, call: null }));
  const composing = { ...(await composingOf(tx, attempt, said, "UTC")), isList: rows.length > 1 };
  return { message: await overMessage(tx, composing, first) };
}

/** Whether an attempt may have got through without being recorded: one without an answer, or that failed inside. */
async function mayHaveArrived(
  tx: Tx,
  { tenantId, id, attempts, lostAttempts }: LeasedDelivery,
): Promise<boolean> {
  if (lostAttempts > 0) return true;
  if (attempts <= 1) return false;
  const [row] = await tx.$queryRaw<{ made: boolean }[]>`
    select exists (select 1 from delivery_attempts a where a.tenant_id = ${tenantId}::uuid and a.delivery_id = ${id}::uuid
                     and (a.status >= 500 or a.status is null and a.duration_ms > 0)) as made`;
  return row?.made ?? false;
}

/** Held while any part is held; withdrawn otherwise. */
function unsaid(parts: readonly Part[]): Composed {
  const held = parts.find((part) => "heldMs" in part);
  if (held && "heldMs" in held) return { heldMs: held.heldMs, reason: held.reason };
  const [first] = parts;
  return { withdrawn: first && "withdrawn" in first ? first.withdrawn : "Nothing is left to be said." };
}

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
  if (!person) return { withdrawn: "The recipient can no longer sign in, or see this tenant." };
  const choices = choicesOf(person.choices, person.preferences);
  return { choices, zone: choices.zone ?? "UTC" };
}

/** Parts of a collected message that fell out: the others are sent without them. */
async function withdraw(tx: Tx, parts: readonly Part[]): Promise<void> {
  const out = parts.flatMap((part) =>
    "withdrawn" in part
      ? [{ id: part.row.id, reason: part.withdrawn }]
      : "over" in part
        ? [{ id: part.row.id, reason: part.over }]
        : [],
  );
  const [first] = parts;
  if (out.length === 0 || !first) return;
  await tx.$executeRaw`
    update notifications n set state = 'withdrawn', reason = r.reason, delivery_id = null, updated_at = clock_timestamp()
    from json_to_recordset(${JSON.stringify(out)}::json) as r(id uuid, reason text)
    where n.tenant_id = ${first.row.tenantId}::uuid and n.id = r.id`;
}

async function composingOf(
  tx: Tx,
  { delivery, mayHaveArrived: isRetry }: Attempt,
  said: readonly Said[],
  zone: string,
): Promise<Omit<Composing, "isList">> {
  return {
    delivery,
    zone,
    at: await databaseNow(tx),
    version: Math.max(...said.map(({ row }) => row.version)),
    remote: said.find(({ row }) => row.remote !== null)?.row.remote ?? null,
    parent: await parentOf(tx, said),
    isUpdate: said.some(({ row }) => row.sentVersion > 0),
    isRetry,
  };
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
