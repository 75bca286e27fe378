declare const proven: unique symbol;

export type Role = "admin" | "approver" | "triager" | "viewer";

/**
 * A person. `credentialId` is the id of the browser session or personal token; via Slack it names the linked account.
 */
export type UserActor = {
  readonly kind: "user";
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly via: "session" | "token" | "slack";
  readonly credentialId: string;
};

type GatewayActor = {
  readonly kind: "gateway";
  readonly id: string;
  readonly name: string;
  readonly keyId: string;
};

/** The product: workers, setup, the operator's command line. */
type SystemActor = { readonly kind: "system"; readonly name: string };

export type Actor = UserActor | GatewayActor | SystemActor;

/**
 * Proves who acts on which tenants. `tenants` lists ids and starts every `where`; `unlimited` also
 * covers rows without a tenant. Only `proveScope` creates one, for lib/auth, workers, the command
 * line and tests.
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

export const NO_TENANT = "00000000-0000-0000-0000-000000000000";

/** Creates a scope. The caller has verified the actor. */
export function proveScope<A extends Actor>(
  actor: A,
  tenants: readonly string[],
  options: { unlimited?: boolean } = {},
): Scope<A> {
  return { actor, tenants, unlimited: options.unlimited ?? false } as Scope<A>;
}

export function systemScope(name: string): SystemScope {
  return proveScope({ kind: "system", name } as const, [], { unlimited: true });
}

/** The value for row-level security: `*`, or the tenant ids. */
export function tenantSetting(scope: Scope): string {
  return scope.unlimited ? "*" : scope.tenants.join(",");
}
