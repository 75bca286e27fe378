import type { HeadlinePart } from "@/lib/approvals/detail/types";

/** The sentence of a call as plain text, without marks of risk. */
export function headlineText({ headline }: { headline: readonly HeadlinePart[] }): string {
  return headline.map((part) => part.text).join("");
}
