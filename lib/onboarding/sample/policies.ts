import { DomainError } from "@/lib/core/errors";
import { systemScope } from "@/lib/core/scope";
import { savePolicies } from "@/lib/policies/commands";
import { findPolicies } from "@/lib/policies/queries";
import { POLICIES_MAX, type Policy } from "@/lib/policies/types";
import { SAMPLE_TENANTS } from "./types";

const scope = systemScope("sample workspace");

// Retries if others save policies at the same time.
const TURNS = 5;

/**
 * Appends the sample's policies.
 * @returns whether they are new
 */
export function addSamplePolicies(added: readonly Policy[]): Promise<boolean> {
  return changePolicies((present) => {
    const names = new Set(present.map(({ name }) => name));
    const missing = added.filter(({ name }) => !names.has(name));
    return present.length + missing.length > POLICIES_MAX ? present : [...present, ...missing];
  });
}

/** Removes policies that match only sample calls, by any author. */
export function removeSamplePolicies(): Promise<boolean> {
  return changePolicies((present) => present.filter((policy) => !isOfSample(policy)));
}

const SAMPLE_KEYS: ReadonlySet<string> = new Set(SAMPLE_TENANTS);

const isOfSample = ({ match: { tenants } }: Policy) =>
  tenants.length > 0 && tenants.every((key) => SAMPLE_KEYS.has(key));

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
