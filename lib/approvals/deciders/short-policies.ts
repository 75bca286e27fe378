import "server-only";
import type { Scope } from "@/lib/core/scope";
import { findPolicies } from "@/lib/policies/queries";
import type { Policy } from "@/lib/policies/types";
import { findShortages, shortageWarnings } from "./shortages";
import type { ShortPolicy } from "./types";

type Requiring = Extract<Policy, { action: "require" }>;

/**
 * The policies in force whose calls too few people may decide.
 * @throws DomainError FORBIDDEN
 */
export async function listShortPolicies(scope: Scope): Promise<ShortPolicy[]> {
  return shortOf(scope, await requiring(scope));
}

/**
 * The policies in force that are satisfied now and would not be without this person.
 * @throws DomainError FORBIDDEN
 */
export async function listPoliciesThatNeed(scope: Scope, personId: string): Promise<ShortPolicy[]> {
  const asked = await requiring(scope);
  const [now, without] = [await shortOf(scope, asked), await shortOf(scope, asked, personId)];
  const alreadyShort = new Set(now.map(({ policy }) => policy));
  return without.filter(({ policy }) => !alreadyShort.has(policy));
}

async function requiring(scope: Scope): Promise<Requiring[]> {
  const inForce = await findPolicies(scope);
  return (inForce?.policies ?? []).filter((one): one is Requiring => one.on && one.action === "require");
}

async function shortOf(scope: Scope, asked: readonly Requiring[], without?: string): Promise<ShortPolicy[]> {
  if (asked.length === 0) return [];
  const shortages = await findShortages(scope, asked, without);
  return asked.flatMap(({ name, require }, at) => {
    const shortage = shortages[at];
    if (!shortage) return [];
    const said = shortageWarnings(shortage, require).map(({ message }) => message);
    return { policy: name, why: said.join(" ") };
  });
}
