import { changeEntry, recordActivities } from "@/lib/activity/record";
import { requireRole } from "@/lib/auth/guards";
import { axisOf, NO_ALIASES } from "@/lib/calls/axes/rules";
import { change, type Tx } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { noSuchTenant } from "@/lib/tenants/queries";
import type { NameAxis } from "./schema";
import { AXIS_NAMERS } from "./types";

/**
 * Sets the canonical word for an axis in a tenant, also for past reports. Chains of aliases are
 * refused.
 * @returns both words, normalized; enough to undo the change
 * @throws DomainError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR, STALE_VIEW if another person changed
 * it meanwhile, CONFLICT if it would be a chain
 */
export async function nameAxis(
  scope: UserScope,
  { tenantId, seen, ...said }: NameAxis,
): Promise<{ alias: string; axis: string | null }> {
  requireRole(scope, ...AXIS_NAMERS);
  if (!scope.tenants.includes(tenantId)) throw noSuchTenant(tenantId);
  const alias = spelled(said.alias, "/alias");
  const axis = said.axis === null ? null : spelled(said.axis, "/axis");
  if (alias === axis)
    throw invalid("/axis", "same", "It is that axis already. Nothing was changed.", "another word");
  return change(scope, async (tx) => {
    const { before, conflict } = await standingOf(tx, tenantId, alias, axis);
    if (before !== seen)
      throw new DomainError(
        "STALE_VIEW",
        `Another person changed what “${alias}” is counted as. Nothing was changed; reload the page.`,
      );
    if (conflict) throw conflict;
    if (axis === null) await tx.boundaryAlias.deleteMany({ where: { tenantId, alias } });
    else
      await tx.boundaryAlias.upsert({
        where: { tenantId_alias: { tenantId, alias } },
        create: { tenantId, alias, axis, madeBy: scope.actor.id },
        update: { axis, madeBy: scope.actor.id },
      });
    const subject = { kind: "tenant", id: tenantId, tenantId };
    const action = axis === null ? "tool.axis_unnamed" : "tool.axis_named";
    const deed = changeEntry(action, { axis: before }, { axis }, { subject, facts: { alias } });
    await recordActivities(tx, scope, before === axis ? [] : [deed]);
    return { alias, axis };
  });
}

function spelled(word: string, pointer: string): string {
  const axis = axisOf(word, NO_ALIASES);
  if (axis !== "") return axis;
  throw invalid(pointer, "empty", "A word with at least one letter or digit. Nothing was changed.", "a word");
}

/** The current alias of the word, and why the new one is refused. Locks the words of the tenant. */
async function standingOf(
  tx: Tx,
  tenantId: string,
  alias: string,
  axis: string | null,
): Promise<{ before: string | null; conflict: DomainError | null }> {
  await tx.$queryRaw`select pg_advisory_xact_lock(hashtextextended('boundary_aliases ' || ${tenantId}, 0))::text`;
  const rows = await tx.boundaryAlias.findMany({
    where: { tenantId, OR: [{ alias: { in: [alias, ...(axis === null ? [] : [axis])] } }, { axis: alias }] },
  });
  const before = rows.find((row) => row.alias === alias)?.axis ?? null;
  const onward = rows.find((row) => row.alias === axis);
  const inward = rows.find((row) => row.axis === alias);
  if (axis !== null && onward)
    return {
      before,
      conflict: chain(`“${axis}” is itself counted as “${onward.axis}”. Choose “${onward.axis}”.`),
    };
  if (axis !== null && inward)
    return { before, conflict: chain(`“${inward.alias}” is counted as “${alias}”. Change that one first.`) };
  return { before, conflict: null };
}

function chain(why: string): DomainError {
  return new DomainError("CONFLICT", `${why} Nothing was changed.`);
}
