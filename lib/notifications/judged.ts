import "server-only";
import { APPROVAL } from "@/lib/approvals/row";
import { databaseNow } from "@/lib/core/clock";
import type { Tx } from "@/lib/core/db";
import { SECOND_MS } from "@/lib/core/durations";
import type { Approval, Notification } from "@/lib/generated/prisma/client";
import type { NoticeKind } from "@/lib/notices/types";
import {
  ADMINISTRATORS,
  findDestinations,
  isEligible,
  isOneOf,
  isStillAsked,
  type PeopleKind,
  reviewersOf,
} from "./audience";
import { HELD_BEFORE_RELEASE, outcomeOf } from "./call-facts";
import { openReviews } from "./open-reviews";
import { ASKING, heldByQuiet, isAsking, turnedOff } from "./rules";
import { isPersonal, type NotificationChoices } from "./types";

// Whether a notification still says something true to a person who may read it, right before it is sent.

/** Who gets it, as of now; `choices` of a person. */
export type RecipientNow = { choices: NotificationChoices | null; zone: string };

export type Said = { row: Notification; call: Approval | null };
type Held = Said & { heldMs: number; reason: string };
/** `over`: it may have arrived before, and asks for nothing any more. */
export type Part =
  | Said
  | Held
  | { row: Notification; withdrawn: string }
  | { row: Notification; over: string };

export const isSaid = (part: Part) => !("withdrawn" in part || "heldMs" in part || "over" in part);

/**
 * `closable`: it may have arrived before, and its recipient takes updates. `isAlone`: in its message.
 */
type Now = RecipientNow & { closable: boolean; isAlone: boolean };

/** Whether a notification is still to be sent. What was sent already is only brought up to date. */
export async function judged(tx: Tx, row: Notification, now: Now): Promise<Part> {
  const call = await callOf(tx, row);
  if (row.approvalId !== null && !call) return { row, withdrawn: "The call was removed." };
  if (row.sentVersion > 0) return judgedUpdate(tx, row, call, now);
  const over = await whyOver(tx, row, call);
  if (over !== null) return { row, withdrawn: over };
  const asked = call && isAsking(row.kind) ? await judgedCall(tx, row, call, now) : null;
  if (asked) return asked;
  return now.choices === null ? ofDestination(tx, row, call) : ofPerson(tx, { row, call }, now.choices);
}

/** What was sent is brought up to date; who lost the right since reads no more of the call. */
async function judgedUpdate(
  tx: Tx,
  row: Notification,
  call: Approval | null,
  { isAlone }: Now,
): Promise<Part> {
  if (call === null || !isAsking(row.kind)) return { row, call };
  const isPending = call.decision === "pending";
  // Who was on duty then learns the outcome after the shift, too.
  const onDuty = isPending ? null : row.sentAt;
  if (row.recipientKind === "user" && !(await isEligible(tx, call, row.recipientId, onDuty)))
    return { row, over: "The recipient may no longer decide it." };
  // A device shows one notification for each call.
  if (isPending && isAlone && row.channel === "push" && (await isSaidLater(tx, row, ASKING, 1)))
    return { row, withdrawn: "A later notification about this call was updated." };
  return { row, call };
}

/** Why what a notification asks for has been done, or is not for its recipient any more; null if neither. */
async function whyOver(tx: Tx, row: Notification, call: Approval | null): Promise<string | null> {
  if (row.kind === "review") {
    if ((await openReviews(tx, row)) === 0) return "Before this was sent, it was reviewed.";
    return whyNotOneOf(tx, row, reviewersOf(call), "The recipient may no longer review it.");
  }
  const { delivery_id: id } = row.details as { delivery_id?: string };
  if (row.kind !== "undelivered" || id === undefined) return null;
  const stillDead = await tx.delivery.count({ where: { tenantId: row.tenantId, id, state: "dead" } });
  if (stillDead === 0) return "Before this was sent, the delivery was replayed.";
  return whyNotOneOf(tx, row, ADMINISTRATORS, "The recipient no longer administers this tenant.");
}

async function whyNotOneOf(tx: Tx, row: Notification, kind: PeopleKind, why: string): Promise<string | null> {
  if (row.recipientKind !== "user") return null;
  return (await isOneOf(tx, row.tenantId, kind, row.recipientId)) ? null : why;
}

/** A message that asks for a decision: null while it does. */
async function judgedCall(
  tx: Tx,
  row: Notification,
  call: Approval,
  { closable, choices }: Now,
): Promise<Part | null> {
  if (call.decision === "pending" && call.releaseAt !== null) {
    const ms = call.releaseAt.getTime() - (await databaseNow(tx)).getTime();
    return { row, call, heldMs: Math.max(ms, SECOND_MS), reason: HELD_BEFORE_RELEASE };
  }
  if (!closable && (await isSaidLater(tx, row, await takenNow(tx, row, call, choices))))
    return { row, withdrawn: "A later notification about this call is sent instead." };
  const outcome = outcomeOf(call, "UTC");
  if (outcome !== null)
    return closable ? { row, call } : { row, withdrawn: `Before this was sent: ${outcome}` };
  if (row.recipientKind !== "user") return null;
  if (await isStillAsked(tx, call, row.recipientId)) return null;
  const why = "The recipient may no longer decide it, has decided, snoozed it or is out.";
  return closable ? { row, over: why } : { row, withdrawn: why };
}

/** The kinds that ask for a decision and that the recipient takes now. */
async function takenNow(
  tx: Tx,
  { tenantId, recipientId, channel }: Notification,
  { risk }: Approval,
  choices: NotificationChoices | null,
): Promise<readonly NoticeKind[]> {
  if (choices !== null)
    return ASKING.filter(
      (kind) => isPersonal(channel) && turnedOff(choices, channel, { kind, risk }) === null,
    );
  const place = await tx.destination.findFirst({ where: { tenantId, id: recipientId } });
  return ASKING.filter((kind) => place?.events.includes(kind));
}

/**
 * After an outage several about one call are due together: the newest says it all.
 * @param kinds of those that stand for this one
 * @param leastSent 1: only those that were sent
 */
async function isSaidLater(
  tx: Tx,
  row: Notification,
  kinds: readonly NoticeKind[],
  leastSent = 0,
): Promise<boolean> {
  const { tenantId, approvalId, recipientId, channel, id, createdAt } = row;
  const later = await tx.notification.findFirst({
    where: {
      ...{ tenantId, approvalId, recipientId, channel, kind: { in: [...kinds] } },
      ...{ state: { in: ["queued", "sent"] }, sentVersion: { gte: leastSent } },
      AND: [
        // Ids have the time of their worker, which may differ.
        { OR: [{ createdAt: { gt: createdAt } }, { createdAt, id: { gt: id } }] },
        // One that is held comes too late to stand for this one.
        { OR: [{ heldUntil: null }, { heldUntil: { lte: await databaseNow(tx) } }] },
      ],
    },
    select: { id: true },
  });
  return later !== null;
}

/** Its kinds, least risk and group may have changed since. */
async function ofDestination(tx: Tx, row: Notification, call: Approval | null): Promise<Part> {
  const { tenantId, recipientId, details } = row;
  const takers = await findDestinations(tx, { tenantId, kind: row.kind as NoticeKind, call, details });
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

async function callOf(tx: Tx, { tenantId, approvalId }: Notification): Promise<Approval | null> {
  if (approvalId === null) return null;
  const [call] = await tx.$queryRaw<Approval[]>`
    select ${APPROVAL} from approvals a where a.tenant_id = ${tenantId}::uuid and a.id = ${approvalId}::uuid`;
  return call ?? null;
}
