import "server-only";
import { read, type Tx } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { compilePattern, folded } from "../conditions/patterns";
import { demandOf } from "../eligibility";
import { shortageWords } from "../sentences";
import { findShortages } from "../shortages";
import type { Policy } from "../types";
import { hasSigns, KEPT_LISTS, type PolicyWarning, signsWords, signWarnings } from "./rules";

type KeptList = (typeof KEPT_LISTS)[number];

/** All names of each kind that are known. */
const KNOWN: Record<KeptList, (tx: Tx) => Promise<{ name: string }[]>> = {
  tenants: (tx) => tx.$queryRaw`select key as name from tenants`,
  gateways: (tx) => tx.$queryRaw`select name from gateways`,
  providers: (tx) => tx.$queryRaw`select distinct provider as name from tools`,
  tools: (tx) => tx.$queryRaw`select distinct name from tools`,
};

const NONE: Record<KeptList, (pattern: string) => string> = {
  tenants: (pattern) => `There is no tenant “${pattern}”.`,
  gateways: (pattern) => `There is no gateway “${pattern}”.`,
  providers: (pattern) => `No tool in the catalogue is of a provider “${pattern}”.`,
  tools: (pattern) => `No tool in the catalogue is named “${pattern}”.`,
};

// Each is held against every name there is. What is beyond is not looked at.
const STARRED_MAX = 200;

/**
 * What of policies most likely is not as it was meant: names that nothing has, signs that mean nothing here, people who are not there.
 * A list for each policy, in their order.
 * @throws DomainError FORBIDDEN
 */
export async function findNameWarnings(
  scope: Scope,
  policies: readonly Policy[],
): Promise<PolicyWarning[][]> {
  assertMayAdministerAll(scope, "see the names of every tenant");
  return read(scope, async (tx) => {
    const unknown: PolicyWarning[][] = policies.map(() => []);
    for (const list of KEPT_LISTS) await addUnknown(tx, list, policies, unknown);
    const people = await peopleNotThere(tx, policies);
    return policies.map((policy, at) => [...(unknown[at] ?? []), ...signWarnings(policy), ...people(policy)]);
  });
}

/** The same, and where fewer people may decide than have to approve. */
export async function findWarnings(scope: Scope, policies: readonly Policy[]): Promise<PolicyWarning[][]> {
  const named = await findNameWarnings(scope, policies);
  const demands = policies.map((policy) => (policy.on ? demandOf(policy) : null));
  const asked = demands.flatMap((demand) => demand ?? []);
  const shortages = asked.length === 0 ? [] : await findShortages(scope, asked);
  const short = new Map(asked.map((demand, at) => [demand, shortages[at]]));
  return demands.map((demand, at) => {
    const shortage = demand && short.get(demand);
    const message = shortage && shortageWords(shortage, demand.approvals);
    return [...(named[at] ?? []), ...(message ? [{ pointer: "/require/deciders", message }] : [])];
  });
}

async function addUnknown(tx: Tx, list: KeptList, policies: readonly Policy[], into: PolicyWarning[][]) {
  const asked = new Set(policies.flatMap(({ match }) => match[list]));
  if (asked.size === 0) return;
  const names = (await KNOWN[list](tx)).map(({ name }) => folded(name));
  const whole = new Set(names);
  const starred = [...asked].filter((pattern) => pattern.includes("*"));
  const fitting = new Set(starred.slice(STARRED_MAX));
  for (const pattern of starred.slice(0, STARRED_MAX)) {
    const fits = compilePattern(pattern);
    if (names.some((name) => fits(name))) fitting.add(pattern);
  }
  const isKnown = (pattern: string) =>
    pattern.includes("*") ? fitting.has(pattern) : whole.has(folded(pattern));
  for (const [at, { match }] of policies.entries())
    for (const [place, pattern] of match[list].entries())
      if (!isKnown(pattern))
        into[at]?.push({ pointer: `/match/${list}/${place}`, message: wordsOf(list, pattern) });
}

const wordsOf = (list: KeptList, pattern: string) =>
  hasSigns(pattern) ? `${NONE[list](pattern)} ${signsWords(pattern)}` : NONE[list](pattern);

type Person = { email: string; off: boolean };

/** Of the people whom a policy names: who is not there, or may not sign in. */
async function peopleNotThere(
  tx: Tx,
  policies: readonly Policy[],
): Promise<(policy: Policy) => PolicyWarning[]> {
  const asked = [...new Set(policies.flatMap((policy) => namedPeople(policy).map(({ email }) => email)))];
  if (asked.length === 0) return () => [];
  const found = await tx.$queryRaw<Person[]>`
    select email, disabled_at is not null as off from users where email = any(${asked}::text[])`;
  const people = new Map(found.map((one) => [one.email, one]));
  return (policy) =>
    namedPeople(policy).flatMap(({ email, pointer }) => {
      const person = people.get(email);
      if (person && !person.off) return [];
      const message = person
        ? `${email} is switched off and cannot decide.`
        : `Nobody here has the address ${email}.`;
      return [{ pointer, message }];
    });
}

function namedPeople(policy: Policy): { email: string; pointer: string }[] {
  if (policy.action !== "require") return [];
  const { deciders, escalate } = policy.require;
  const of = (people: readonly string[], where: string) =>
    people.map((email, at) => ({ email, pointer: `/require/${where}/people/${at}` }));
  return [...of(deciders.people, "deciders"), ...of(escalate?.people ?? [], "escalate")];
}
