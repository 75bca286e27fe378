import { Untrusted, UntrustedQuote } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import { revealedText } from "@/lib/core/text/reveal";
import { headlineText } from "../headline-text";
import { OutcomeControl } from "../triage/shown-parts";
import { Escalations } from "./escalations";
import { decidedByPolicy } from "./policy-verdict";
import { SectionTitle } from "./section-title";
import { lacksPeople, StillNeeded, VoteList } from "./votes";

const OUTCOME_WORDS = {
  executing: "The gateway started the call and has not reported how it ended.",
  succeeded: "The gateway reports success.",
  failed: "The gateway reports an error.",
  unknown: "The gateway started the call and never reported how it ended. It may or may not have run.",
};

const CUT_OFF =
  "The gateway started the call and lost it before it had answered. It may or may not have run.";

/** The outcome that the gateway reports, marked as its claim. */
export function OutcomeSection({ view }: { view: ApprovalView }) {
  const { outcome } = view;
  if (!outcome) return null;
  const { error, resultText } = outcome;
  return (
    <UntrustedQuote title={<h2>Outcome</h2>} caption="reported by the gateway, not verified">
      <p className="font-medium">
        {outcome.state === "unknown" && error ? CUT_OFF : OUTCOME_WORDS[outcome.state]}
        {outcome.durationMs === null ? null : (
          <span className="font-normal text-fg-muted">
            {" "}
            ·{" "}
            {outcome.durationMs < 1_000
              ? `${outcome.durationMs} ms`
              : `${(outcome.durationMs / 1_000).toFixed(1)} s`}
          </span>
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
        <p className="text-fg-muted">The gateway sent no result.</p>
      ) : null}
      {outcome.truncated ? (
        <p className="text-xs text-fg-muted">Countersign kept only the first 64 KiB.</p>
      ) : null}
    </UntrustedQuote>
  );
}

/** What a person found out where the gateway does not know, and how to record it. */
export function KnownOutcomeSection({ view, mayDecide }: { view: ApprovalView; mayDecide: boolean }) {
  const { knownOutcome: known, execution } = view;
  const isUnknown = execution === "unknown";
  if (!known && !isUnknown) return null;
  return (
    <section aria-labelledby="known">
      <SectionTitle id="known" title="What really happened" note="recorded by people" />
      <div className="rounded-card border border-border bg-surface px-[13px] py-2.5">
        {known ? (
          <p>
            <b className="font-bold">{known.ran ? "It ran." : "It did not run."}</b>{" "}
            <Untrusted>{known.by}</Untrusted> found out: “<Untrusted>{known.note}</Untrusted>” ·{" "}
            <Time value={known.at} />
          </p>
        ) : (
          <p>
            It is not known whether it took effect.
            {view.holdsNext
              ? " Until a person records it, or approves the same call again, the agent’s next call like it waits for a person, at any risk."
              : null}
          </p>
        )}
        {known && !isUnknown ? (
          <p className="text-fg-muted text-sm">The gateway reported its end later, above.</p>
        ) : null}
        {isUnknown && mayDecide ? (
          <OutcomeControl
            call={{ id: view.id, headline: revealedText(headlineText(view)), risk: view.risk }}
            known={known}
          />
        ) : null}
      </div>
    </section>
  );
}

/**
 * Who decided and why, vote by vote, and who still has to. Empty while a single decision is
 * pending.
 */
export function DecisionSection({ view }: { view: ApprovalView }) {
  const { votes, reason, useBy, execution } = view;
  const waiting = execution === "awaiting" && useBy !== null;
  // A single vote's reason is the decision's reason.
  const ownReason = reason !== null && !votes.some((vote) => vote.reason === reason);
  const { missing } = view;
  const awaited =
    missing !== null &&
    (view.approvalsRequired > 1 ||
      view.seats.length > 0 ||
      lacksPeople(view) ||
      missing.onDuty < missing.needed ||
      view.out.length > 0 ||
      view.escalations.length > 0);
  if (votes.length === 0 && !ownReason && !waiting && !awaited) return null;
  return (
    <section aria-labelledby="decision">
      <SectionTitle id="decision" title="Decision" />
      <StillNeeded view={view} />
      <Escalations view={view} />
      <VoteList votes={votes} />
      {ownReason ? (
        <p className="text-fg-muted">
          {view.decision === "revoked" ? "Revoked: " : null}“<Untrusted lines>{reason}</Untrusted>”
          {view.decidedBy ? (
            <>
              {" "}
              {decidedByPolicy(view) ? "by the " : "by "}
              <Untrusted>{view.decidedBy}</Untrusted>
            </>
          ) : null}
        </p>
      ) : null}
      {waiting ? (
        <p className="mt-1 text-fg-muted text-sm">
          {view.mode === "callback" ? "The gateway has to start it" : "The agent has to repeat the call"}{" "}
          before <Time value={useBy} />.
        </p>
      ) : null}
    </section>
  );
}

export function ToldSection({ view }: { view: ApprovalView }) {
  return (
    <section aria-labelledby="told">
      <SectionTitle
        id="told"
        title="Message sent to the agent"
        note="Countersign’s words, fixed for each state"
      />
      <p className="rounded-card border border-border bg-sunken px-[13px] py-2.5 mono leading-5">
        <Untrusted lines>{view.agentMessage}</Untrusted>
      </p>
    </section>
  );
}
