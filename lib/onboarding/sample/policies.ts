import { DomainError } from "@/lib/core/errors";
import { systemScope } from "@/lib/core/scope";
import { savePolicies } from "@/lib/policies/commands";
import { findPolicies } from "@/lib/policies/queries";
import { POLICIES_MAX, type Policy } from "@/lib/policies/types";
import { SAMPLE_TENANTS } from "./types";

const scope = systemScope("sample workspace");

// Whoever saves policies at this moment is first; nobody does so many times in a row.
const TURNS = 5;

/** Puts policies of the sample behind those that are there. @returns whether they are new */
export function addSamplePolicies(added: readonly Policy[]): Promise<boolean> {
  return changePolicies((present) => {
    const names = new Set(present.map(({ name }) => name));
    const missing = added.filter(({ name }) => !names.has(name));
    return present.length + missing.length > POLICIES_MAX ? present : [...present, ...missing];
  });
}

/** Takes away the policies that fit calls of the sample alone, whoever wrote them. */
export function removeSamplePolicies(): Promise<boolean> {
  return changePolicies((present) => present.filter((policy) => !isOfSample(policy)));
}

const SAMPLE_KEYS: ReadonlySet<string> = new Set(SAMPLE_TENANTS);

const isOfSample = ({ match: { tenants } }: Policy) =>
  tenants.length > 0 && tenants.every((key) => SAMPLE_KEYS.has(key));

/** Saves what becomes of the policies in force; where nothing is added or taken away, there is nothing to save. */
async function changePolicies(change: (present: readonly Policy[]) => readonly Policy[]): Promise<boolean> {
  for (let turn = 1; ; turn += 1) {
    const inForce = await findPolicies(scope);
    const present = inForce?.policies ?? [];
    const policies = change(present);
    if (policies.length === present.length) return false;
    try {
      await savePolicies(scope, { policies, seen: inForce?.version ?? null });
      return true;
    } catch (error) {
      const isLate = error instanceof DomainError && error.code === "STALE_VIEW";
      if (!isLate || turn === TURNS) throw error;
    }
  }
}
