import { compilePatterns, folded } from "@/lib/policies/conditions/patterns";
import { policySentence } from "@/lib/policies/sentences";
import type { Draft, DraftPolicy } from "./draft";

/** What narrows the list: words of a policy's name or sentence, and a tool that it has to fit. */
export type Narrowing = { text: string; tool: string };

/** Policies at once on the page; more are one press away. */
export const SHOWN_STEP = 100;

/** A policy with its place in the whole list, from 0. */
export type Placed = DraftPolicy & { at: number };

/**
 * The policies that fit, each with its place in the whole list.
 * @param open the key of one that is being changed, which stays on the page whatever it says
 */
export function narrowed(draft: Draft, { text, tool }: Narrowing, open?: number): Placed[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  const name = folded(tool.trim());
  return draft
    .map((one, at) => ({ ...one, at }))
    .filter(({ policy, key }) => {
      if (key === open) return true;
      const { tools } = policy.match;
      if (name !== "" && tools.length > 0 && !compilePatterns(tools)(name)) return false;
      if (words.length === 0) return true;
      const said = folded(`${policy.name} ${policySentence(policy)}`);
      return words.every((word) => said.includes(word));
    });
}
