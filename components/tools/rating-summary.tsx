import { Badge } from "@/components/ui/badge";
import { Icon } from "@/components/ui/icon";
import { RiskMark } from "@/components/ui/risk-mark";
import { claimWords, MISMATCH_CLAIMS, mismatchSentence, SOURCE_WORDS } from "@/components/words/tools";
import { type Hints, mismatchOf } from "@/lib/tools/hints";
import { type Standing, standingRisk } from "@/lib/tools/rating";

/** A tool's effective rating and its source, short. */
export function Rated({ standing }: { standing: Standing }) {
  const { risk, source } = standingRisk(standing);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
      <RiskMark risk={risk} />
      {source === "unrated" ? (
        <span title="What the gateway calls low runs on its word, without a person">
          <Badge>Unrated</Badge>
        </span>
      ) : (
        source !== "catalogue" && (
          <span className="text-xs text-fg-muted" title={source === "rule" ? standing.rule?.name : undefined}>
            {SOURCE_WORDS[source]}
          </span>
        )
      )}
    </span>
  );
}

/** The server's claim, in a neutral style, with a note if it contradicts our rating. */
export function Claimed({
  standing,
  hints,
  named = false,
}: {
  standing: Standing;
  hints: Hints;
  /** Whether to name the author, if no heading does. */
  named?: boolean;
}) {
  const { risk } = standingRisk(standing);
  const mismatch = mismatchOf(risk, hints);
  const whose = named && "The server says: ";
  if (!mismatch)
    return (
      <span className="text-sm text-fg-muted italic">
        {whose}
        {claimWords(hints)}
      </span>
    );
  return (
    <span className="flex items-start gap-1.5 text-sm" title={mismatchSentence(mismatch, risk)}>
      <Icon name="unequal" size={14} className="mt-[3px]" label="Mismatch" />
      <span>
        {whose}
        {MISMATCH_CLAIMS[mismatch]}
      </span>
    </span>
  );
}
