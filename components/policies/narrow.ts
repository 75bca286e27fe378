import type { Draft } from "@/components/ui/rule-list/draft";
import { type Placed, placedAll } from "@/components/ui/rule-list/rule-rows";
import { compilePatterns, folded } from "@/lib/policies/conditions/patterns";
import { policySentence } from "@/lib/policies/sentences";
import type { Policy } from "@/lib/policies/types";
import type { PolicySet } from "./use-policies";

/** Filters of the list: words in name or sentence, and a tool that has to match. */
export type Narrowing = { text: string; tool: string };

/** Policies per step on the page; a button shows more. */
export const SHOWN_STEP = 100;

/**
 * The matching policies with their positions in the full list.
 * @param open key of the policy being edited, which always stays visible
 */
export function narrowed(
  draft: Draft<PolicySet>,
  { text, tool }: Narrowing,
  open?: number,
): Placed<Policy>[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  const name = folded(tool.trim());
  return placedAll(draft.rules).filter(({ rule: policy, key }) => {
    if (key === open) return true;
    const { tools } = policy.match;
    if (name !== "" && tools.length > 0 && !compilePatterns(tools)(name)) return false;
    if (words.length === 0) return true;
    const said = folded(`${policy.name} ${policySentence(policy)}`);
    return words.every((word) => said.includes(word));
  });
}
