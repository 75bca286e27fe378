import { DomainError } from "@/lib/core/errors";
import type { Scope } from "@/lib/core/scope";

const DAY_MS = 86_400_000;

/** When the tenant's grace period for missing rationales ends. */
export function graceEnd(firstRowAt: Date, days: number): Date {
  return new Date(firstRowAt.getTime() + days * DAY_MS);
}

/** Whether rows without a rationale are still taken. The end itself is outside. */
export function isInGrace(firstRowAt: Date, days: number, now: Date): boolean {
  return now.getTime() < graceEnd(firstRowAt, days).getTime();
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
