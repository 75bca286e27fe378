import { isDeepStrictEqual } from "node:util";
import type { ActivityEntry } from "@/lib/activity/record";
import type { Tx } from "@/lib/core/db";
import { DomainError, type FieldError } from "@/lib/core/errors";
import type { Scope } from "@/lib/core/scope";
import { type Group, Prisma } from "@/lib/generated/prisma/client";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { aboutGroup, changeGroups, lockedAddresses, lockedGroup } from "./changing";
import { ROTA } from "./queries";
import type { Rota } from "./types";

/**
 * Sets the rota of a group. Waits for running decisions of its members.
 * @param was the rota that the caller read; if it has changed, nothing is saved
 * @throws DomainError FORBIDDEN, NOT_FOUND, STALE_VIEW, VALIDATION_ERROR for a zone or people that
 * cannot be on it
 */
export async function setRota(
  scope: Scope,
  { name, rota, was }: { name: string; rota: Rota | null; was?: Rota | null },
): Promise<void> {
  assertMayAdministerAll(scope, "say who of a group is on duty");
  await changeGroups(async (tx) => {
    const group = await lockedGroup(tx, name);
    if (was !== undefined && !isDeepStrictEqual(was, await rotaOf(tx, group.id)))
      throw new DomainError(
        "STALE_VIEW",
        "Another person has changed the rota since. Nothing was changed; read it again.",
      );
    return storeRota(tx, group, rota);
  }, scope);
}

async function rotaOf(tx: Tx, groupId: string): Promise<Rota | null> {
  const [row] = await tx.$queryRaw<{ rota: Rota | null }[]>`
    select ${ROTA} as rota from groups g where g.id = ${groupId}::uuid`;
  return row?.rota ?? null;
}

/**
 * Stores a rota in the caller's transaction, with groups locked.
 * @returns activities to record; none if nothing changed
 * @throws DomainError VALIDATION_ERROR
 */
export async function storeRota(
  tx: Tx,
  group: Pick<Group, "id" | "name">,
  rota: Rota | null,
): Promise<ActivityEntry[]> {
  if (isDeepStrictEqual(rota, await rotaOf(tx, group.id))) return [];
  if (rota) await assertKnownZone(tx, rota.zone);
  const members = await tx.groupMember.findMany({
    where: { groupId: group.id },
    select: { userId: true },
  });
  const emailOf = await lockedAddresses(
    tx,
    members.map(({ userId }) => userId),
  );
  const stored = rota && {
    zone: rota.zone,
    shifts: withIds(rota, new Map([...emailOf].map(([id, email]) => [email, id]))),
  };
  await tx.group.update({ where: { id: group.id }, data: { rota: stored ?? Prisma.DbNull } });
  return [{ action: "group.rota_changed", subject: aboutGroup(group), details: { name: group.name, rota } }];
}

function withIds(rota: Rota, idOf: ReadonlyMap<string, string>): Prisma.InputJsonValue[] {
  const errors: FieldError[] = rota.shifts.flatMap(({ person }, at) =>
    idOf.has(person)
      ? []
      : [
          {
            pointer: `/rota/shifts/${at}/person`,
            code: "unknown",
            message: `${person} does not belong to the group.`,
          },
        ],
  );
  if (errors.length > 0)
    throw new DomainError(
      "VALIDATION_ERROR",
      "Only people of the group can be on its rota. Nothing was changed.",
      { errors },
    );
  return rota.shifts.map(({ person, weekdays, from, to }) => ({
    ...{ from, to },
    person: idOf.get(person) ?? "",
    weekdays: [...weekdays],
  }));
}

/** The database computes duty, so its own list of zones decides. */
async function assertKnownZone(tx: Tx, zone: string): Promise<void> {
  const [row] = await tx.$queryRaw<{ known: boolean }[]>`
    select exists (select 1 from pg_timezone_names where name = ${zone}) as known`;
  if (row?.known) return;
  const message = "a time zone that the database knows, for example Europe/Zurich or UTC";
  throw new DomainError("VALIDATION_ERROR", `The rota needs ${message}. Nothing was changed.`, {
    errors: [{ pointer: "/rota/zone", code: "unknown", message }],
  });
}
