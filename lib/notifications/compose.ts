import "server-only";
import { APPROVAL } from "@/lib/approvals/row";
import { databaseNow } from "@/lib/core/clock";
import { bookkeep, type Tx } from "@/lib/core/db";
import { SECOND_MS } from "@/lib/core/durations";
import { systemScope } from "@/lib/core/scope";
import { UPDATING } from "@/lib/delivery/channels/registry";
import type { LeasedDelivery } from "@/lib/delivery/channels/types";
import type { Compose, Composed } from "@/lib/delivery/news";
import type { Approval, Notification } from "@/lib/generated/prisma/client";
import type { NoticeKind } from "@/lib/notices/types";
import { findDestinations, findPerson, isStillAsked } from "./audience";
import { outcomeOf } from "./call-facts";
import { type Composing, messageOf, overMessage } from "./messages";
import { openReviews } from "./open-reviews";
import { choicesOf } from "./preferences";
import { ASKING, heldByQuiet, isAsking, turnedOff } from "./rules";
import { isPersonal, type NotificationChoices } from "./types";

// A message as it is right now. Between an event and its message people decide, lose rights, change their choices.

const scope = systemScope("notifications");

/** Composes what a delivery says at this moment, or says why it says nothing any more. */
export const compose: Compose = (delivery) => bookkeep(scope, (tx) => composed(tx, delivery));

async function composed(tx: Tx, delivery: LeasedDelivery): Promise<Composed> {
  const { tenantId, id: deliveryId } = delivery;
  const rows = await tx.notification.findMany({ where: { tenantId, deliveryId }, orderBy: { id: "asc" } });
  const recipient = await recipientOf(tx, delivery);
  if ("withdrawn" in recipient) return closing(tx, delivery, rows, recipient.withdrawn);
  const now = { ...recipient, mayHaveArrived: await mayHaveArrived(tx, delivery) };
  const parts: Part[] = [];
  for (const row of rows) parts.push(await judged(tx, row, now));
  const [only] = parts;
  if (only && "over" in only && parts.length === 1) return closing(tx, delivery, rows, only.over);
  if (!parts.some(isSaid)) return unsaid(parts);
  // What quiet hours would hold goes along with what they let through.
  const said = parts.flatMap((part) =>
    "withdrawn" in part || "over" in part ? [] : [{ row: part.row, call: part.call }],
  );
  await withdraw(tx, parts);
  return { message: await messageOf(tx, await composingOf(tx, delivery, said, recipient.zone), said) };
}

/** The end of what a recipient got before; withdrawn if nothing can have arrived. */
async function closing(
  tx: Tx,
  delivery: LeasedDelivery,
  rows: readonly Notification[],
  reason: string,
): Promise<Composed> {
  const [first] = rows;
  const arrived = rows.some(({ sentVersion }) => sentVersion > 0) || (await mayHaveArrived(tx, delivery));
  if (!first || !arrived || !canUpdate(delivery.channel)) return { withdrawn: reason };
  const said = rows.map((row) => ({ row, call: null }));
  return { message: await overMessage(tx, await composingOf(tx, delivery, said, "UTC"), first) };
}

const canUpdate = (channel: string) => UPDATING.some((one) => one === channel);

/** Whether an attempt may have got through without being recorded: one that was made, and not only held. */
async function mayHaveArrived(
  tx: Tx,
  { tenantId, id, attempts, lostAttempts }: LeasedDelivery,
): Promise<boolean> {
  if (lostAttempts > 0) return true;
  if (attempts <= 1) return false;
  const [row] = await tx.$queryRaw<{ made: boolean }[]>`
    select exists (select 1 from delivery_attempts a where a.tenant_id = ${tenantId}::uuid and a.delivery_id = ${id}::uuid
                     and (a.status is not null or a.duration_ms > 0)) as made`;
  return row?.made ?? false;
}

/** Held while any part is held; withdrawn otherwise. */
function unsaid(parts: readonly Part[]): Composed {
  const held = parts.find((part) => "heldMs" in part);
  if (held && "heldMs" in held) return { heldMs: held.heldMs, reason: held.reason };
  const [first] = parts;
  return { withdrawn: first && "withdrawn" in first ? first.withdrawn : "Nothing is left to be said." };
}

/** Who gets it, as of now; `choices` of a person. */
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
  if (!person) return { withdrawn: "The recipient can no longer sign in, or see this tenant." };
  const choices = choicesOf(person.choices, person.preferences);
  return { choices, zone: choices.zone ?? "UTC" };
}

type Said = { row: Notification; call: Approval | null };
type Held = Said & { heldMs: number; reason: string };
/** `over`: it may have arrived before, and asks for nothing any more. */
type Part = Said | Held | { row: Notification; withdrawn: string } | { row: Notification; over: string };

const isSaid = (part: Part) => !("withdrawn" in part || "heldMs" in part || "over" in part);

type Now = RecipientNow & { mayHaveArrived: boolean };

/** Whether a notification is still to be sent. What was sent already is only brought up to date. */
async function judged(tx: Tx, row: Notification, now: Now): Promise<Part> {
  const call = await callOf(tx, row);
  if (row.approvalId !== null && !call) return { row, withdrawn: "The call was removed." };
  if (row.sentVersion > 0) return { row, call };
  if (row.kind === "review" && !now.mayHaveArrived && (await openReviews(tx, row)) === 0)
    return { row, withdrawn: "Before this was sent, it was reviewed." };
  const asked = call && isAsking(row.kind) ? await judgedCall(tx, row, call, now) : null;
  if (asked) return asked;
  return now.choices === null ? ofDestination(tx, row, call) : ofPerson(tx, { row, call }, now.choices);
}

/** A message that asks for a decision: null while it does. */
async function judgedCall(
  tx: Tx,
  row: Notification,
  call: Approval,
  { mayHaveArrived: arrived }: Now,
): Promise<Part | null> {
  if (call.decision === "pending" && call.releaseAt !== null) {
    const ms = call.releaseAt.getTime() - (await databaseNow(tx)).getTime();
    return { row, call, heldMs: Math.max(ms, SECOND_MS), reason: "Approved, and held before its release." };
  }
  if (!arrived && (await isSaidLater(tx, row)))
    return { row, withdrawn: "A later notification about this call is sent instead." };
  const closable = arrived && canUpdate(row.channel);
  const outcome = outcomeOf(call, "UTC");
  if (outcome !== null)
    return closable ? { row, call } : { row, withdrawn: `Before this was sent: ${outcome}` };
  if (row.recipientKind !== "user") return null;
  if (await isStillAsked(tx, call, row.recipientId)) return null;
  const why = "The recipient may no longer decide it, has decided, snoozed it or is out.";
  return closable ? { row, over: why } : { row, withdrawn: why };
}

/** After an outage several about one call are due together: the newest says it all. */
async function isSaidLater(tx: Tx, row: Notification): Promise<boolean> {
  const { tenantId, approvalId, recipientId, channel, id } = row;
  const later = await tx.notification.findFirst({
    where: {
      ...{ tenantId, approvalId, recipientId, channel, id: { gt: id } },
      ...{ kind: { in: [...ASKING] }, state: { in: ["queued", "sent"] } },
      // One that is held comes too late to stand for this one.
      OR: [{ heldUntil: null }, { heldUntil: { lte: await databaseNow(tx) } }],
    },
    select: { id: true },
  });
  return later !== null;
}

/** Its kinds, least risk and group may have changed since. */
async function ofDestination(tx: Tx, row: Notification, call: Approval | null): Promise<Part> {
  const { tenantId, recipientId } = row;
  const takers = await findDestinations(tx, { tenantId, kind: row.kind as NoticeKind, call });
  if (takers.some(({ id }) => id === recipientId)) return { row, call };
  return { row, withdrawn: "The destination does not take this any more." };
}

/** Their choices and quiet hours may have changed since. */
async function ofPerson(tx: Tx, said: Said, choices: NotificationChoices): Promise<Part> {
  const { row, call } = said;
  if (!isPersonal(row.channel)) return said;
  const now = await databaseNow(tx);
  const occasion = { kind: row.kind as NoticeKind, risk: call?.risk ?? null, decideBy: null, now };
  const off = turnedOff(choices, row.channel, occasion);
  if (off !== null) return { row, withdrawn: off };
  const quiet = heldByQuiet(choices, occasion);
  if (quiet === null) return said;
  return { ...said, heldMs: quiet.getTime() - now.getTime(), reason: "Held by quiet hours." };
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
  delivery: LeasedDelivery,
  said: readonly Said[],
  zone: string,
): Promise<Composing> {
  return {
    delivery,
    zone,
    at: await databaseNow(tx),
    version: Math.max(...said.map(({ row }) => row.version)),
    remote: said.find(({ row }) => row.remote !== null)?.row.remote ?? null,
    parent: await parentOf(tx, said),
    isUpdate: said.some(({ row }) => row.sentVersion > 0),
    isRetry: await mayHaveArrived(tx, delivery),
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

async function callOf(tx: Tx, { tenantId, approvalId }: Notification): Promise<Approval | null> {
  if (approvalId === null) return null;
  const [call] = await tx.$queryRaw<Approval[]>`
    select ${APPROVAL} from approvals a where a.tenant_id = ${tenantId}::uuid and a.id = ${approvalId}::uuid`;
  return call ?? null;
}
