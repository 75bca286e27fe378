import { counted } from "@/components/words/counts";
import { namesFit } from "@/lib/policies/conditions/names";
import type { NameList, NameOffers } from "@/lib/policies/offers";
import { PREVIEW_DAYS } from "@/lib/policies/types";

const NOUNS: Record<NameList, readonly [one: string, many: string]> = {
  tenants: ["tenant", "tenants"],
  gateways: ["gateway", "gateways"],
  providers: ["provider", "providers"],
  tools: ["tool", "tools"],
  agents: ["agent", "agents"],
  models: ["model", "models"],
  onBehalfOf: ["person", "people"],
};

/** What patterns match, in words. */
export type Matched = { isNone: boolean; words: string };

/** The names that patterns match and their calls: "3 tools, 18 calls in 7 days". */
export function matchedBy(
  list: NameList,
  patterns: readonly string[],
  { lists, complete }: NameOffers,
  allows: boolean,
): Matched {
  const [one, many] = NOUNS[list];
  const fits = namesFit(patterns, allows);
  const found = lists[list].filter(({ name }) => fits(name));
  if (found.length === 0) {
    const calls = complete ? `no call in ${PREVIEW_DAYS} days` : "none of the newest calls";
    return { isNone: true, words: `Matches no ${one} and ${calls}` };
  }
  const calls = found.reduce((sum, name) => sum + name.calls, 0);
  return {
    isNone: false,
    words: `${counted(found.length, one, many)}, ${callsWords(calls, complete)}`,
  };
}

/** "18 calls in 7 days"; a plus: there may be more. */
export function callsWords(calls: number, complete: boolean): string {
  const number = complete ? counted(calls, "call") : `${calls.toLocaleString("en")}+ calls`;
  return `${number} in ${PREVIEW_DAYS} days`;
}
