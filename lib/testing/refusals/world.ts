import { createOwnToken } from "@/lib/auth/credentials/tokens";
import { openSession } from "@/lib/auth/sessions/commands";
import { sealSessionId } from "@/lib/auth/sessions/cookie";
import { findSessionScope } from "@/lib/auth/sessions/session-scope";
import { ROLES } from "@/lib/auth/types";
import { ingest } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { type GatewayScope, type Role, type Scope, systemScope, type UserScope } from "@/lib/core/scope";
import { createKey } from "@/lib/gateways/keys";
import { aGateway, aPerson, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";

// Callers: people of each role here, in all tenants and elsewhere, and gateways.

export const system = systemScope("tests");

export const CALLBACK = "https://gateway.example/hooks/countersign";

export type Caller<S extends Scope = Scope> = {
  says: string;
  /** The scope for their next request, because tenants change. */
  scope: () => Promise<S>;
  bearer: string | null;
  /** The sealed session; null for gateways. */
  cookie: string | null;
};

type Person = Caller<UserScope> & { cookie: string; bearer: string; id: string; email: string };

type Gateway = Caller<GatewayScope> & { id: string; name: string };

const nobodyAtAll = async (): Promise<Scope> => {
  throw new Error("nobody has no scope");
};

export const NOBODY: Caller = { says: "nobody", scope: nobodyAtAll, bearer: null, cookie: null };

export const operator = (): Caller => ({
  ...NOBODY,
  says: "the operator",
  bearer: env().METRICS_TOKEN ?? null,
});

type People = Record<Role, Person>;

export type World = {
  asOwner: (statements: readonly string[]) => Promise<void>;
  /** The tenant of the good cases. */
  here: TestTenant;
  there: TestTenant;
  /** Limited to `here`. */
  people: People;
  /** Of all tenants. */
  everywhere: People;
  /** Limited to `there`. */
  elsewhere: People;
  gateway: Gateway;
  /** Serves `here` too. */
  neighbour: Gateway;
  /** Serves only `there`. */
  strange: Gateway;
};

export async function aWorld(asOwner: World["asOwner"]): Promise<World> {
  const [here, there] = [await aTenant(), await aTenant()];
  return {
    asOwner,
    here,
    there,
    people: await everyRole((role) => aCaller("here", [here], role)),
    everywhere: await everyRole((role) => aCaller("of all tenants", [], role, true)),
    elsewhere: await everyRole((role) => aCaller("elsewhere", [there], role)),
    gateway: await aMachine("the gateway", here, CALLBACK),
    neighbour: await aMachine("another gateway of the tenant", here, CALLBACK),
    strange: await aMachine("a gateway of another tenant", there, CALLBACK),
  };
}

async function everyRole(make: (role: Role) => Promise<Person>): Promise<People> {
  const made = await Promise.all(ROLES.map(async (role) => [role, await make(role)] as const));
  return Object.fromEntries(made) as People;
}

async function aCaller(
  where: string,
  tenants: readonly TestTenant[],
  role: Role,
  allTenants = false,
): Promise<Person> {
  const person = await aPerson(tenants, role);
  const { id, email } = person.actor;
  if (allTenants) await ingest(system, (tx) => tx.user.update({ where: { id }, data: { allTenants } }));
  const sessionId = await openSession(id, { provider: "credentials" });
  const scope = async () => {
    const found = await findSessionScope(sessionId);
    if (!found) throw new Error(`the session of the ${role} ${where} has ended`);
    return found;
  };
  return {
    says: `the ${role} ${where}`,
    scope,
    bearer: (await createOwnToken(person)).token,
    cookie: await sealSessionId(sessionId),
    id,
    email,
  };
}

async function aMachine(says: string, tenant: TestTenant, callbackUrl: string): Promise<Gateway> {
  const gateway: TestGateway = await aGateway([tenant], callbackUrl);
  const { key } = await createKey(system, gateway.id, [tenant.key]);
  const { id, name } = gateway;
  return { says, scope: async () => gateway.scope, bearer: key, cookie: null, id, name };
}
