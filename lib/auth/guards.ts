import { DomainError } from "@/lib/core/errors";
import type { Role, Scope, UserScope } from "@/lib/core/scope";

/** @throws DomainError FORBIDDEN unless the caller is a person: a gateway key can never decide. */
export function requireUserScope(scope: Scope): UserScope {
  if (scope.actor.kind === "user") return scope as UserScope;
  throw new DomainError(
    "FORBIDDEN",
    "Only a person may do this, signed in or with a personal token (cst_…); a gateway key can never decide. Nothing was changed.",
  );
}

/**
 * The scope of a person with one of the roles.
 * @throws DomainError FORBIDDEN naming the required role
 */
export function requireRole(scope: Scope, ...roles: readonly Role[]): UserScope {
  const person = requireUserScope(scope);
  if (roles.length === 0 || roles.includes(person.actor.role)) return person;
  const needed = roles.length === 1 ? `the role ${roles[0]}` : `one of the roles ${roles.join(", ")}`;
  throw new DomainError(
    "FORBIDDEN",
    `Your role (${person.actor.role}) may not do this: ${needed} is needed. Nothing was changed; ask an administrator.`,
  );
}
