import { DAY_MS } from "@/lib/core/durations";
import { DomainError } from "@/lib/core/errors";
import type { ListProblem } from "@/lib/core/list/filters";
import type { Scope } from "@/lib/core/scope";
import type { TenantSettings, TenantSettingsChange } from "./types";

/** The time in which rows without a rationale are still taken: from the tenant's first row until it is over. */
export type GracePeriod = { since: Date; until: Date };

/** The tenant's grace period, which its first row begins. */
export function gracePeriod(firstRowAt: Date, days: number): GracePeriod {
  return { since: firstRowAt, until: graceEnd(firstRowAt, days) };
}

/** When the tenant's grace period for missing rationales ends. */
export function graceEnd(firstRowAt: Date, days: number): Date {
  return new Date(firstRowAt.getTime() + days * DAY_MS);
}

/** Whether rows without a rationale are still taken: before the first row too, for it begins the period. The end is outside. */
export function isInGrace(firstRowAt: Date | null, days: number, now: Date): boolean {
  return firstRowAt === null || now.getTime() < graceEnd(firstRowAt, days).getTime();
}

/**
 * Only an administrator, or the product itself, changes how things are set up.
 * @param what names the deed, for example "create gateways"
 * @throws DomainError FORBIDDEN
 */
export function assertMayAdminister(scope: Scope, what: string): void {
  const { actor } = scope;
  if (actor.kind === "system" || (actor.kind === "user" && actor.role === "admin")) return;
  const who = actor.kind === "user" ? `Your role (${actor.role})` : "A gateway key";
  throw new DomainError(
    "FORBIDDEN",
    `${who} may not ${what}: the role admin is needed. Nothing was changed; ask an administrator.`,
  );
}

/**
 * What reaches over tenants (a gateway's address, new tenants, people) is for those who see all of them.
 * @throws DomainError FORBIDDEN
 */
export function assertMayAdministerAll(scope: Scope, what: string): void {
  assertMayAdminister(scope, what);
  if (scope.unlimited) return;
  throw new DomainError(
    "FORBIDDEN",
    `You are limited to some tenants and may not ${what}, because that reaches others too. Nothing was changed; ask an administrator of all tenants.`,
  );
}

/** The settings that are no longer what somebody saw. */
export function staleNames(present: TenantSettings, seen: TenantSettingsChange): (keyof TenantSettings)[] {
  const names = Object.keys(seen) as (keyof TenantSettings)[];
  return names.filter((name) => seen[name] !== present[name]);
}

/** Whole days since the first row: as many days of grace have passed. The end of a period so long lies in the past. */
export function graceDaysToEndNow(firstRowAt: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - firstRowAt.getTime()) / DAY_MS));
}

/** The days of grace after which the period ends `days` from now or a little later. */
export function graceDaysToExtend(firstRowAt: Date, now: Date, days: number): number {
  return Math.ceil((now.getTime() - firstRowAt.getTime()) / DAY_MS) + days;
}

/** Whether `assertMayAdministerAll` would let them, for pages that leave out what one may not do. */
export function mayAdministerAll({ actor, unlimited }: Scope): boolean {
  return unlimited && (actor.kind === "system" || (actor.kind === "user" && actor.role === "admin"));
}

/** The tenants that an address names, of those that a person may see; what it names besides is told, and left out. */
export function chosenTenants<T extends { key: string }>(
  all: readonly T[],
  key: string | undefined,
): { only: T | undefined; tenants: readonly T[]; problems: ListProblem[] } {
  const only = all.length === 1 ? all[0] : all.find((one) => one.key === key);
  const isUnknown = key !== undefined && only?.key !== key;
  return {
    only,
    tenants: only ? [only] : all,
    problems: isUnknown
      ? [{ name: "tenant", sent: key, accepts: "the key of a tenant that you may see" }]
      : [],
  };
}
