import "server-only";
import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { recordActivity } from "@/lib/activity/record";
import { readPreferences } from "@/lib/auth/people/preferences";
import { bookkeep, change, read, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { announcing } from "@/lib/live/announce";
import type { NoticeKind } from "@/lib/notices/types";
import { type ChoicesChange, storedChoicesSchema } from "./schema";
import type { Stop } from "./stop-links";
import { DEFAULT_CHOICES, type NotificationChoices, type PersonalChannel } from "./types";

/**
 * Stored choices with defaults for what is absent.
 * @param preferences the person's stored preferences, whose zone counts until they choose another here
 */
export function choicesOf(stored: unknown, preferences: unknown): NotificationChoices {
  const { channels, ...rest } = readStored(stored);
  const present = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const zone = rest.zone ?? readPreferences(preferences).zone;
  return { ...DEFAULT_CHOICES, ...present, zone, channels: { ...DEFAULT_CHOICES.channels, ...channels } };
}

type Stored = z.output<typeof storedChoicesSchema>;

const readStored = (stored: unknown): Stored =>
  storedChoicesSchema.safeParse(stored ?? {}).data ?? { channels: {} };

/** What is stored of a person, and what holds with the defaults. */
type Now = { stored: Stored; preferences: unknown; choices: NotificationChoices };

/** A person's notification choices. */
export async function getChoices(scope: UserScope): Promise<NotificationChoices> {
  return read(scope, async (tx) => (await loadChoices(tx, scope.actor.id)).choices);
}

/** The same of any person, in a transaction. */
async function loadChoices(tx: Tx, userId: string): Promise<Now> {
  const [row] = await tx.$queryRaw<{ choices: unknown; preferences: unknown }[]>`
    select p.choices, u.preferences from users u left join notification_preferences p on p.user_id = u.id
    where u.id = ${userId}::uuid`;
  if (!row) throw new DomainError("NOT_FOUND", "This person no longer exists. Nothing was changed.");
  const { choices, preferences } = row;
  return { stored: readStored(choices), preferences, choices: choicesOf(choices, preferences) };
}

/** Changes some of the caller's own choices, and returns all. What is held waits no longer than they allow. */
export async function changeChoices(scope: UserScope, wanted: ChoicesChange): Promise<NotificationChoices> {
  return bookkeep(scope, async (tx) => {
    const now = await lockedChoices(tx, scope.actor.id);
    const { turn, channels: given, ...rest } = wanted;
    const present = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    const channels = { ...now.stored.channels, ...given, ...(turn ? turned(now.choices, turn) : {}) };
    const after = { ...now.stored, ...present, channels };
    await storeChoices(tx, scope.actor.id, after);
    const choices = choicesOf(after, now.preferences);
    if (WAITING.some((one) => !isDeepStrictEqual(now.choices[one], choices[one]))) await lookAgain(tx, scope);
    return choices;
  });
}

/** The choices that say until when something is held. */
const WAITING = ["quiet", "zone", "digestMinutes"] as const;

/** What is held for the caller is composed now; what their quiet hours still hold is held again. */
async function lookAgain(tx: Tx, { actor, tenants }: UserScope): Promise<void> {
  await tx.$queryRaw`
    with due as (
      update deliveries d set next_attempt_at = clock_timestamp()
      from notifications n
      where n.recipient_id = ${actor.id}::uuid and n.state = 'queued' and n.held_until is not null
        and d.tenant_id = n.tenant_id and d.id = n.delivery_id and d.state = 'waiting'
        and n.tenant_id = any(${[...tenants]}::uuid[])
      returning d.tenant_id, d.id)
    select ${announcing("delivery", Prisma.sql`due.tenant_id`, Prisma.sql`due.id`)} as told from due`;
}

type Turned = { kind: NoticeKind; channel: PersonalChannel; on: boolean };

/** Turns one kind on one channel on or off for the caller. */
export async function turnKind(scope: UserScope, turned: Turned): Promise<void> {
  const { id } = scope.actor;
  await bookkeep(scope, async (tx) => storeTurned(tx, id, await lockedChoices(tx, id), turned));
}

// The actor of a press is the link, as no one is signed in.
const linked = systemScope("notification link");

/** Ends one kind on one channel for the person of a signed link. A second press changes nothing. */
export async function stopKind({ userId, kind, channel }: Stop): Promise<void> {
  await change(linked, async (tx) => {
    const before = await lockedChoices(tx, userId);
    if (!before.choices.channels[kind].includes(channel)) return;
    await storeTurned(tx, userId, before, { kind, channel, on: false });
    const about = { kind: "user", id: userId };
    await recordActivity(tx, linked, "user.notification_stopped", about, { kind, channel });
  });
}

/**
 * Whether the person of a signed link still gets its kind on its channel.
 * @throws DomainError NOT_FOUND
 */
export async function isKindOn({ userId, kind, channel }: Stop): Promise<boolean> {
  const { choices } = await read(linked, (tx) => loadChoices(tx, userId));
  return choices.channels[kind].includes(channel);
}

async function storeTurned(tx: Tx, userId: string, { stored, choices }: Now, given: Turned): Promise<void> {
  const channels = { ...stored.channels, ...turned(choices, given) };
  await storeChoices(tx, userId, { ...stored, channels });
}

/** The channels of one kind with one turned on or off. */
function turned({ channels }: NotificationChoices, { kind, channel, on }: Turned) {
  const others = channels[kind].filter((one) => one !== channel);
  return { [kind]: on ? [...others, channel] : others };
}

/** Locked, so that changes from two tabs both apply. */
async function lockedChoices(tx: Tx, userId: string): Promise<Now> {
  await tx.$executeRaw`select 1 from users where id = ${userId}::uuid for no key update`;
  return loadChoices(tx, userId);
}

/** Only what they chose: of the rest, the defaults and their profile's zone go on to count. */
async function storeChoices(tx: Tx, userId: string, chosen: Stored): Promise<void> {
  const choices = chosen as unknown as Prisma.InputJsonObject;
  const changedAt = new Date();
  await tx.notificationPreference.upsert({
    where: { userId },
    create: { userId, choices, changedAt },
    update: { choices, changedAt },
  });
}
