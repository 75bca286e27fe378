import "server-only";
import { readPreferences } from "@/lib/auth/people/preferences";
import { bookkeep, read, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { type Scope, systemScope, type UserScope } from "@/lib/core/scope";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { NoticeKind } from "@/lib/notices/types";
import { type ChoicesChange, storedChoicesSchema } from "./schema";
import { DEFAULT_CHOICES, type NotificationChoices, type PersonalChannel } from "./types";

/**
 * Stored choices with defaults for what is absent.
 * @param preferences the person's stored preferences, whose zone counts until they choose another here
 */
export function choicesOf(stored: unknown, preferences: unknown): NotificationChoices {
  const given = storedChoicesSchema.safeParse(stored ?? {}).data ?? { channels: {} };
  const { channels, ...rest } = given;
  const present = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const zone = given.zone ?? readPreferences(preferences).zone;
  return { ...DEFAULT_CHOICES, ...present, zone, channels: { ...DEFAULT_CHOICES.channels, ...channels } };
}

/** A person's notification choices. */
export async function getChoices(scope: UserScope): Promise<NotificationChoices> {
  return read(scope, (tx) => loadChoices(tx, scope.actor.id));
}

/** The same of any person, in a transaction. */
async function loadChoices(tx: Tx, userId: string): Promise<NotificationChoices> {
  const [row] = await tx.$queryRaw<{ choices: unknown; preferences: unknown }[]>`
    select p.choices, u.preferences from users u left join notification_preferences p on p.user_id = u.id
    where u.id = ${userId}::uuid`;
  if (!row) throw new DomainError("NOT_FOUND", "This person no longer exists. Nothing was changed.");
  return choicesOf(row.choices, row.preferences);
}

/** Changes some of the caller's own choices, and returns all. What is held waits no longer than they allow. */
export async function changeChoices(scope: UserScope, change: ChoicesChange): Promise<NotificationChoices> {
  return bookkeep(scope, async (tx) => {
    const before = await lockedChoices(tx, scope.actor.id);
    const { turn, channels: given, ...rest } = change;
    const present = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    const channels = { ...before.channels, ...given, ...(turn ? turned(before, turn) : {}) };
    const after = { ...before, ...present, channels };
    await storeChoices(tx, scope.actor.id, after);
    await tx.$executeRaw`
      update deliveries d set next_attempt_at = clock_timestamp()
      from notifications n
      where n.recipient_id = ${scope.actor.id}::uuid and n.state = 'queued' and n.held_until is not null
        and d.tenant_id = n.tenant_id and d.id = n.delivery_id and d.state = 'waiting'
        and n.tenant_id = any(${[...scope.tenants]}::uuid[])`;
    return after;
  });
}

type Turned = { kind: NoticeKind; channel: PersonalChannel; on: boolean };

/** Turns one kind on one channel on or off for the caller. */
export async function turnKind(scope: UserScope, turned: Turned): Promise<void> {
  await turnKindOf(scope, scope.actor.id, turned);
}

const linked = systemScope("notification links");

/** Ends one kind on one channel for a person who followed a signed link. */
export function stopKind(userId: string, kind: NoticeKind, channel: PersonalChannel): Promise<void> {
  return turnKindOf(linked, userId, { kind, channel, on: false });
}

async function turnKindOf(scope: Scope, userId: string, { kind, channel, on }: Turned): Promise<void> {
  await bookkeep(scope, async (tx) => {
    const before = await lockedChoices(tx, userId);
    const channels = { ...before.channels, ...turned(before, { kind, channel, on }) };
    await storeChoices(tx, userId, { ...before, channels });
  });
}

/** The channels of one kind with one turned on or off. */
function turned({ channels }: NotificationChoices, { kind, channel, on }: Turned) {
  const others = channels[kind].filter((one) => one !== channel);
  return { [kind]: on ? [...others, channel] : others };
}

/** Locked, so that changes from two tabs both apply. */
async function lockedChoices(tx: Tx, userId: string): Promise<NotificationChoices> {
  await tx.$executeRaw`select 1 from users where id = ${userId}::uuid for no key update`;
  return loadChoices(tx, userId);
}

async function storeChoices(tx: Tx, userId: string, choices: NotificationChoices): Promise<void> {
  const stored = choices as unknown as Prisma.InputJsonObject;
  const changedAt = new Date();
  await tx.notificationPreference.upsert({
    where: { userId },
    create: { userId, choices: stored, changedAt },
    update: { choices: stored, changedAt },
  });
}
