import { DAY_MS } from "@/lib/core/durations";
import { DomainError } from "@/lib/core/errors";
import type { ListProblem } from "@/lib/core/list/filters";
import type { Scope } from "@/lib/core/scope";
import type { TenantSettings, TenantSettingsChange } from "./types";

/** The period in which rows without a rationale are accepted, from the tenant's first row. */
export type GracePeriod = { since: Date; until: Date };

/** The tenant's grace period, which its first row begins. */
export function gracePeriod(firstRowAt: Date, days: number): GracePeriod {
  return { since: firstRowAt, until: graceEnd(firstRowAt, days) };
}

/** When the tenant's grace period for missing rationales ends. */
export function graceEnd(firstRowAt: Date, days: number): Date {
  return new Date(firstRowAt.getTime() + days * DAY_MS);
}

/**
 * Whether rows without a rationale are accepted, also before the first row. The end is exclusive.
 */
export function isInGrace(firstRowAt: Date | null, days: number, now: Date): boolean {
  return firstRowAt === null || now.getTime() < graceEnd(firstRowAt, days).getTime();
}

/**
 * Requires an administrator or the product.
 * @param what the action, for example "create gateways"
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
 * Requires an administrator of all tenants, for changes that affect several (a gateway's URL, new
 * tenants, people).
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

/** Settings that differ from what the person saw. */
export function staleNames(present: TenantSettings, seen: TenantSettingsChange): (keyof TenantSettings)[] {
  const names = Object.keys(seen) as (keyof TenantSettings)[];
  return names.filter((name) => seen[name] !== present[name]);
}

/** Whole days since the first row. A grace period of that length has just ended. */
export function graceDaysToEndNow(firstRowAt: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - firstRowAt.getTime()) / DAY_MS));
}

/** Grace days for an end in `days` from now, rounded up. */
export function graceDaysToExtend(firstRowAt: Date, now: Date, days: number): number {
  return Math.ceil((now.getTime() - firstRowAt.getTime()) / DAY_MS) + days;
}

/** Whether `assertMayAdministerAll` would pass, so that pages can hide actions. */
export function mayAdministerAll({ actor, unlimited }: Scope): boolean {
  return unlimited && (actor.kind === "system" || (actor.kind === "user" && actor.role === "admin"));
}

/** Tenants named in the URL that a person can see; others are reported and ignored. */
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
