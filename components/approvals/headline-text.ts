import type { HeadlinePart } from "@/lib/approvals/detail/types";

/** The sentence of a call as one text, its risky parts unmarked. */
export function headlineText({ headline }: { headline: readonly HeadlinePart[] }): string {
  return headline.map((part) => part.text).join("");
}
