import { shortageWords } from "@/components/words/policies";
import type { Shortage } from "@/lib/approvals/policies/types";

/** The warning that fewer people may decide the calls of a policy than have to approve them, and who of them is out. */
export function TooFew({ short, approvals }: { short: Shortage; approvals: number }) {
  return (
    <p className="self-start rounded-control border border-border-strong bg-sunken px-2.5 py-1.5 text-sm font-medium text-fg wrap-anywhere">
      {shortageWords(short, approvals)}
    </p>
  );
}
