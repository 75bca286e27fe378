declare const proven: unique symbol;

export type Role = "admin" | "approver" | "triager" | "viewer";

/** A signed-in person, by browser session or personal token. `credentialId` is the session's or token's id. */
export type UserActor = {
  readonly kind: "user";
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly via: "session" | "token";
  readonly credentialId: string;
};

/** A gateway, by one of its keys. */
type GatewayActor = {
  readonly kind: "gateway";
  readonly id: string;
  readonly name: string;
  readonly keyId: string;
};

/** The product itself: workers, set-up, the operator's command line. */
type SystemActor = { readonly kind: "system"; readonly name: string };

export type Actor = UserActor | GatewayActor | SystemActor;

/**
 * Proof of who acts and on which tenants. `tenants` lists ids and starts every `where`; `unlimited` marks a scope that also
 * covers what belongs to no tenant. Minted only by `proveScope`, which lib/auth, workers, the command line and tests call.
 */
export type Scope<A extends Actor = Actor> = {
  readonly actor: A;
  readonly tenants: readonly string[];
  readonly unlimited: boolean;
  readonly [proven]: true;
};

export type UserScope = Scope<UserActor>;
export type GatewayScope = Scope<GatewayActor>;
export type SystemScope = Scope<SystemActor>;

/** The chain and scope of what belongs to no tenant: people, gateways, keys. */
export const NO_TENANT = "00000000-0000-0000-0000-000000000000";

/** Mints a scope. Whoever calls it vouches for the actor. */
export function proveScope<A extends Actor>(
  actor: A,
  tenants: readonly string[],
  options: { unlimited?: boolean } = {},
): Scope<A> {
  return { actor, tenants, unlimited: options.unlimited ?? false } as Scope<A>;
}

/** The product acting on every tenant. */
export function systemScope(name: string): SystemScope {
  return proveScope({ kind: "system", name } as const, [], { unlimited: true });
}

/** What row-level security compares against: `*`, or the tenant ids. */
export function tenantSetting(scope: Scope): string {
  return scope.unlimited ? "*" : scope.tenants.join(",");
}
