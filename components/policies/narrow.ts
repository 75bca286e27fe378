import type { Draft } from "@/components/ui/rule-list/draft";
import { type Placed, placedAll } from "@/components/ui/rule-list/rule-rows";
import { compilePatterns, folded } from "@/lib/policies/conditions/patterns";
import { policySentence } from "@/lib/policies/sentences";
import type { Policy } from "@/lib/policies/types";
import type { PolicySet } from "./use-policies";

/** What narrows the list: words of a policy's name or sentence, and a tool that it has to fit. */
export type Narrowing = { text: string; tool: string };

/** Policies at once on the page; more are one press away. */
export const SHOWN_STEP = 100;

/**
 * The policies that fit, each with its place in the whole list.
 * @param open the key of one that is being changed, which stays on the page whatever it says
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
