import "server-only";
import { recordChange } from "@/lib/activity/record";
import { databaseNow } from "@/lib/core/clock";
import { change, type Tx } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { DomainError, invalid } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Destination as Row } from "@/lib/generated/prisma/client";
import { getTenantByKey } from "@/lib/tenants/queries";
import { assertMayAdminister } from "@/lib/tenants/rules";
import type { CreateDestination, UpdateDestination } from "./schema";
import { sealedTarget } from "./target";
import { DESTINATIONS_MAX } from "./types";

const WHAT = "set up shared destinations of notifications";

type Which = { tenant: string; id: string };

/** @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT when the name is taken, VALIDATION_ERROR */
export async function createDestination(scope: Scope, given: CreateDestination): Promise<{ id: string }> {
  assertMayAdminister(scope, WHAT);
  const { id: tenantId } = await getTenantByKey(scope, given.tenant);
  const id = newId();
  const target = sealedTarget(given.target, null, rangesOf(scope));
  await change(scope, async (tx) => {
    await assertRoom(tx, tenantId, given.name);
    const { channel } = given.target;
    const own = { id, tenantId, channel, createdByName: scope.actor.name };
    const row = await tx.destination.create({ data: { ...own, ...target, ...(await columnsOf(tx, given)) } });
    await recordChange(tx, scope, "destination.created", null, shown(row));
  });
  return { id };
}

/** A secret or URL that is left out stays. @throws DomainError as `createDestination` */
export async function updateDestination(scope: Scope, given: UpdateDestination): Promise<void> {
  assertMayAdminister(scope, WHAT);
  const { id: tenantId } = await getTenantByKey(scope, given.tenant);
  await change(scope, async (tx) => {
    const before = await locked(tx, tenantId, given);
    if (before.channel !== given.target.channel)
      throw new DomainError(
        "CONFLICT",
        "A destination keeps its channel. Nothing was changed; make another one.",
      );
    if (before.name !== given.name) await assertRoom(tx, tenantId, given.name);
    const data = {
      ...sealedTarget(given.target, before.sealed, rangesOf(scope)),
      ...(await columnsOf(tx, given)),
    };
    const after = await tx.destination.update({ where: { tenantId_id: { tenantId, id: before.id } }, data });
    const facts = after.sealed === before.sealed ? {} : { target_changed: true };
    await recordChange(tx, scope, "destination.changed", shown(before), shown(after), { facts });
  });
}

/** @throws DomainError FORBIDDEN, NOT_FOUND */
export async function switchDestination(scope: Scope, given: Which & { isOn: boolean }): Promise<void> {
  assertMayAdminister(scope, WHAT);
  const { id: tenantId } = await getTenantByKey(scope, given.tenant);
  await change(scope, async (tx) => {
    const before = await locked(tx, tenantId, given);
    const off = { offAt: await databaseNow(tx), offReason: `${scope.actor.name} switched it off.` };
    const data = given.isOn ? { offAt: null, offReason: null } : off;
    const after = await tx.destination.update({ where: { tenantId_id: { tenantId, id: before.id } }, data });
    const action = given.isOn ? "destination.switched_on" : "destination.switched_off";
    await recordChange(tx, scope, action, shown(before), shown(after));
  });
}

/** @throws DomainError FORBIDDEN, NOT_FOUND */
export async function deleteDestination(scope: Scope, given: Which): Promise<void> {
  assertMayAdminister(scope, WHAT);
  const { id: tenantId } = await getTenantByKey(scope, given.tenant);
  await change(scope, async (tx) => {
    const before = await locked(tx, tenantId, given);
    await tx.destination.delete({ where: { tenantId_id: { tenantId, id: before.id } } });
    await recordChange(tx, scope, "destination.deleted", shown(before), null);
  });
}

/** Only who administers all tenants may have requests sent into the network, as for gateways' callbacks. */
const rangesOf = ({ unlimited }: Scope): readonly string[] => (unlimited ? env().callbackAllowCidrs : []);

/** The trail holds no secrets, sealed or not. */
function shown({ sealed: _, ...row }: Row): Omit<Row, "sealed"> {
  return row;
}

async function locked(tx: Tx, tenantId: string, { id }: Which): Promise<Row> {
  await tx.$executeRaw`
    select 1 from destinations where tenant_id = ${tenantId}::uuid and id = ${id}::uuid for update`;
  const row = await tx.destination.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (row) return row;
  throw new DomainError("NOT_FOUND", "There is no such destination. Nothing was changed; reload the page.");
}

async function assertRoom(tx: Tx, tenantId: string, name: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('destinations of ' || ${tenantId}::text, 0))`;
  const [{ taken, all } = { taken: 0, all: 0 }] = await tx.$queryRaw<{ taken: number; all: number }[]>`
    select count(*) filter (where name = ${name})::int as taken, count(*)::int as all
    from destinations where tenant_id = ${tenantId}::uuid`;
  if (taken > 0)
    throw invalid(
      "/name",
      "taken",
      `There is a destination “${name}” already. Nothing was stored; choose another name.`,
    );
  if (all >= DESTINATIONS_MAX)
    throw new DomainError(
      "CONFLICT",
      `A tenant has at most ${DESTINATIONS_MAX} destinations. Nothing was stored; delete one first.`,
    );
}

async function columnsOf(
  tx: Tx,
  { name, group, events, minRisk }: Pick<UpdateDestination, "name" | "group" | "events" | "minRisk">,
) {
  const found =
    group === null ? null : await tx.group.findUnique({ where: { name: group }, select: { id: true } });
  if (group !== null && !found)
    throw invalid("/group", "unknown", `There is no group “${group}”. Nothing was stored; choose another.`);
  return { name, groupId: found?.id ?? null, events: [...new Set(events)], minRisk };
}
