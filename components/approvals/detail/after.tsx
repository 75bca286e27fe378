import { Untrusted, UntrustedQuote } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { PAGE } from "@/components/words/approvals/page";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import { SectionTitle } from "./section-title";

const OUTCOME_WORDS = {
  executing: PAGE.outcomeRunning,
  succeeded: PAGE.outcomeOk,
  failed: PAGE.outcomeFailed,
  unknown: PAGE.outcomeUnknown,
};

/** What the gateway reports to have happened, as its claim. */
export function OutcomeSection({ view }: { view: ApprovalView }) {
  const { outcome } = view;
  if (!outcome) return null;
  const { error, resultText } = outcome;
  return (
    <UntrustedQuote title={<h2>{PAGE.outcome}</h2>} caption={PAGE.outcomeBy}>
      <p className="font-medium">
        {OUTCOME_WORDS[outcome.state]}
        {outcome.durationMs === null ? null : (
          <span className="font-normal text-fg-muted"> · {PAGE.duration(outcome.durationMs)}</span>
        )}
      </p>
      {error ? (
        <p>
          {error.code ? (
            <code className="mr-2 mono">
              <Untrusted>{error.code}</Untrusted>
            </code>
          ) : null}
          <Untrusted lines>{error.message}</Untrusted>
        </p>
      ) : null}
      {resultText !== null ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
        <pre tabIndex={0} className="mt-1 max-h-80 overflow-auto mono leading-5">
          <Untrusted lines>{resultText}</Untrusted>
        </pre>
      ) : null}
      {resultText === null && !error && outcome.state === "succeeded" ? (
        <p className="text-fg-muted">{PAGE.noResult}</p>
      ) : null}
      {outcome.truncated ? <p className="text-xs text-fg-muted">{PAGE.truncated}</p> : null}
    </UntrustedQuote>
  );
}

/** Who decided and why, vote by vote. Nothing while nobody has. */
export function DecisionSection({ view }: { view: ApprovalView }) {
  const { votes, reason, useBy, execution } = view;
  const waiting = execution === "awaiting" && useBy !== null;
  // A single vote's reason is the decision's own.
  const ownReason = reason !== null && !votes.some((vote) => vote.reason === reason);
  if (votes.length === 0 && !ownReason && !waiting) return null;
  return (
    <section aria-labelledby="decision">
      <SectionTitle id="decision" title={PAGE.decision} />
      <ul className="flex flex-col gap-1">
        {votes.map((vote) => (
          <li key={`${vote.by} ${vote.at.toISOString()}`}>
            <Untrusted>{vote.by}</Untrusted> {PAGE.voted[vote.verdict] ?? vote.verdict}
            <span className="text-fg-muted text-sm">
              {" · "}
              <Time value={vote.at} />
            </span>
            {vote.reason ? (
              <span className="block text-fg-muted">
                “<Untrusted lines>{vote.reason}</Untrusted>”
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {ownReason ? (
        <p className="text-fg-muted">
          “<Untrusted lines>{reason}</Untrusted>”
          {view.decidedBy ? (
            <>
              {` ${PAGE.by} `}
              <Untrusted>{view.decidedBy}</Untrusted>
            </>
          ) : null}
        </p>
      ) : null}
      {waiting ? (
        <p className="mt-1 text-fg-muted text-sm">
          {PAGE.useBy} <Time value={useBy} />.
        </p>
      ) : null}
    </section>
  );
}

/** The fixed sentence the agent reads. */
export function ToldSection({ view }: { view: ApprovalView }) {
  return (
    <section aria-labelledby="told">
      <SectionTitle id="told" title={PAGE.told} note={PAGE.toldBy} />
      <p className="rounded-card border border-border bg-sunken px-[13px] py-2.5 mono leading-5">
        <Untrusted lines>{view.agentMessage}</Untrusted>
      </p>
    </section>
  );
}
