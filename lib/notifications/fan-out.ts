import "server-only";
import { APPROVAL } from "@/lib/approvals/row";
import { channelsSetUp } from "@/lib/channels/set-up";
import { databaseNow } from "@/lib/core/clock";
import type { Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import type { Approval } from "@/lib/generated/prisma/client";
import type { NoticeKind, PeopleChannel } from "@/lib/notices/types";
import {
  ADMINISTRATORS,
  approversOf,
  askedOf,
  findDeciders,
  findDestinations,
  findPeople,
  type PeoplePage,
  type Person,
  reviewersOf,
  subscribersOf,
  toldOf,
} from "./audience";
import { updateSent, wakeHeld, withdrawUnsent } from "./call-changes";
import { type NewNotification, storeNotifications } from "./ledger";
import { choicesOf } from "./preferences";
import { queue } from "./queueing";
import { isAsking, routesOf } from "./rules";

// From an event to one notification per recipient and channel, each with its delivery, in one transaction.

export type StoredEvent = {
  seq: bigint;
  tenantId: string;
  kind: string;
  subjectKind: string;
  subjectId: string;
  details: Record<string, unknown>;
};

/** Notifies of one event. Events of calls that are gone are done with. */
export async function fanOut(tx: Tx, event: StoredEvent): Promise<void> {
  const call = await callOf(tx, event);
  if (event.subjectKind === "approval" && !call) return;
  if (event.kind === "changed") {
    if (call) await followChange(tx, call);
    return;
  }
  await notify(tx, occasionOf(event, call));
}

/** What happened, in the words of a notification. */
type Occasion = {
  tenantId: string;
  kind: NoticeKind;
  subject: { kind: string; id: string };
  occurrence: string;
  details: Record<string, unknown>;
  call: Approval | null;
};

function occasionOf(event: StoredEvent, call: Approval | null): Occasion {
  const { tenantId, details } = event;
  const kind = event.kind as NoticeKind;
  const subject = { kind: event.subjectKind, id: event.subjectId };
  return { tenantId, kind, subject, occurrence: occurrenceOf(event), details, call };
}

/** Which of several alike, the same each time that the event is read. */
function occurrenceOf({ kind, seq, details }: StoredEvent): string {
  switch (kind) {
    case "reminder":
      // An extended call is reminded of again.
      return `${details.percent} of the time until ${details.decide_by}`;
    case "escalated":
      return String(details.after_seconds);
    case "failed":
    case "undelivered":
      // May happen again: to a replayed delivery, to a call of unknown outcome.
      return String(seq);
    default:
      return String(details.day ?? "");
  }
}

/** Updates what was sent about a call, and notifies the same people of its end. */
async function followChange(tx: Tx, call: Approval): Promise<void> {
  await updateSent(tx, call);
  await withdrawUnsent(tx, call);
  await wakeHeld(tx, call);
  const about = { tenantId: call.tenantId, subject: { kind: "approval", id: call.id }, details: {}, call };
  if (call.decision === "expired") await notify(tx, { ...about, kind: "expired", occurrence: "" });
  else if (call.decision !== "pending")
    await notify(tx, {
      ...about,
      kind: "decided",
      occurrence: `${call.decision} ${call.decidedAt?.toISOString()}`,
    });
  if (call.brokeGlass && call.decision === "approved")
    await notify(tx, { ...about, kind: "review", occurrence: "" });
}

async function notify(tx: Tx, occasion: Occasion): Promise<void> {
  const { tenantId, kind, call, details } = occasion;
  const now = await databaseNow(tx);
  const setUp = await channelsSetUp();
  const places = await findDestinations(tx, { tenantId, kind, call, details });
  const note = async (aimed: readonly Aimed[]) => {
    const rows = aimed.map((one): NewNotification => ({ ...one, ...base(occasion) }));
    await queue(tx, occasion, await storeNotifications(tx, rows));
  };
  await note(places.map(toPlace));
  let count = places.length;
  let after: string | null = null;
  do {
    const { people, next }: PeoplePage = await peopleOf(tx, occasion, after);
    await note(people.flatMap((person) => toPerson(person, occasion, { now, setUp })));
    count += people.length;
    after = next;
  } while (after !== null);
  if (count === 0) await noteNobody(tx, occasion);
}

function base({ tenantId, kind, subject, occurrence, details, call }: Occasion) {
  return {
    id: newId(),
    tenantId,
    kind,
    subjectKind: subject.kind,
    subjectId: subject.id,
    approvalId: call?.id ?? null,
    occurrence,
    details,
  };
}

async function peopleOf(
  tx: Tx,
  { kind, tenantId, call }: Occasion,
  after: string | null,
): Promise<PeoplePage> {
  switch (kind) {
    case "waits":
    case "reminder":
      return call ? findDeciders(tx, call, after) : NONE;
    case "escalated": {
      const { people, next } = call ? await findDeciders(tx, call, after) : NONE;
      return { people: people.filter(({ isTold }) => !isTold), next };
    }
    case "decided":
      return call ? findPeople(tx, tenantId, toldOf(call), after) : NONE;
    case "expired":
      return call ? findPeople(tx, tenantId, askedOf(call), after) : NONE;
    case "failed":
      return call ? findPeople(tx, tenantId, approversOf(call), after) : NONE;
    case "review":
      return findPeople(tx, tenantId, reviewersOf(call), after);
    case "undelivered":
      return findPeople(tx, tenantId, ADMINISTRATORS, after);
    case "offender":
    case "weekly":
      return findPeople(tx, tenantId, subscribersOf(kind), after);
  }
}

const NONE: PeoplePage = { people: [], next: null };

type Aimed = Pick<
  NewNotification,
  "recipientKind" | "recipientId" | "recipientName" | "channel" | "why" | "state" | "reason" | "heldUntil"
>;

function toPlace({ id, name, channel, why }: Awaited<ReturnType<typeof findDestinations>>[number]): Aimed {
  const recipient = { recipientKind: "destination", recipientId: id, recipientName: name } as const;
  return { ...recipient, channel, why, state: "queued", reason: null, heldUntil: null };
}

function toPerson(
  person: Person,
  { kind, call }: Occasion,
  { now, setUp }: { now: Date; setUp: ReadonlySet<PeopleChannel> },
): Aimed[] {
  const choices = choicesOf(person.choices, person.preferences);
  const reach = {
    push: person.reach.push,
    slack: person.reach.slack && setUp.has("slack"),
    email: setUp.has("email"),
  };
  const occasion = { kind, risk: call?.risk ?? null, decideBy: call?.decideBy ?? null, now };
  const recipient = { recipientKind: "user", recipientId: person.id, recipientName: person.name } as const;
  return routesOf(choices, reach, occasion).map((route) =>
    route.channel === "none"
      ? { ...recipient, why: person.why, state: "not_sent", heldUntil: null, ...route }
      : { ...recipient, why: person.why, state: "queued", ...route },
  );
}

/** The log also says that there was no one to notify, and why. */
async function noteNobody(tx: Tx, occasion: Occasion): Promise<void> {
  const { tenantId, kind, call } = occasion;
  // Read again: a decision of this moment leaves no one to ask.
  if (call && isAsking(kind) && (await callAt(tx, tenantId, call.id))?.decision !== "pending") return;
  // That there is no one new is the rule where people were notified before.
  if (kind === "decided" || kind === "expired" || kind === "escalated") return;
  const reason = isAsking(kind)
    ? "There is no one to notify: everyone who may decide this call has decided, snoozed it or is out."
    : "No person chose to be notified of this, and no destination takes it.";
  const nobody = {
    recipientKind: "nobody",
    recipientId: tenantId,
    recipientName: "nobody",
    channel: "none",
  } as const;
  const row = { ...base(occasion), ...nobody, why: { rule: "chosen" } as const, reason, heldUntil: null };
  await storeNotifications(tx, [{ ...row, state: "not_sent" }]);
}

async function callOf(tx: Tx, { tenantId, subjectKind, subjectId }: StoredEvent): Promise<Approval | null> {
  return subjectKind === "approval" ? callAt(tx, tenantId, subjectId) : null;
}

async function callAt(tx: Tx, tenantId: string, id: string): Promise<Approval | null> {
  const [call] = await tx.$queryRaw<Approval[]>`
    select ${APPROVAL} from approvals a where a.tenant_id = ${tenantId}::uuid and a.id = ${id}::uuid`;
  return call ?? null;
}
