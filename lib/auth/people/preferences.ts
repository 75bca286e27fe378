import { cache } from "react";
import * as z from "zod";
import { bookkeep, read } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { RISKS } from "@/lib/core/risk";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import {
  DEFAULT_PREFERENCES,
  DENSITIES,
  type PreferencesChange,
  THEMES,
  type UserPreferences,
} from "./types";

const REMAPPED_MAX = 200;
const BINDING_MAX = 200;

const KEY_MAX = 40;
// Two named keys in sequence.

const theme = z.enum(THEMES, "light, dark or system");

const density = z.enum(DENSITIES, "comfortable or compact");

const zone = z.string().max(100).refine(isZone, "a time zone, for example Europe/Berlin").nullable();

const enabled = z.boolean();

const remap = z
  .record(z.string().max(BINDING_MAX), z.string().max(KEY_MAX))
  .refine((keys) => Object.keys(keys).length <= REMAPPED_MAX, `at most ${REMAPPED_MAX} keys`);

const browser = z.boolean();

const atLeast = z.enum(RISKS, "low, medium, high or critical");

export const preferencesChangeSchema: z.ZodType<PreferencesChange> = z.strictObject({
  theme: theme.optional(),
  density: density.optional(),
  zone: zone.optional(),
  openNext: z.boolean().optional(),
  keys: z.strictObject({ enabled: enabled.optional(), remap: remap.optional() }).optional(),
  notify: z.strictObject({ browser: browser.optional(), atLeast: atLeast.optional() }).optional(),
});

// Stored preferences may be of another version: unknown members are dropped, malformed ones get
// defaults.
const { keys, notify, ...plain } = DEFAULT_PREFERENCES;

const storedSchema: z.ZodType<UserPreferences> = z
  .object({
    theme: theme.catch(plain.theme),
    density: density.catch(plain.density),
    zone: zone.catch(plain.zone),
    openNext: z.boolean().catch(plain.openNext),
    keys: z.object({ enabled: enabled.catch(keys.enabled), remap: remap.catch({}) }).catch(keys),
    notify: z
      .object({ browser: browser.catch(notify.browser), atLeast: atLeast.catch(notify.atLeast) })
      .catch(notify),
  })
  .catch(DEFAULT_PREFERENCES);

/** The person's preferences with defaults. One query per request. */
export const getPreferences = cache(async (scope: UserScope): Promise<UserPreferences> => {
  const row = await read(scope, (tx) =>
    tx.user.findUnique({ where: { id: scope.actor.id }, select: { preferences: true } }),
  );
  return readPreferences(row?.preferences);
});

export function readPreferences(stored: unknown): UserPreferences {
  return storedSchema.parse(stored ?? {});
}

/** The person's stored preferences as one column, for a statement that asks other facts too. */
export function storedPreferences({ actor }: UserScope): Prisma.Sql {
  return Prisma.sql`(select u.preferences from users u where u.id = ${actor.id}::uuid)`;
}

/**
 * Changes some preferences of the caller and returns all. Writes no trail: the look of pages is
 * private.
 * @throws DomainError NOT_FOUND
 */
export async function savePreferences(scope: UserScope, change: PreferencesChange): Promise<UserPreferences> {
  const { id } = scope.actor;
  return bookkeep(scope, async (tx) => {
    // Locked, so that concurrent changes from two tabs both apply.
    const [row] = await tx.$queryRaw<{ preferences: unknown }[]>`
      select preferences from users where id = ${id}::uuid for update`;
    if (!row) throw new DomainError("NOT_FOUND", "This person no longer exists. Nothing was saved.");
    const merged = merge(storedSchema.parse(row.preferences), change);
    await tx.user.update({ where: { id }, data: { preferences: merged as Prisma.InputJsonObject } });
    return merged;
  });
}

function merge(before: UserPreferences, change: PreferencesChange): UserPreferences {
  return {
    theme: change.theme ?? before.theme,
    density: change.density ?? before.density,
    zone: change.zone === undefined ? before.zone : change.zone,
    openNext: change.openNext ?? before.openNext,
    keys: {
      enabled: change.keys?.enabled ?? before.keys.enabled,
      remap: change.keys?.remap ?? before.keys.remap,
    },
    notify: {
      browser: change.notify?.browser ?? before.notify.browser,
      atLeast: change.notify?.atLeast ?? before.notify.atLeast,
    },
  };
}

function isZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
