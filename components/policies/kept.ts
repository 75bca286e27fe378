import { type Kept, useKept } from "@/components/ui/kept";
import type { Policy } from "@/lib/policies/types";
import { writtenPolicy } from "@/lib/policies/written";

/** Policies that were changed and not saved, with the list they were changed from. */
type KeptPolicies = { version: number | null; policies: readonly Policy[]; base: readonly Policy[] };

// Another edition of what policies hold needs another name: nothing here is read by an older or a newer page.
const NAME = "policies 2";

/** Where this browser keeps the viewer's changes. */
export function useKeptPolicies(): Kept {
  return useKept(NAME);
}

/** The changes that are kept, if any. */
export function keptPolicies({ read }: Kept): KeptPolicies | null {
  const kept = read();
  return isKept(kept) ? kept : null;
}

function isKept(value: unknown): value is KeptPolicies {
  if (typeof value !== "object" || value === null) return false;
  const { version, policies, base } = value as Partial<KeptPolicies>;
  return (version === null || typeof version === "number") && isList(policies) && isList(base);
}

/** Whether these are policies as this page writes them. */
function isList(value: unknown): value is readonly Policy[] {
  if (!Array.isArray(value)) return false;
  try {
    return value.every((one: Policy) => typeof writtenPolicy(one).name === "string");
  } catch {
    return false;
  }
}
