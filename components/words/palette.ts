import type { FoundKind } from "@/lib/search/types";

/** What a group of results is called. */
export const FOUND_WORDS: Record<FoundKind, string> = {
  approval: "Approvals",
  tool: "Tools",
  issue: "Feedback",
  gateway: "Gateways",
  person: "People",
};

export const resultCount = (n: number) => (n === 1 ? "1 result" : `${n} results`);
