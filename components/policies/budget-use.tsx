import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { BudgetOfCall } from "@/lib/policies/budgets/types";
import { takesWords, usedWords } from "@/lib/policies/sentences";

const UNNAMED = { agent: "agent", session: "session", on_behalf_of: "person" } as const;

/** How much of a budget was used, by which calls, and when there is room again. */
export function BudgetUsed({ budget }: { budget: BudgetOfCall }) {
  const { subject, each, amount, of, freesAt } = budget;
  const takes = takesWords(budget);
  return (
    <>
      <Untrusted>{usedWords(budget)}</Untrusted>
      {each === "tenant" ? null : (
        <>
          {" by "}
          {subject !== "" ? <Untrusted>{subject}</Untrusted> : `calls that name no ${UNNAMED[each]}`}
        </>
      )}
      {"."}
      {takes ? ` ${takes}` : null}
      {amount === null ? (
        <>
          {" "}
          The call has no number at <Untrusted>{of ?? ""}</Untrusted> that can be added, so it fits into no
          budget.
        </>
      ) : null}
      {freesAt && (
        <>
          {" "}
          There is room for it again from <Time value={new Date(freesAt)} />, if nothing else runs.
        </>
      )}
    </>
  );
}
