import type { ReactNode } from "react";
import { BudgetUsed } from "@/components/policies/budget-use";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import { ruleList } from "@/lib/approvals/remembered/list";
import type { ExceededBudget } from "@/lib/policies/budgets/types";
import { budgetWords } from "@/lib/policies/sentences";
import { Drift } from "./drift";
import { SectionTitle } from "./section-title";

/** A server's claims about its tool. Shows values as sent, as text, without a style or verdict. */
function Annotations({ annotations }: { annotations: Record<string, unknown> }) {
  const entries = Object.entries(annotations);
  if (entries.length === 0) return <span className="text-fg-muted">no annotations</span>;
  return entries.map(([name, value], index) => (
    <span key={name}>
      {index > 0 ? " · " : null}
      <code className="mono">
        <Untrusted>{`${name}: ${JSON.stringify(value)}`}</Untrusted>
      </code>
    </span>
  ));
}

function Rating({ view }: { view: ApprovalView }) {
  const { overrideRisk, catalogueRisk, byRule, version } = view.server;
  const rating = overrideRisk ?? catalogueRisk ?? byRule?.risk;
  return (
    <>
      {rating ? (
        <>
          The tool is rated <b className="font-bold text-fg">{rating}</b>
          {rating === view.risk ? "" : " now"}
        </>
      ) : (
        "The tool is not rated"
      )}
      {rating && !byRule ? ` (${overrideRisk ? "set by a person" : "from the catalogue"})` : null}
      {byRule && (
        <>
          {" "}
          (by the rule “<Untrusted>{byRule.name}</Untrusted>”)
        </>
      )}
      {rating && rating !== view.risk ? `; this call keeps ${view.risk}, as of the request` : null}
      {version === null ? null : ` · definition version ${version}`}
    </>
  );
}

const LINK = "inline-flex min-h-6 items-center text-accent hover:underline max-sm:min-h-12";

const DID = {
  require: "Held by the policy",
  allow: "Let through by the policy",
  deny: "Refused by the policy",
};

/** The policy that decided, or that names the deciders, as of the request. */
function ByPolicy({
  did,
  policy: { name, version, clauses, action, budget },
}: {
  did: string;
  policy: NonNullable<ApprovalView["policy"]>;
}) {
  return (
    <p className="text-sm">
      {did} “
      <b className="font-bold">
        <Untrusted>{name}</Untrusted>
      </b>
      ”<span className="text-fg-muted">{` of version ${version.toLocaleString("en")}`}</span>
      {clauses.length > 0 ? (
        <>
          {": "}
          <Untrusted>{clauses.join("; ")}</Untrusted>.
        </>
      ) : (
        "."
      )}
      {budget && (
        <span className="block text-fg-muted">
          {action === "allow" ? "It was within the budget, " : "It was beyond the budget, "}
          <Untrusted>{budgetWords(budget)}</Untrusted>: <BudgetUsed budget={budget} />
        </span>
      )}
    </p>
  );
}

/** A policy would have allowed the call, but its budget was used up. */
function Exceeded({ budget }: { budget: ExceededBudget }) {
  return (
    <p className="text-sm">
      It was beyond the budget of the policy “
      <b className="font-bold">
        <Untrusted>{budget.policy}</Untrusted>
      </b>
      ”, <Untrusted>{budgetWords(budget)}</Untrusted>: <BudgetUsed budget={budget} />
    </p>
  );
}

/** A policy now in force refuses the call, and what follows from that. */
function RefusedBy({ view: { refusedBy, decision, mode } }: { view: ApprovalView }) {
  if (!refusedBy) return null;
  const { name, reason, version, savedAt } = refusedBy;
  const unused =
    mode === "callback"
      ? "Its approval is revoked before its gateway runs it."
      : "As long as it does, the approval cannot be used.";
  return (
    <p className="text-sm">
      Refused now by the policy “
      <b className="font-bold">
        <Untrusted>{name}</Untrusted>
      </b>
      ”
      <span className="text-fg-muted">
        {` of version ${version.toLocaleString("en")}, saved `}
        <Time value={savedAt} />
      </span>
      : <Untrusted>{reason}</Untrusted> {decision === "pending" ? "No one can approve it as it is." : unused}
    </p>
  );
}

/** The remembered rule that allowed the call, or that was made from it. */
function ByRule({ view: { remembered } }: { view: ApprovalView }) {
  const { by, made } = remembered;
  const rule = by ?? made;
  if (!rule) return null;
  return (
    <p className="text-sm">
      {by ? "Approved by a remembered rule of " : "A rule was made with this approval by "}
      <b className="font-bold">
        <Untrusted>{rule.madeBy}</Untrusted>
      </b>
      {by ? ", made on " : " on "}
      <Time value={rule.madeAt} form="date" />
      {by ? (
        <>
          {" with "}
          <Link href={`/approvals/${by.approvalId}`} className={LINK}>
            this approval
          </Link>
        </>
      ) : null}
      .{" "}
      <Link
        href={`${ruleList.link({ view: rule.isOpen ? "active" : "ended" })}#rule-${rule.id}`}
        className={LINK}
      >
        {rule.isOpen ? "The rule" : "The rule, which has ended"}
      </Link>
    </p>
  );
}

/** What became of the earlier call whose unknown outcome holds this one, once that is known. */
function UnknownBefore({ before }: { before: NonNullable<ApprovalView["unknownBefore"]> }) {
  const { id, at, known, isUnknown } = before;
  if (isUnknown && !known) return null;
  return (
    <p className="text-sm">
      <Link href={`/approvals/${id}`} className={LINK}>
        That call
      </Link>{" "}
      started <Time value={at} form="relative" />, and{" "}
      {known ? (
        <>
          <Untrusted>{known.by}</Untrusted> found out since that it {known.ran ? "ran" : "did not run"}: “
          <Untrusted>{known.note}</Untrusted>”
        </>
      ) : (
        "its gateway has reported since how it ended"
      )}
      .
    </p>
  );
}

/**
 * Why a person is asked: Countersign's reason and rating, separate from the server's claims.
 * `beside`: a fact of Countersign.
 */
export function WhyHere({
  view,
  mayWritePolicies,
  beside,
}: {
  view: ApprovalView;
  mayWritePolicies: boolean;
  beside: ReactNode;
}) {
  const { server } = view;
  return (
    <section aria-labelledby="why">
      <SectionTitle id="why" title="Why this is here" />
      <div className="flex gap-2.5 rounded-card border border-border bg-surface px-[13px] py-2.5">
        <Icon name="shield" className="mt-0.5" />
        <div className="min-w-0 flex-1">
          <p>
            <Untrusted>{view.heldWhy}</Untrusted>
          </p>
          {view.unknownBefore && <UnknownBefore before={view.unknownBefore} />}
          {view.policy && <ByPolicy did={DID[view.policy.action]} policy={view.policy} />}
          {view.exceeded.map((budget) => (
            <Exceeded key={budget.policy} budget={budget} />
          ))}
          <ByRule view={view} />
          <RefusedBy view={view} />
          {view.editPolicies.map((policy) => (
            <ByPolicy key={JSON.stringify(policy)} did="As edited also under the policy" policy={policy} />
          ))}
          <p className="text-sm text-fg-muted">
            <Rating view={view} />
          </p>
          {server.changedSinceLastApproval && !view.precedent ? (
            <Drift drift={server.changedSinceLastApproval} version={server.version} />
          ) : null}
          {beside}
          {mayWritePolicies && (
            <p className="flex flex-wrap gap-x-4 text-sm">
              <Link href={`/policies?call=${view.id}`} className={LINK}>
                Try policies with this call
              </Link>
              {view.policy && (
                <Link href={`/policies?version=${view.policy.version}`} className={LINK}>
                  The policies as they were
                </Link>
              )}
            </p>
          )}
          {server.known ? null : (
            <p className="text-sm text-fg-muted">
              This tool is not in the catalogue: its server has sent no definition.
            </p>
          )}
        </div>
      </div>
      {server.known ? (
        <blockquote className="mt-2 border-border-strong border-l-[3px] py-0.5 pl-3 text-sm">
          <p className="text-xs text-fg-subtle">
            What the server says about its tool · claimed by the server: shown and compared, never obeyed
          </p>
          {server.description ? (
            <p className="line-clamp-4">
              <Untrusted lines>{server.description.trim()}</Untrusted>
            </p>
          ) : null}
          <p>
            <Annotations annotations={server.annotations ?? {}} />
          </p>
        </blockquote>
      ) : null}
    </section>
  );
}
