"use client";

import { ActNotice } from "@/components/ui/act-notice";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { RISK_WORDS, RiskShape } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { RISKS, type RiskWord } from "@/lib/core/risk";
import { planConsequences, planHeadline } from "./rating-words";
import type { Ratings } from "./use-ratings";

type RatingBarProps = {
  ratings: Ratings;
  /** Number of selected tools; 0 rates the current tool. */
  selected: number;
  /** Whether there is anything to rate: a selection or a current tool. */
  ready: boolean;
  /** The scope, in words. */
  who: string;
  onRate: (risk: RiskWord | null) => void;
  onApply: () => void;
};

/** Fixed to the bottom: first the ratings to choose from, then the exact changes. */
export function RatingBar({ ratings, ...bar }: RatingBarProps) {
  const { pick, notice, problem } = ratings;
  return (
    <section
      aria-label="Rate tools"
      className={classNames(
        "sticky bottom-0 max-lg:bottom-(--toasts) z-20 -mx-4 flex flex-col gap-2 border-t border-border bg-surface px-4 py-3 sm:-mx-7 sm:px-7",
        // A phone has no J and K, so the bar appears with the first selected tool.
        !pick && !notice && !problem && bar.selected === 0 && "max-sm:hidden",
      )}
    >
      <ActNotice problem={problem} />
      {notice && (
        <Banner role="alert" icon="users">
          <Untrusted>{notice}</Untrusted>
        </Banner>
      )}
      {pick ? <Preview ratings={ratings} {...bar} /> : <Choices ratings={ratings} {...bar} />}
    </section>
  );
}

// Five side by side on a phone.
const PHONE = "max-sm:px-2! max-sm:text-sm!";

function Choices({ ratings, selected, ready, onRate }: RatingBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="min-w-0 flex-1 text-sm text-fg-muted max-sm:basis-full">
        {selected > 0 ? (
          <b className="font-medium text-fg">{counted(selected, "tool")} selected</b>
        ) : ready ? (
          "Rates the tool you are on"
        ) : (
          "Go to a tool with J and K, or select some with X"
        )}
      </p>
      <div className="flex items-center gap-2 max-sm:gap-1.5">
        {RISKS.map((risk, index) => (
          <Button
            key={risk}
            data-key={`rate-${risk}`}
            disabled={!ready || ratings.pending}
            onClick={() => onRate(risk)}
            keyHint={String(index + 1)}
            className={PHONE}
          >
            <span className="max-sm:hidden">
              <RiskShape risk={risk} />
            </span>
            {RISK_WORDS[risk]}
          </Button>
        ))}
        <Button
          data-key="rate-clear"
          disabled={!ready || ratings.pending}
          onClick={() => onRate(null)}
          keyHint="0"
          title="Remove our rating"
          className={PHONE}
        >
          Clear
        </Button>
      </div>
    </div>
  );
}

function Preview({ ratings, who, onApply }: RatingBarProps) {
  const { pick, drop, pending } = ratings;
  if (!pick) return null;
  const { plan, risk } = pick;
  const nothing = plan.changes.length === 0;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div role="status" className="min-w-0 flex-1 text-sm max-sm:basis-full">
        {nothing ? (
          <p>
            {plan.same === 1 ? "This tool already has" : "These tools already have"} this rating. Nothing to
            change.
          </p>
        ) : (
          <>
            <p className="flex items-center gap-1.5 font-medium">
              {risk && <RiskShape risk={risk} />}
              {planHeadline(plan, risk, who)}
            </p>
            <p className="text-fg-muted">{planConsequences(plan, risk).join(" ")}</p>
          </>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button data-key="close" onClick={drop} disabled={pending} autoFocus={nothing} keyHint="Esc">
          Cancel
        </Button>
        {!nothing && (
          <Button
            variant="primary"
            icon="check"
            onClick={onApply}
            pending={pending}
            pendingLabel="Recording…"
            keyHint="↵"
            autoFocus
          >
            {risk === null
              ? `Clear ${counted(plan.changes.length, "rating")}`
              : `Rate ${counted(plan.changes.length, "tool")} ${RISK_WORDS[risk]}`}
          </Button>
        )}
      </div>
    </div>
  );
}
