import { useMemo } from "react";
import { useKept } from "@/components/ui/browser-storage";
import type { Keeper } from "@/components/ui/rule-list/use-rule-list";
import type { Policy } from "@/lib/policies/types";
import { writtenPolicy } from "@/lib/policies/written";

/** Changed, unsaved policies, with the list they were changed from. */
type KeptPolicies = { version: number | null; policies: readonly Policy[]; base: readonly Policy[] };

// Bump the number when the stored shape changes, so that older and newer pages ignore it.
const NAME = "policies 2";

/** Where this browser keeps the viewer's changes. */
export function useKeptPolicies(): Keeper<{ rules: readonly Policy[] }> {
  const { read, keep } = useKept(NAME);
  return useMemo(
    () => ({
      read: () => {
        const kept = read();
        if (!isKept(kept)) return null;
        const { version, policies, base } = kept;
        return { base: { version, set: { rules: base } }, set: { rules: policies } };
      },
      keep: (changes) => {
        const { base, set } = changes ?? {};
        keep(base && set ? { version: base.version, policies: set.rules, base: base.set.rules } : null);
      },
    }),
    [read, keep],
  );
}

function isKept(value: unknown): value is KeptPolicies {
  if (typeof value !== "object" || value === null) return false;
  const { version, policies, base } = value as Partial<KeptPolicies>;
  return (version === null || typeof version === "number") && isList(policies) && isList(base);
}

/** Whether the value has this page's shape of policies. */
function isList(value: unknown): value is readonly Policy[] {
  if (!Array.isArray(value)) return false;
  try {
    return value.every((one: Policy) => typeof writtenPolicy(one).name === "string");
  } catch {
    return false;
  }
}
