import { decidesIn, isDecider } from "@/lib/auth/people/deciders";
import { read, type Tx } from "@/lib/core/db";
import { isId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { either } from "@/lib/core/text/either";
import { Prisma } from "@/lib/generated/prisma/client";
import { compilePatterns, folded } from "@/lib/policies/conditions/patterns";
import { POLICIES_IN_FORCE, policiesInForce } from "@/lib/policies/current-version";
import { assertMayAdministerAll, mayAdministerAll } from "@/lib/tenants/rules";

const POLICIES_NAMED = 3;

type Person = {
  decides: boolean;
  /** The keys of their tenants; null: all tenants. */
  within: string[] | null;
  tenants: string[];
  key: string | null;
};

/**
 * What a person cannot approve without a passkey, in short phrases: critical calls of some tenants,
 * and calls of matching policies. Policies name other tenants and people, so only administrators of
 * all tenants see policy names or ask about other people.
 * @throws DomainError FORBIDDEN
 */
export async function listPasskeyNeeds(scope: UserScope, userId = scope.actor.id): Promise<string[]> {
  if (userId !== scope.actor.id) assertMayAdministerAll(scope, "see what other people need");
  if (!isId(userId)) return [];
  return read(scope, async (tx) => {
    const [row] = await tx.$queryRaw<Person[]>`
      select ${isDecider(Prisma.raw("u"))} as decides, array(
        select t.key from tenants t join tenant_settings s on s.tenant_id = t.id
        where s.critical_needs_passkey and ${decidesIn(Prisma.raw("u"), Prisma.raw("t.id"))} order by t.key) as tenants,
        case when not u.all_tenants then array(
          select t.key from memberships m join tenants t on t.id = m.tenant_id where m.user_id = u.id) end as within,
        ${POLICIES_IN_FORCE} as key
      from users u where u.id = ${userId}::uuid`;
    if (!row?.decides) return [];
    const names = await signedPolicies(tx, row);
    return [
      ...(row.tenants.length > 0 ? [`critical calls of ${listed(row.tenants)}`] : []),
      ...(names.length > 0 ? [policyWords(names, mayAdministerAll(scope))] : []),
    ];
  });
}

/** Names of policies that require a passkey and can match calls of the person's tenants. */
async function signedPolicies(tx: Tx, { key, within }: Person): Promise<string[]> {
  const inForce = await policiesInForce(tx, key);
  const keys = within?.map(folded);
  return (inForce?.compiled ?? []).flatMap(({ policy: { name, match, ...policy } }) => {
    if (policy.action !== "require" || !policy.require.passkey) return [];
    const fits = match.tenants.length === 0 ? () => true : compilePatterns(match.tenants);
    return !keys || keys.some(fits) ? [name] : [];
  });
}

function policyWords(names: readonly string[], withNames: boolean): string {
  if (withNames) return `what waits by the policy ${listed(names.map((name) => `“${name}”`))}`;
  return names.length === 1
    ? "what waits by a policy that asks for one"
    : `what waits by ${names.length} policies that ask for one`;
}

function listed(names: readonly string[]): string {
  const more = names.length - POLICIES_NAMED;
  return more > 0 ? `${names.slice(0, POLICIES_NAMED).join(", ")} and ${more} more` : either(names);
}
