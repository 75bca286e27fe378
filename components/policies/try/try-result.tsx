import { StatusMark } from "@/components/ui/badge";
import type { IconName } from "@/components/ui/icon";
import { Card } from "@/components/ui/page";
import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { ACTION_MARKS, STEP_WORDS } from "@/components/words/policies";
import { budgetWords } from "@/lib/policies/sentences";
import type { Considered, TriedBudget, TriedCall } from "@/lib/policies/types";
import { BudgetUsed } from "../budget-use";

const OUTCOMES: Record<TriedCall["outcome"], { icon: IconName; words: string }> = {
  allow: { icon: "check", words: "It would run without a person." },
  wait: { icon: "hourglass", words: "It would wait for a person." },
  deny: { icon: "ban", words: "It would be refused." },
};

/** The result for a call, the deciding step, and why each earlier policy did not match. */
export function TryResult({ tried }: { tried: TriedCall }) {
  const { outcome, step, says, policy, demands, risk, considered, budgets } = tried;
  const { icon, words } = OUTCOMES[outcome];
  return (
    <section aria-label="What would come of it" className="flex flex-col gap-2.5">
      <Card>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <StatusMark icon={icon} strong>
            {words}
          </StatusMark>
          <RiskMark risk={risk} suffix="risk" />
        </p>
        <p className="mt-2 text-sm font-medium">
          {STEP_WORDS[step]}
          {policy !== null && (
            <>
              {": “"}
              <Untrusted>{policy}</Untrusted>”
            </>
          )}
        </p>
        <p className="text-sm text-fg-muted">{says}</p>
        {demands.length > 0 && (
          <p className="text-sm">
            It <Untrusted>{demands.join("; ")}</Untrusted>.
          </p>
        )}
      </Card>
      <BudgetList budgets={budgets} />
      <ConsideredList considered={considered} />
    </section>
  );
}

/** The rest of each budget that was checked. */
function BudgetList({ budgets }: { budgets: readonly TriedBudget[] }) {
  if (budgets.length === 0) return null;
  return (
    <Card flush>
      <h3 className="px-3.5 pt-2.5 text-sm font-bold">Budgets</h3>
      <ul className="max-h-72 overflow-y-auto py-1">
        {budgets.map((budget) => (
          <li key={budget.policy} className="px-3.5 py-1.5 text-sm">
            <Untrusted>{budget.policy}</Untrusted>
            <span className="text-fg-muted">
              : <Untrusted>{budgetWords(budget)}</Untrusted>. <BudgetUsed budget={budget} />{" "}
              {budget.hasRoom ? "This call has room." : "This call has no room."}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ConsideredList({ considered }: { considered: readonly Considered[] }) {
  if (considered.length === 0) return <p className="text-sm text-fg-muted">There is no policy to try.</p>;
  return (
    <Card flush>
      <h3 className="px-3.5 pt-2.5 text-sm font-bold">Policies that were considered, in their order</h3>
      <ol className="max-h-96 overflow-y-auto py-1">
        {considered.map(({ name, on, action, fits, failedOn }, at) => (
          <li key={name} className="flex items-baseline gap-3 px-3.5 py-1.5 text-sm">
            <span className="tnum w-7 shrink-0 text-right text-fg-subtle">
              {(at + 1).toLocaleString("en")}
            </span>
            <span className="min-w-0 flex-1">
              <span className={fits ? "font-medium" : undefined}>
                <Untrusted>{name}</Untrusted>
              </span>{" "}
              <span className="text-fg-muted">
                {fits ? (
                  `fits: ${ACTION_MARKS[action].word.toLowerCase()}`
                ) : (
                  <NoFit on={on} failedOn={failedOn ?? ""} />
                )}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function NoFit({ on, failedOn }: { on: boolean; failedOn: string }) {
  if (!on) return "is switched off";
  return (
    <>
      does not fit, first at “<Untrusted>{failedOn}</Untrusted>”
    </>
  );
}
