import { databaseNow } from "@/lib/core/clock";
import { read } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import type { Scope } from "@/lib/core/scope";
import { updateTenantSettings } from "./commands";
import { getTenantByKey, loadTenantSettings } from "./queries";
import { assertMayAdminister, graceDaysToEndNow, graceDaysToExtend, graceEnd, isInGrace } from "./rules";
import type { ExtendGrace } from "./schema";
import { SETTING_BOUNDS, type TenantSettings } from "./types";

/**
 * Ends the grace period: rows without a rationale are refused from now on.
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT if the grace period is over or has not started
 */
export async function endGrace(scope: Scope, key: string): Promise<{ endedAt: Date }> {
  assertMayAdminister(scope, "end a grace period");
  const { firstRowAt, now, settings } = await graceOf(scope, key);
  if (!isInGrace(firstRowAt, settings.rationaleGraceDays, now)) {
    const end = graceEnd(firstRowAt, settings.rationaleGraceDays).toISOString();
    throw new DomainError(
      "CONFLICT",
      `The grace period of ${key} ended already, ${end}. Nothing was changed.`,
    );
  }
  const rationaleGraceDays = graceDaysToEndNow(firstRowAt, now);
  const seen = { rationaleGraceDays: settings.rationaleGraceDays };
  await updateTenantSettings(scope, key, { rationaleGraceDays }, seen);
  return { endedAt: graceEnd(firstRowAt, rationaleGraceDays) };
}

/**
 * Extends the grace period by days, from now or its current end, whichever is later.
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT before the first row, VALIDATION_ERROR beyond
 * a year after it
 */
export async function extendGrace(scope: Scope, { key, days }: ExtendGrace): Promise<{ endsAt: Date }> {
  assertMayAdminister(scope, "extend a grace period");
  const { firstRowAt, now, settings } = await graceOf(scope, key);
  const present = settings.rationaleGraceDays;
  const rationaleGraceDays = isInGrace(firstRowAt, present, now)
    ? present + days
    : graceDaysToExtend(firstRowAt, now, days);
  const { max } = SETTING_BOUNDS.rationale_grace_days;
  if (rationaleGraceDays > max) {
    const message = `a grace period lasts at most ${max} days from the first call, and this would make it ${rationaleGraceDays} days`;
    throw invalid(
      "/days",
      "too_long",
      message,
      `at most ${Math.max(0, max - rationaleGraceDays + days)} days more`,
    );
  }
  await updateTenantSettings(scope, key, { rationaleGraceDays }, { rationaleGraceDays: present });
  return { endsAt: graceEnd(firstRowAt, rationaleGraceDays) };
}

async function graceOf(
  scope: Scope,
  key: string,
): Promise<{ firstRowAt: Date; now: Date; settings: TenantSettings }> {
  const { id, firstRowAt } = await getTenantByKey(scope, key);
  if (firstRowAt === null) {
    throw new DomainError(
      "CONFLICT",
      `The grace period of ${key} begins with its first call, and none has arrived. Nothing was changed; set its length instead.`,
    );
  }
  return read(scope, async (tx) => ({
    firstRowAt,
    now: await databaseNow(tx),
    settings: await loadTenantSettings(tx, id),
  }));
}
